import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { eventually } from '../../../test/wait.ts'
import { textWebhook } from '../../../test/models/webhooks.ts'
import { openPostgresDatabase } from '../open.ts'

const phone = '256700000001'
const messages = 60

test('connections to PostgreSQL that are lost again and again cost no message and double none, and the live log goes on', async () => {
  const at = await startTestServer()
  const admin = await openPostgresDatabase(inject('postgresUrl'), 1)
  const name = new URL(at.database.url ?? '').pathname.slice(1)
  const socket = await at.ann.connect()

  let cut = 0
  const cutAll = async () => {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(admin.db)
    cut += rows.length
  }
  // Sends again until the reply is 200, as Meta does.
  const deliver = async (no: number) => {
    const body = textWebhook(phone, `wamid.${no}`, `Message ${no}`)
    await eventually(`message ${no} to be taken`, async () => (await at.webhook(body)) === 200)
  }
  for (let no = 1; no <= messages; no += 1) {
    await Promise.all([deliver(no), no % 3 === 0 ? cutAll() : null])
  }
  expect(cut).toBeGreaterThan(messages / 3)

  // The last cut may still reach a connection that is in use.
  const answered = <T>(ask: () => Promise<T>) => eventually('an answer', () => ask().catch(() => null))
  const { reply } = await answered(() => at.ann.get('conversations', { query: { search: phone } }))
  expect(reply).toHaveLength(1)
  const id = reply[0]?.id ?? ''
  const { reply: history } = await answered(() =>
    at.ann.get('history', { params: { id }, query: { limit: '100' } }),
  )
  expect(history.messages.map(({ content }) => content).toSorted()).toEqual(
    Array.from({ length: messages }, (_, index) => `Message ${index + 1}`).toSorted(),
  )
  await eventually('the socket to have told of every message', () => {
    const told = socket.events.flatMap(event => (event.event === 'new_message' ? [event.data.content] : []))
    return new Set(told).size === messages
  })
  await admin.close()
  await at.close()
})
