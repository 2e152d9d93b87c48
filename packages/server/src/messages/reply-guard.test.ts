import { Message } from '@parley/core/messages/api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { AgentClient } from '../../test/models/agent-client.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'

const Guarded = z.strictObject({
  detail: z.string(),
  code: z.literal('message.answered-since'),
  messages: z.array(Message).min(1),
})

describe('the reply guard', () => {
  let at: TestServer
  let id: string
  /** The customer's message, which both agents have read. */
  let seen: string
  let phones = 0
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    const phone = `25673${String((phones += 1)).padStart(7, '0')}`
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello'))
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    id = reply[0]?.id ?? ''
    seen = (await thread())[0]?.id ?? ''
  })

  const thread = async () => (await at.ann.get('history', { params: { id } })).reply.messages
  const words = async () => (await thread()).map(message => message.content)
  const answer = (agent: AgentClient, content: string, more: Readonly<Record<string, unknown>> = {}) =>
    agent.ask('send', { params: { id }, body: { client_message_id: unique(), content, ...more } })
  const fromBot = async (content: string) => {
    const now = at.clock.now()
    const { id: message } = await at.database.db
      .insertInto('messages')
      .values({
        conversation_id: Number(id),
        direction: 'OUTBOUND',
        source: 'BOT',
        message_type: 'text',
        content,
        at: now,
        arrived_at: now,
        status: 'sent',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return String(message)
  }

  test('[Q-232] a reply marks the messages above it read, and none that arrived meanwhile', async () => {
    const unread = async (agent: AgentClient) =>
      (await agent.get('conversations', { query: { conversation_id: id } })).reply[0]?.unread_count
    const phone = `25673${String(phones).padStart(7, '0')}`
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'And another thing'))
    const newest = (await thread()).at(-1)?.id
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Are you there?'))
    expect([await unread(at.ann), await unread(at.brian)]).toEqual([3, 3])
    expect((await answer(at.ann, 'Yes', { seen_message_id: newest })).status).toBe(200)
    expect([await unread(at.ann), await unread(at.brian)]).toEqual([1, 3])
    expect((await thread()).slice(0, 3).map(message => message.first_seen_at !== null)).toEqual([
      true,
      true,
      false,
    ])
    // Read messages stay read after a reply to an earlier one.
    await answer(at.ann, 'Also', { seen_message_id: seen, force: true })
    expect(await unread(at.ann)).toBe(1)
    await answer(at.ann, 'By a caller that does not say')
    expect(await unread(at.ann)).toBe(1)
  })

  test('[Q-249] refuses an automatic retry after a colleague took the conversation over, and stores nothing', async () => {
    const [ann, brian] = [at.ann.id, at.brian.id]
    const held = (owner: string | null) =>
      at.database.db
        .updateTable('conversations')
        .set({ assignee_id: owner === null ? null : Number(owner) })
        .where('id', '=', Number(id))
        .execute()
    const believing = async (believed: string | null) =>
      (await answer(at.ann, 'Late', { believed_assignee_id: believed })).status
    await held(brian)
    const refused = await answer(at.ann, 'Late', { believed_assignee_id: null })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'assignment.taken', detail: 'brian has this conversation' },
    })
    expect(await believing(ann)).toBe(409)
    expect(await words()).toEqual(['Hello'])
    // Accepted: a sender who knew the owner, the owner, and a sender who names none.
    expect(await believing(brian)).toBe(200)
    expect((await answer(at.ann, 'A press')).status).toBe(200)
    await held(ann)
    expect(await believing(brian)).toBe(200)
    await held(null)
    expect(await believing(brian)).toBe(200)
    // A repeat gets the first response, whoever the owner is now.
    const click = { client_message_id: unique(), content: 'Once', believed_assignee_id: null }
    expect((await at.ann.ask('send', { params: { id }, body: click })).status).toBe(200)
    await held(brian)
    expect((await at.ann.ask('send', { params: { id }, body: click })).status).toBe(200)
    expect((await words()).filter(content => content === 'Once')).toHaveLength(1)
  })

  test('refuses a reply written before a colleague’s, answers with that one, and stores nothing', async () => {
    expect(await answer(at.brian, 'From Brian', { seen_message_id: seen })).toMatchObject({ status: 200 })
    const refused = await answer(at.ann, 'From Ann', { seen_message_id: seen })
    expect(refused.status).toBe(409)
    const { detail, messages } = Guarded.parse(refused.body)
    expect(detail).toBe('brian has answered since. Read that first, then send yours or drop it')
    // Delivery goes on meanwhile.
    const held = (await thread()).filter(message => message.direction === 'OUTBOUND')
    expect(messages.map(message => ({ ...message, status: 'queued' }))).toEqual(
      held.map(message => Message.parse({ ...message, status: 'queued' })),
    )
    expect(await words()).toEqual(['Hello', 'From Brian'])
  })

  test('refuses after the bot’s reply too, and answers with all in the thread’s order', async () => {
    await fromBot('From the bot')
    at.clock.advance(1)
    await answer(at.brian, 'From Brian')
    const { messages } = Guarded.parse((await answer(at.ann, 'Late', { seen_message_id: seen })).body)
    expect(messages.map(message => message.content)).toEqual(['From the bot', 'From Brian'])
  })

  test('accepts by force, without the field, after reading it, and after own replies and the customer’s messages', async () => {
    const first = await answer(at.ann, 'Own', { seen_message_id: seen })
    await at.webhook(
      textWebhook(`25673${String(phones).padStart(7, '0')}`, `wamid.${unique()}`, 'And another thing'),
    )
    const own = await answer(at.ann, 'Own again', { seen_message_id: seen })
    const botId = await fromBot('From the bot')
    const forced = await answer(at.ann, 'Forced', { seen_message_id: seen, force: true })
    const unguarded = await answer(at.ann, 'Unguarded')
    const informed = await answer(at.ann, 'Informed', { seen_message_id: botId })
    expect([first, own, forced, unguarded, informed].map(one => one.status)).toEqual([
      200, 200, 200, 200, 200,
    ])
    const asked = { seen_message_id: seen, force: false }
    expect(await answer(at.ann, 'Not forced', asked)).toMatchObject({ status: 409 })
  })

  test('compares ids as numbers; 0 means nothing read; a malformed id is 400 and names the field', async () => {
    const botId = Number(await fromBot('From the bot'))
    const shorter = '9'.repeat(String(botId).length - 1)
    expect(Number(shorter)).toBeLessThan(botId)
    expect(await answer(at.ann, 'Less', { seen_message_id: shorter })).toMatchObject({ status: 409 })
    expect(await answer(at.ann, 'None', { seen_message_id: '0' })).toMatchObject({ status: 409 })
    const longer = `1${'0'.repeat(String(botId).length)}`
    expect(await answer(at.ann, 'More', { seen_message_id: longer })).toMatchObject({ status: 200 })
    for (const wrong of ['', 'x', '-1', '1.5', '9'.repeat(16)]) {
      expect(await answer(at.ann, 'Wrong', { seen_message_id: wrong })).toMatchObject({
        status: 400,
        body: { fields: { seen_message_id: expect.any(String) } },
      })
    }
  })

  test('a repeated client id gets its first response again, before the guard', async () => {
    const click = { client_message_id: unique(), seen_message_id: seen }
    const first = await answer(at.ann, 'Mine', click)
    await answer(at.brian, 'From Brian')
    const again = await answer(at.ann, 'Mine', click)
    expect(again.status).toBe(200)
    expect((again.body as { id: string }).id).toBe((first.body as { id: string }).id)
    expect(await words()).toEqual(['Hello', 'Mine', 'From Brian'])
  })

  test('of two concurrent replies exactly one is accepted', async () => {
    for (let round = 0; round < 8; round += 1) {
      const newest = (await thread()).map(message => Number(message.id)).toSorted((a, b) => b - a)[0]
      const asked = { seen_message_id: String(newest) }
      const before = (await thread()).length
      const answers = await Promise.all([
        answer(at.ann, `Ann ${round}`, asked),
        answer(at.brian, `Brian ${round}`, asked),
      ])
      expect(answers.map(one => one.status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(await thread()).toHaveLength(before + 1)
    }
  })
})
