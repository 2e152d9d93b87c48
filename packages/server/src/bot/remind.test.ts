import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import { remindOfForm } from './loop.ts'

let phones = 0
const hour = 3_600

describe('[Q-207] a form that was left is recalled once', () => {
  let at: TestServer
  let phone: string
  let conversationId: number
  beforeAll(async () => {
    at = await startTestServer()
    await at.database.db.updateTable('business_numbers').set({ bot_on: true }).execute()
  })
  afterAll(() => at.close())

  const says = async (words: string) => {
    const seconds = Math.floor(at.clock.now().getTime() / 1000)
    const one = text(phone, `wamid.${unique()}`, words, seconds)
    expect(await at.webhook(envelope({ messages: [one] }))).toBe(200)
    const row = () =>
      at.database.db
        .selectFrom('conversations')
        .innerJoin('customers', 'customers.id', 'conversations.customer_id')
        .select(['conversations.id', 'bot_from'])
        .where('wa_id', '=', phone)
        .executeTakeFirst()
    await eventually('the bot to have heard it', async () => (await row())?.bot_from === null)
    conversationId = (await row())?.id ?? 0
  }
  /** Advances to the next time at which a clock in Kampala shows this hour. */
  const untilHour = (wanted: number) => {
    const day = 24 * hour
    const seconds = Math.floor(at.clock.now().getTime() / 1000) + 3 * hour
    at.clock.advance((((wanted * hour - (seconds % day)) % day) + day) % day)
  }
  /** Begins a form and answers two questions at this hour in Kampala. */
  const begins = async (when: number) => {
    phone = `25671${String((phones += 1)).padStart(7, '0')}`
    untilHour(when)
    await says('I want to join the pension plan')
    await says('Nakato Mary')
  }
  const said = async () =>
    (
      await at.database.db
        .selectFrom('messages')
        .select('content')
        .where('conversation_id', '=', conversationId)
        .where('source', '=', 'BOT')
        .orderBy('id')
        .execute()
    ).map(({ content }) => content)
  /** The messages since `before`. It looks for reminders three times, so that a duplicate would show. */
  const recalled = async (before: readonly string[]) => {
    for (let tries = 0; tries < 3; tries += 1) await remindOfForm(at.server.writer)
    return (await said()).slice(before.length)
  }

  /** The server's own loop may send it first. */
  const reminded = (before: readonly string[]) =>
    eventually('the reminder', async () => {
      const told = await recalled(before)
      return told.length > 0 && told
    })

  test('after 20 hours, with the question that stands open, once for the form', async () => {
    await begins(13)
    const before = await said()
    at.clock.advance(20 * hour - 1)
    expect(await recalled(before)).toEqual([])
    at.clock.advance(1)
    const told = await reminded(before)
    expect(told[0]).toMatch(/^Your application IPP-\d+ is not finished yet\.$/)
    expect(told.slice(1)).toEqual(before.slice(-1))
    await says('4/3/1991')
    const after = await said()
    at.clock.advance(21 * hour)
    expect(await recalled(after)).toEqual([])
  })

  test('20 hours after what was written last, whatever it was', async () => {
    await begins(13)
    at.clock.advance(hour)
    await says('thank you')
    const before = await said()
    at.clock.advance(20 * hour - 1)
    expect(await recalled(before)).toEqual([])
    at.clock.advance(1)
    expect(await reminded(before)).not.toEqual([])
  })

  test.each([
    ['12:00', 20, '08:00', true],
    ['11:59', 20, '07:59', false],
    ['23:59', 20, '19:59', true],
    ['00:00', 20, '20:00', false],
    ['08:11', 23 + 49 / 60, '08:00', true],
    ['08:05', 23 + 55 / 60, '08:00, when there is hardly time left', false],
  ])('left at %s, %f hours later it is %s: %s', async (left, later, _, isRecalled) => {
    const [hours = 0, minutes = 0] = left.split(':').map(Number)
    await begins(hours + minutes / 60)
    const before = await said()
    at.clock.advance(Math.round(later * hour))
    if (isRecalled) expect(await reminded(before)).not.toEqual([])
    else expect(await recalled(before)).toEqual([])
  })

  test.each([
    ['an agent alone has begun', { is_asked: false }],
    ['was changed last longer ago than the 24 hours', { updated_at: new Date('2026-01-01') }],
  ])('never one that %s', async (_, change) => {
    await begins(13)
    const before = await said()
    await at.database.db
      .updateTable('application_drafts')
      .set(change)
      .where('application_id', 'in', eb =>
        eb.selectFrom('applications').select('id').where('conversation_id', '=', conversationId),
      )
      .execute()
    at.clock.advance(21 * hour)
    expect(await recalled(before)).toEqual([])
  })

  test('one that was put aside is gone on with by a word', async () => {
    await begins(13)
    await says('later')
    const before = await said()
    at.clock.advance(21 * hour)
    expect((await reminded(before)).join(' ')).toContain('write "continue"')
    await says('continue')
    expect((await said()).at(-1)).toContain('born')
  })

  test('not at night: in the morning, if the 24 hours are not over by then', async () => {
    await begins(10)
    const before = await said()
    at.clock.advance(20 * hour)
    expect(await recalled(before)).toEqual([])
    untilHour(8)
    expect(await reminded(before)).not.toEqual([])
    await begins(7)
    const late = await said()
    untilHour(6)
    expect(await recalled(late)).toEqual([])
    untilHour(8)
    expect(await recalled(late)).toEqual([])
  })

  test.each([
    ['cancelled', ['cancel', 'yes']],
    ['given to a person', ['I want to talk to a human being please']],
  ])('never one that was %s', async (_, words) => {
    await begins(13)
    for (const one of words) await says(one)
    const before = await said()
    at.clock.advance(21 * hour)
    expect(await recalled(before)).toEqual([])
  })
})
