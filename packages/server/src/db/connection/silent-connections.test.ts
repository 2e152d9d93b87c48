import { closedAsBehind } from '@parley/core/sockets/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { openTestDatabaseBy } from '../../../test/database.ts'
import { startTestServer, type TestServer, unique } from '../../../test/server.ts'
import { openSilentProxy, type SilentProxy } from '../../../../../e2e/harness/silent-proxy.ts'
import { eventually } from '../../../test/wait.ts'
import { textWebhook } from '../../../test/models/webhooks.ts'
import { openChannel } from '../../live/channel.ts'
import { openPostgresDatabase } from '../open.ts'

/** Production's limits, several times shorter. */
const patience = { statement: 2_000, answer: 2_400, connection: 2_000, sign: 600 }

describe('a way to PostgreSQL that carries nothing any more, without a word', () => {
  let proxy: SilentProxy
  let at: TestServer
  beforeAll(async () => {
    proxy = await openSilentProxy(inject('postgresUrl'))
    at = await startTestServer({
      open: () => openTestDatabaseBy(patience, proxy.url),
      longestBehindMs: 1_200,
    })
  })
  afterAll(async () => {
    await at.close()
    await proxy.close()
  })

  const readiness = async () => (await at.server.app.inject({ url: '/readyz' })).statusCode
  const ready = () => eventually('readiness', async () => (await readiness()) === 200)
  const notReady = () => eventually('no readiness', async () => (await readiness()) === 503)
  // Sends again until the reply is 200, as Meta does.
  const bring = (phone: string, no: number) => {
    const body = textWebhook(phone, `wamid.${phone}.${no}`, `Message ${no}`)
    return eventually(`message ${no} to be taken`, async () => {
      const status = await at.webhook(body)
      expect([200, 503]).toContain(status)
      return status === 200
    })
  }
  /** Asks again while a connection is given up under the call. */
  const answered = <T>(ask: () => Promise<T>) => eventually('an answer', () => ask().catch(() => null))
  const conversationOf = async (phone: string) => {
    const { reply } = await answered(() => at.ann.get('conversations', { query: { search: phone } }))
    return reply.map(({ id }) => id)
  }
  const wordsOf = async (id: string) => {
    const { reply } = await answered(() => at.ann.get('history', { params: { id }, query: { limit: '100' } }))
    return reply.messages.map(({ content }) => content).toSorted()
  }

  beforeEach(async () => {
    await ready()
  })

  test.each([
    ['while new connections work', false, '256700000001'],
    ['while new connections get no answer either', true, '256700000002'],
  ])('[Q-330 Q-331] %s: everybody hears of it, and all is well again by itself', async (_, isHeld, phone) => {
    await bring(phone, 0)
    const [id = ''] = await conversationOf(phone)
    const socket = await answered(() => at.ann.connect())
    const reply = { params: { id }, body: { client_message_id: unique(), content: 'Good morning' } }

    proxy.holdNew(isHeld)
    expect(proxy.silence()).toBeGreaterThan(0)
    const noticed = notReady()
    const brought = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(no => bring(phone, no)))
    const sent = eventually('the reply to be taken', async () => {
      const { status } = await at.ann.ask('send', reply)
      expect([200, 503]).toContain(status)
      return status === 200
    })
    const list = await at.ann.ask('conversations')
    expect(isHeld ? [503] : [200, 503]).toContain(list.status)
    await noticed
    if (isHeld) await eventually('the socket to be let go', () => socket.closedWith === closedAsBehind)

    proxy.holdNew(false)
    await Promise.all([brought, sent, ready()])
    const again = await answered(() => at.ann.connect())
    await bring(phone, 9)
    await eventually('the frame of the last message', () =>
      again.events.some(event => event.event === 'new_message' && event.data.content === 'Message 9'),
    )
    again.cut()
    // A socket that was not closed has missed no event.
    await eventually(
      'the first socket',
      () =>
        socket.closedWith === closedAsBehind ||
        socket.events.some(event => event.event === 'new_message' && event.data.content === 'Message 9'),
    )
    socket.cut()
    expect(await conversationOf(phone)).toEqual([id])
    expect(await wordsOf(id)).toEqual([
      'Good morning',
      ...Array.from({ length: 10 }, (__, no) => `Message ${no}`),
    ])
    await eventually('the reply at the customer', async () => {
      const received = await at.simulator.received(`+${phone}`)
      return received.filter(({ text }) => text === 'Good morning').length === 1
    })
  })
})

test('[Q-330] work without a time limit is given up once PostgreSQL is not at it any more', async () => {
  const proxy = await openSilentProxy(inject('postgresUrl'))
  // The limit is also that for a new connection, and the sleep outlasts the look for it.
  const database = await openPostgresDatabase(proxy.url, 1, { ...patience, statement: 1_000 })
  const answer = sql`select pg_sleep(3)`.execute(database.longRunningDb)
  const refused = expect(answer).rejects.toThrow('Connection terminated')
  await eventually('the work to begin', async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(3)'`.execute(
      database.db,
    )
    return rows.length > 0
  })
  proxy.silence()
  await refused
  await sql`select 1`.execute(database.longRunningDb)
  await database.close()
  await proxy.close()
})

test('[Q-330] processes hear of each other again after a connection fell silent', async () => {
  const proxy = await openSilentProxy(inject('postgresUrl'))
  const heard: string[] = []
  const troubles: Error[] = []
  const answerMs = 200
  const trouble = (error: Error) => troubles.push(error)
  const here = openChannel(proxy.url, 'test_silence', text => heard.push(text), trouble, answerMs)
  const there = openChannel(inject('postgresUrl'), 'test_silence', () => undefined, trouble)
  const hear = () =>
    eventually('a word from there', async () => {
      await there.tell('a word')
      return heard.length > 0
    })
  await hear()
  proxy.silence()
  await eventually('the loss', () => troubles.length > 0)
  heard.length = 0
  await hear()
  await Promise.all([here.close(), there.close()])
  await proxy.close()
})
