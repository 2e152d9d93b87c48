import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import type { OpenConversation } from '../conversations/open.ts'
import { acknowledgementOf, leastConfidence } from './acknowledgement.ts'

type Item = Readonly<Record<string, unknown>>

let phones = 0
const thanks = 'Thanks a lot! 🙏'
const question = 'When will it be paid?'

describe('[Q-413] a customer who only thanks or agrees', () => {
  let at: TestServer
  let phone: string
  beforeAll(async () => {
    at = await startTestServer({ undoSendMs: 5_000 })
  })
  afterAll(() => at.close())
  beforeEach(() => {
    phone = `25676${String((phones += 1)).padStart(7, '0')}`
  })

  /** The time of the next message, in seconds since 1970. */
  const next = () => {
    at.clock.advance(1)
    return Math.floor(at.clock.now().getTime() / 1000)
  }
  const comes = async (...messages: readonly Item[]) => {
    const contacts = [{ wa_id: messages[0]?.['from'], profile: { name: 'Nakato' } }]
    expect(await at.webhook(envelope({ contacts, messages }))).toBe(200)
  }
  const says = async (...words: readonly string[]) => {
    const ids = words.map(() => `wamid.${unique()}`)
    await comes(...words.map((body, n) => text(phone, ids[n] ?? '', body, next())))
    return ids
  }
  const row = async (of = phone) => {
    const [found] = (await at.ann.get('conversations', { query: { search: `+${of}` } })).reply
    if (found === undefined) throw new Error(`No conversation of ${of}`)
    return found
  }
  const isAcknowledgement = async () => (await row()).acknowledgement !== null
  const reply = async (content: string) => {
    const { id } = await row()
    return (await at.ann.get('send', { params: { id }, body: { client_message_id: unique(), content } }))
      .reply.id
  }

  test('stands behind every question of the queue, with the confidence, and before no one who waits less', async () => {
    await says(thanks)
    const first = await row()
    expect(first.waiting_since).not.toBeNull()
    expect(first.acknowledgement?.confidence).toBeGreaterThanOrEqual(0.5)
    expect(first.acknowledgement?.confidence).toBeLessThanOrEqual(1)
    phone = `25676${String((phones += 1)).padStart(7, '0')}`
    await says(question)
    const asking = await row()
    const queue = (await at.ann.get('conversations', { query: { queue: 'waiting' } })).reply.map(
      ({ id }) => id,
    )
    expect(queue.slice(-2)).toEqual([asking.id, first.id])
  })

  test.each([
    ['thanks', [[thanks]], true],
    ['Luganda', [['Mwebale nnyo']], true],
    ['Swahili', [['Asante sana']], true],
    ['a sign', [['👍']], true],
    ['two of them, one after the other', [['Ok'], ['🙏']], true],
    ['two of them at once', [['Ok', thanks]], true],
    ['a question before', [[question], [thanks]], false],
    ['a question after', [[thanks], [question]], false],
    ['a question at once', [[thanks, question, '👍']], false],
    ['a question between', [[thanks], [question], [thanks]], false],
    ['words that mean something else', [['Good morning']], false],
  ])('%s', async (_, batches, expected) => {
    for (const batch of batches) await says(...batch)
    expect(await isAcknowledgement()).toBe(expected)
  })

  test.each([
    ['a picture', { type: 'image', image: { id: '7', mime_type: 'image/jpeg', caption: 'Thanks' } }],
    ['a place', { type: 'location', location: { latitude: 0.3, longitude: 32.6, name: 'Thanks' } }],
    ['a voice note', { type: 'audio', audio: { id: '8', mime_type: 'audio/ogg', voice: true } }],
  ])('%s needs a look, before thanks too', async (_, content) => {
    await comes({ from: phone, id: `wamid.${unique()}`, timestamp: String(next()), ...content })
    expect(await isAcknowledgement()).toBe(false)
    await says(thanks)
    expect(await isAcknowledgement()).toBe(false)
  })

  test('after a reply, and in a conversation that was resolved', async () => {
    await says(question)
    await reply('On Friday')
    expect(await isAcknowledgement()).toBe(false)
    await says(thanks)
    expect(await isAcknowledgement()).toBe(true)
    await says(question)
    const { id } = await row()
    await at.ann.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
    expect(await isAcknowledgement()).toBe(false)
    await says(thanks)
    expect(await isAcknowledgement()).toBe(true)
  })

  test('a reply that is taken back leaves its question, and thanks alone if there was none', async () => {
    await says(question)
    const first = await reply('On Friday')
    await says(thanks)
    await at.ann.get('takeBack', { params: { id: first } })
    expect(await isAcknowledgement()).toBe(false)
    await reply('On Friday')
    await says(thanks)
    const second = await reply('You are welcome')
    await at.ann.get('takeBack', { params: { id: second } })
    expect(await isAcknowledgement()).toBe(true)
  })

  test('an edit may ask something', async () => {
    const [wamid] = await says(thanks)
    const message = { type: 'text', text: { body: question } }
    const changed = { from: phone, id: `wamid.${unique()}`, timestamp: String(next()), type: 'edit' }
    await comes({ ...changed, edit: { original_message_id: wamid, message } })
    expect(await isAcknowledgement()).toBe(false)
  })

  test('a merge with a conversation that asks', async () => {
    await says(thanks)
    const here = await row()
    phone = `25676${String((phones += 1)).padStart(7, '0')}`
    await says(question)
    const body = { other_conversation_id: (await row()).id }
    await at.ann.get('mergeCustomers', { params: { id: here.id }, body })
    const [merged] = (await at.ann.get('conversations', { query: { conversation_id: here.id } })).reply
    expect(merged).toMatchObject({ waiting_since: here.waiting_since, acknowledgement: null })
  })
})

describe('[Q-413] the confidence of one message', () => {
  const free: OpenConversation = {
    id: 1,
    customer_id: 2,
    inbound_no: 1,
    status: 'ACTIVE',
    assignee_id: null,
    rating_ask_id: null,
    snoozed_until: null,
    snoozed_by: null,
    with_bot: false,
    human_wait_started_at: null,
    acknowledged_wait: null,
  }
  const wait = new Date('2026-03-02T09:00:00Z')
  test.each([
    ['a sign without a recogniser', '👍', {}, 1],
    ['words without a recogniser', 'Thanks', {}, null],
    ['with the bot', '👍', { with_bot: true }, null],
    ['behind a question', '👍', { human_wait_started_at: wait }, null],
    ['behind another one', '👍', { human_wait_started_at: wait, acknowledged_wait: wait }, 1],
    ['behind a question that was resolved', '👍', { status: 'RESOLVED', human_wait_started_at: wait }, 1],
  ])('%s', (_, words, more, expected) => {
    expect(acknowledgementOf({ type: 'text', text: words }, { ...free, ...more }, null)).toBe(expected)
  })

  test.each([
    [[0.9], 0.9],
    [[0.9, 0.6, 1], 0.6],
    [[0.9, null], null],
  ])('of %j the least is %s', (confidences, expected) => {
    expect(leastConfidence(confidences)).toBe(expected)
  })
})
