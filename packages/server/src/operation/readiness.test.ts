import fs from 'node:fs'
import path from 'node:path'
import { closedForRestart } from '@parley/core/sockets/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { textWebhook } from '../../test/models/webhooks.ts'

const readiness = async ({ server }: TestServer) => (await server.app.inject({ url: '/readyz' })).statusCode
const becomes = (at: TestServer, status: number) =>
  eventually(`readiness to be ${status}`, async () => (await readiness(at)) === status)

describe('[Q-334] a server is not ready', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  test('while the database takes no writes, and is again once it does', async () => {
    await becomes(at, 200)
    const name = new URL(at.database.url).pathname.slice(1)
    const onlyRead = async (setting: 'on' | 'off') => {
      const { longRunningDb } = at.database
      await sql`set default_transaction_read_only = off`.execute(longRunningDb)
      await sql`alter database ${sql.id(name)} set default_transaction_read_only = ${sql.raw(setting)}`.execute(
        longRunningDb,
      )
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${name} and pid <> pg_backend_pid()`.execute(longRunningDb)
    }
    await onlyRead('on')
    await becomes(at, 503)
    expect(await at.webhook(textWebhook('256700000001', `wamid.${unique()}`, 'Hello'))).toBe(503)
    await onlyRead('off')
    await becomes(at, 200)
  })

  test.each([
    ['cannot be written', 'staging'],
    ['are not there any more', 'id'],
  ])('while its files %s', async (_, name) => {
    const place = path.join(at.dataDir, 'files', name)
    await becomes(at, 200)
    fs.renameSync(place, `${place}.away`)
    await becomes(at, 503)
    fs.renameSync(`${place}.away`, place)
    await becomes(at, 200)
  })
})

test('[Q-333] a server that stops says so first, goes on, and then tells its sockets that it starts anew', async () => {
  const at = await startTestServer()
  const socket = await at.ann.connect()
  await becomes(at, 200)
  at.server.drain()
  expect(await readiness(at)).toBe(503)
  expect(await at.webhook(textWebhook('256700000001', `wamid.${unique()}`, 'Hello'))).toBe(200)
  expect((await at.ann.ask('conversations')).status).toBe(200)
  expect(socket.closedWith).toBeNull()
  await at.close()
  await eventually('the socket to be closed', () => socket.closedWith !== null)
  expect(socket.closedWith).toBe(closedForRestart)
})

test('[Q-333] a peer that answers nothing holds up no server that stops', async () => {
  const at = await startTestServer()
  const socket = await at.ann.connect()
  // The paused socket does not read the close, and so does not reply to it.
  socket.pause()
  await at.close()
  socket.cut()
})

test('[Q-332] a failure is named by this server and a number of its own', async () => {
  const at = await startTestServer()
  await at.database.db.schema.alterTable('saved_views').renameTo('saved_views_away').execute()
  const { status, body } = await at.ann.ask('savedViews')
  expect(status).toBe(500)
  expect(body).toMatchObject({ detail: expect.stringMatching(/ reference test-\d+$/) })
  await at.close()
})
