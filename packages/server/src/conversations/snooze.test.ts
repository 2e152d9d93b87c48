import { maxSnoozeDays, queues } from '@parley/core/conversations/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { password, startTestServer, type TestServer } from '../../test/server.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import { newestOf } from './thread.ts'
import { endSnoozes } from './snooze.ts'
import { markClosing } from './reach.ts'

const hours = 3_600
const day = 24 * hours

describe('snoozed conversations, and closing windows', () => {
  let at: TestServer
  let ann: AgentClient
  const signIn = (who = 'ann') => AgentClient.signIn(at.server.app, at.url, `${who}@parley.example`, password)
  beforeAll(async () => {
    at = await startTestServer()
    ann = await signIn()
  })
  afterAll(() => at.close())

  let customers = 0
  const says = (phone: string, words: string) => {
    const now = Math.floor(at.clock.now().getTime() / 1_000)
    return at.webhook(envelope({ messages: [text(phone, `wamid.${phone}.${words}`, words, now)] }))
  }
  /** Sessions expire as the clock moves. */
  const advance = async (seconds: number) => {
    at.clock.advance(seconds)
    ann = await signIn()
  }
  /** A conversation of Ann's whose customer has just written. */
  const conversation = async (): Promise<{ readonly id: string; readonly phone: string }> => {
    customers += 1
    const phone = `2567000001${String(customers).padStart(2, '0')}`
    await says(phone, 'Hello')
    const { reply } = await ann.get('conversations', { query: { search: phone } })
    const id = reply[0]?.id ?? ''
    await ann.get('assign', { params: { id }, body: { agent_id: ann.id } })
    await ann.ask('acceptHandoff', { params: { id } })
    return { id, phone }
  }
  const later = (seconds: number) => new Date(at.clock.now().getTime() + seconds * 1_000).toISOString()
  const putOff = (id: string, until: string | null, more: object = {}) =>
    ann.ask('snoozeConversation', { params: { id }, body: { until, ...more } })
  const rowOf = async (id: string) =>
    (await ann.get('conversations', { query: { conversation_id: id } })).reply[0]
  const queuesOf = async (id: string): Promise<readonly string[]> => {
    const within: string[] = []
    for (const queue of queues) {
      const { reply } = await ann.get('conversations', { query: { queue } })
      if (reply.some(row => row.id === id)) within.push(queue)
    }
    return within
  }
  /** Waits for what `read` gives once windows are marked: the server's own job marks too, and each skips what the other holds. */
  const afterMarking = <T>(read: () => Promise<T>) =>
    expect.poll(
      async () => {
        await markClosing(at.server.writer)
        return read()
      },
      { timeout: 20_000 },
    )
  const noticesOf = async (id: string) =>
    (await ann.get('pollNotifications')).reply.filter(
      notice => notice.conversation_id === id && notice.title === 'Back from snooze',
    )

  test('[Q-221] a snoozed conversation is in its own queue only until its time; then its owner is notified with the reason, and its wait is as before', async () => {
    const { id } = await conversation()
    const { waiting_since: since } = (await rowOf(id)) ?? {}
    expect(since).not.toBeNull()
    const until = later(2 * hours)
    expect((await putOff(id, until, { reason: '  The bank answers ' })).body).toMatchObject({
      snoozed: { until, by: { id: ann.id }, reason: 'The bank answers' },
      waiting_since: since,
    })
    expect(await queuesOf(id)).toEqual(['snoozed'])
    await advance(2 * hours - 1)
    await endSnoozes(at.server.writer)
    expect(await queuesOf(id)).toEqual(['snoozed'])
    await advance(1)
    await endSnoozes(at.server.writer)
    expect(await queuesOf(id)).toEqual(['open', 'waiting'])
    expect(await rowOf(id)).toMatchObject({ snoozed: null, waiting_since: since })
    expect((await noticesOf(id)).map(({ message }) => message)).toEqual([
      expect.stringMatching(/: The bank answers$/),
    ])
    const { reply } = await ann.get('audit', { query: { action: 'conversation.snooze' } })
    expect(reply[0]).toMatchObject({ on: { id }, after: { until } })
    expect(JSON.stringify(reply)).not.toContain('bank')
  })

  test('[Q-221] a snooze ends at once when the customer writes, when an agent ends it, and when the conversation closes', async () => {
    const { id, phone } = await conversation()
    await putOff(id, later(day))
    expect(await queuesOf(id)).toEqual(['snoozed'])
    await says(phone, 'I am here')
    expect(await queuesOf(id)).toEqual(['open', 'waiting'])
    await putOff(id, later(day))
    expect((await putOff(id, null)).body).toMatchObject({ snoozed: null })
    expect(await queuesOf(id)).toEqual(['open', 'waiting'])
    await putOff(id, later(day))
    for (const status of ['RESOLVED', 'ACTIVE'])
      await ann.get('setConversationStatus', { params: { id }, body: { status } })
    expect(await rowOf(id)).toMatchObject({ snoozed: null })
    await advance(day)
    await endSnoozes(at.server.writer)
    expect(await noticesOf(id)).toEqual([])
  })

  /** The lines about ended snoozes, the oldest first, the same in events and in a fresh response. */
  const linesOf = async (id: string) => {
    const { messages } = (await ann.get('history', { params: { id } })).reply
    return messages.filter(message => message.details?.snooze !== undefined)
  }

  test('[Q-244] each end of a snooze is a line in the thread with time and agent, without the reason', async () => {
    const { id, phone } = await conversation()
    const reason = 'The bank answers'
    const [first, second, third] = [later(hours), later(2 * hours), later(3 * hours)]
    await putOff(id, first, { reason })
    await putOff(id, second, { reason })
    // A longer snooze adds no line.
    expect(await linesOf(id)).toEqual([])
    await putOff(id, null)
    await putOff(id, second, { reason })
    at.clock.advance(60)
    await says(phone, 'I am here')
    await putOff(id, third, { reason })
    const before = (await rowOf(id))?.last_message
    await advance(3 * hours)
    await endSnoozes(at.server.writer)
    const lines = await linesOf(id)
    expect(lines.map(({ details }) => details?.snooze)).toEqual([
      { until: second, by: 'ann', end: 'press', ended_by: 'ann' },
      { until: second, by: 'ann', end: 'customer', ended_by: null },
      { until: third, by: 'ann', end: 'time', ended_by: null },
    ])
    for (const line of lines) {
      expect(line).toMatchObject({ source: 'SYSTEM', sender_id: 'system', inbound_no: null })
      expect(line.content).toMatch(/^Snoozed until 2026-\d\d-\d\d \d\d:\d\d UTC by ann · /)
      expect(JSON.stringify(line)).not.toContain('bank')
    }
    const { messages } = (await ann.get('history', { params: { id } })).reply
    // In order of time: the customer's message stands before the line that it caused.
    const places = messages.map(({ details, content }) => details?.snooze?.end ?? content)
    expect(places.slice(-4)).toEqual(['press', 'I am here', 'customer', 'time'])
    // The line is not unread, unlike the customer's two messages, and not the last message.
    const row = await rowOf(id)
    expect(row).toMatchObject({ last_message: before, unread_count: 2 })
    // Nor after a recomputation of the last message.
    const newest = await sql<{ id: number }>`select ${newestOf(Number(id))} as id`.execute(at.database.db)
    expect(String(newest.rows[0]?.id)).toBe(before?.id)
  })

  test('[Q-266] undoing one’s own snooze leaves no line; a colleague’s end of it leaves one', async () => {
    const { id } = await conversation()
    await putOff(id, later(hours))
    expect((await putOff(id, null, { undo: true })).body).toMatchObject({ snoozed: null })
    expect(await linesOf(id)).toEqual([])
    await putOff(id, later(hours))
    const body = { until: null, undo: true }
    const brian = await signIn('brian')
    await brian.get('snoozeConversation', { params: { id }, body })
    expect(await linesOf(id)).toMatchObject([{ details: { snooze: { end: 'press', ended_by: 'brian' } } }])
  })

  test('[Q-244] resolving a conversation adds no line about its snooze', async () => {
    const { id } = await conversation()
    await putOff(id, later(hours))
    await ann.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
    await advance(hours)
    await endSnoozes(at.server.writer)
    expect(await linesOf(id)).toEqual([])
  })

  test('[Q-221] a reply keeps the snooze; a longer snooze ends at the later time', async () => {
    const { id } = await conversation()
    await putOff(id, later(hours))
    await ann.get('send', { params: { id }, query: { content: 'I will ask' } })
    expect(await queuesOf(id)).toEqual(['snoozed'])
    await putOff(id, later(3 * hours))
    await advance(2 * hours)
    await endSnoozes(at.server.writer)
    expect(await queuesOf(id)).toEqual(['snoozed'])
  })

  test.each([
    ['a time that is over', () => later(-1), 'is not in the future'],
    ['this moment', () => later(0), 'is not in the future'],
    ['a time too far away', () => later((maxSnoozeDays + 1) * day), `more than ${maxSnoozeDays} days`],
    ['no time', () => 'tomorrow', 'invalid ISO datetime'],
  ])('[Q-221] %s is refused', async (_, until, why) => {
    const { id } = await conversation()
    const answer = await putOff(id, until())
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(why)
    expect(await rowOf(id)).toMatchObject({ snoozed: null })
  })

  test('[Q-221] refuses to snooze a resolved conversation, one with the bot, and an old version', async () => {
    const { id } = await conversation()
    const { version } = (await rowOf(id)) ?? {}
    await putOff(id, later(hours), { version })
    expect((await putOff(id, later(2 * hours), { version })).status).toBe(409)
    await ann.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
    const answer = await putOff(id, later(hours))
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain('it is resolved')
  })

  test('[Q-222] a window with less than four hours left is in a queue, the shortest first, until it closes or the customer writes', async () => {
    const first = await conversation()
    await advance(1 * hours)
    const second = await conversation()
    const closing = async () =>
      (await ann.get('conversations', { query: { queue: 'closing' } })).reply
        .map(row => row.id)
        .filter(id => id === first.id || id === second.id)
    await advance(19 * hours - 2)
    await afterMarking(closing).toEqual([])
    await advance(2)
    await afterMarking(closing).toEqual([first.id])
    await advance(hours)
    await afterMarking(closing).toEqual([first.id, second.id])
    await afterMarking(() => rowOf(first.id)).toMatchObject({ closes_soon: true, closes_within_hour: false })
    await advance(2 * hours)
    await afterMarking(() => rowOf(first.id)).toMatchObject({ closes_soon: true, closes_within_hour: true })
    expect(await rowOf(second.id)).toMatchObject({ closes_soon: true, closes_within_hour: false })
    expect(await queuesOf(first.id)).toEqual(['open', 'waiting', 'closing'])
    await says(first.phone, 'Are you there?')
    expect(await closing()).toEqual([second.id])
    expect(await rowOf(first.id)).toMatchObject({ closes_within_hour: false })
    await advance(2 * hours)
    await afterMarking(closing).toEqual([])
    await afterMarking(() => rowOf(second.id)).toMatchObject({ closes_soon: false })
  })

  test('[Q-222] a window that WhatsApp has closed is not closing soon', async () => {
    const { id } = await conversation()
    await advance(21 * hours)
    await afterMarking(() => queuesOf(id)).toContain('closing')
    await at.database.db
      .updateTable('conversations')
      .set({ window_refused_at: at.clock.now() })
      .where('id', '=', Number(id))
      .execute()
    expect(await queuesOf(id)).not.toContain('closing')
    await afterMarking(() => rowOf(id)).toMatchObject({ closes_soon: false })
  })
})
