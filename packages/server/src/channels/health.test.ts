import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channel, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { silenceOf } from './health.ts'

const week = 7 * 24 * 60 * 60

describe('[Q-191] how the channel stands', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
    // At the server's start WhatsApp did not answer; it is asked again a minute later.
    at.clock.advance(61)
  })
  afterAll(() => at.close())

  const health = async () => (await at.ann.get('channelHealth')).reply
  const wrong = async () => (await health()).problems.map(({ kind }) => kind)
  const becomes = (kinds: readonly string[]) =>
    eventually(`the problems to be ${kinds.join()}`, async () => (await wrong()).join() === kinds.join())

  test('WhatsApp is asked, and all is well', async () => {
    await eventually('an answer', async () => (await health()).numbers[0]?.checked_at)
    expect((await health()).numbers[0]).toMatchObject({
      access: 'good',
      quality: 'GREEN',
      standing: 'CONNECTED',
      name: null,
    })
    expect(await health()).toMatchObject({ waiting: 0, problems: [] })
  })

  test('what WhatsApp tells of the number is in every open console, without a reload, and goes', async () => {
    const socket = await at.ann.connect()
    at.clock.advance(11)
    await at.simulator.number({ quality: 'RED' })
    await becomes(['quality-low'])
    await eventually('the word', () => socket.channel.length === 1)
    expect(socket.channel[0]?.data.problems).toMatchObject([{ kind: 'quality-low', said: 'RED' }])
    const late = await at.brian.connect()
    await eventually('the word at once', () => late.channel.length === 1)
    at.clock.advance(11)
    await at.simulator.number({ sending: 'BLOCKED', quality: 'GREEN' })
    await becomes(['sending-blocked'])
    expect((await health()).problems[0]?.said).toContain('restricted for a breach')
    at.clock.advance(11)
    await at.simulator.number({ sending: 'AVAILABLE' })
    await becomes([])
    await eventually('the last word', () => socket.channel.at(-1)?.data.problems.length === 0)
    expect((await at.ann.get('webhookLedger')).reply).toMatchObject({ refused: 0 })
  })

  test('a send that is refused for our access asks at once; when it is good again, that is told within a minute', async () => {
    await at.webhook(textWebhook('256741000001', `wamid.${unique()}`, 'Hello'))
    const { reply } = await at.ann.get('conversations', { query: { search: '+256741000001' } })
    at.clock.advance(15)
    await at.simulator.fault('token-expired', 10_000)
    const body = { client_message_id: unique(), content: 'Hi' }
    await at.ann.get('send', { params: { id: reply[0]?.id ?? '' }, body })
    await eventually('the refusal', async () => (await wrong()).includes('access-refused'))
    const figures = async () => (await at.server.app.inject({ url: '/metrics' })).body
    await eventually('the figure', async () =>
      /^parley_channel_problem{kind="access-refused",number=""} 1$/m.test(await figures()),
    )
    expect((await health()).problems[0]).toMatchObject({
      kind: 'access-refused',
      said: expect.stringContaining('expired'),
    })
    await at.simulator.clearFaults()
    at.clock.advance(61)
    await eventually('it to be good', async () => (await health()).numbers[0]?.access === 'good')
    await eventually('the figure to be gone', async () => !(await figures()).includes('access-refused'))
  })

  test('what waits longer than half a minute is counted, and since when', async () => {
    await becomes([])
    const phone = '256741000002'
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello'))
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    const { db } = at.database
    const now = at.clock.now().getTime()
    await sql`insert into messages (conversation_id, direction, source, message_type, content, agent_id, at, arrived_at,
        status, send_deadline, next_try_at)
      select ${Number(reply[0]?.id)}::bigint, 'OUTBOUND', 'AGENT', 'text', 'Waits', ${Number(at.ann.id)}::bigint, t, t, 'queued',
        t + interval '2 minutes', t + interval '1 hour'
      from unnest(${[31, 40, 29].map(s => new Date(now - s * 1000))}::timestamptz[]) t`.execute(db)
    const { problems, waiting } = await health()
    expect(waiting).toBe(2)
    expect(problems).toEqual([
      {
        kind: 'sends-waiting',
        number: null,
        since: new Date(now - 40_000).toISOString(),
        count: 2,
        said: null,
      },
    ])
    await sql`delete from messages where content = 'Waits'`.execute(db)
  })

  test('the weeks before are counted in the same time as the silence', async () => {
    const { db } = at.database
    const last = new Date(at.clock.now().getTime() + 3_600_000)
    const now = new Date(last.getTime() + 40 * 60_000)
    const put = (times: readonly Date[]) =>
      sql`
      insert into messages (conversation_id, direction, source, message_type, content, at, arrived_at, status)
      select (select min(id) from conversations), 'INBOUND', 'CUSTOMER', 'text', 'Old', t, t, 'received'
      from unnest(${times}::timestamptz[]) t`.execute(db)
    const before = (weeks: number, minutes: number) =>
      new Date(now.getTime() - weeks * week * 1000 - minutes * 60_000)
    const own = [{ phoneNumberId: channel.phoneNumberId }]
    await put([last])
    // A message from another channel proves nothing about WhatsApp.
    await put([now])
    await sql`update messages set phone_number_id = 'web-chat' where content = 'Old' and at = ${now}`.execute(
      db,
    )
    expect(await silenceOf(db, own, now)).toEqual({ lastInboundAt: last, weeksBefore: [] })
    await put([
      ...[1, 10, 39].map(minutes => before(1, minutes)),
      // At both ends of the range; only one end is inclusive.
      before(2, 0),
      before(2, 40),
      before(2, -1),
      before(4, 5),
      before(5, 5),
    ])
    expect((await silenceOf(db, own, now)).weeksBefore).toEqual([3, 1, 0, 1])
    expect((await silenceOf(db, own, new Date(last.getTime() + 9 * 60_000))).weeksBefore).toEqual([])
  })
})
