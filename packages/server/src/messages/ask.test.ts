import type { SendBody } from '@parley/core/messages/api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

const day = 24 * 3600
const buttons = { kind: 'buttons', buttons: ['Yes, it is', 'No'] } as const
const list = {
  kind: 'list',
  button: 'Choose',
  rows: [
    { title: 'A claim', description: 'Something has happened' },
    { title: 'My policy', description: null },
  ],
} as const
const place = { kind: 'location' } as const
const card = {
  name: 'Claims desk',
  organisation: 'Parley Life',
  number: '+256 770 123 456',
  email: 'claims@parley.example',
}
let phones = 0

describe('[Q-194] questions with buttons, lists and cards', () => {
  let at: TestServer
  let phone: string
  let id: string
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  const newConversation = async (ago = 0) => {
    phone = `25679${String((phones += 1)).padStart(7, '0')}`
    const wrote = Math.floor(at.clock.now().getTime() / 1000) - ago
    await at.webhook(envelope({ messages: [text(phone, `wamid.${unique()}`, 'Hello', wrote)] }))
    id = (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply[0]?.id ?? ''
  }
  beforeEach(() => newConversation())

  const ask = (body: Omit<SendBody, 'client_message_id'>, clientId = unique()) =>
    at.ann.ask('send', { params: { id }, body: { client_message_id: clientId, ...body } })
  const sent = async (body: Omit<SendBody, 'client_message_id'>) => {
    const { status, body: reply } = await ask(body)
    expect({ status, reply }, JSON.stringify(reply)).toMatchObject({ status: 200 })
    return (reply as { id: string }).id
  }
  const messages = async () => (await at.ann.get('history', { params: { id } })).reply.messages
  const delivered = (message: string) =>
    eventually(`${message} to be delivered`, async () => {
      const found = (await messages()).find(one => one.id === message)
      return found?.status === 'delivered' && found
    })
  const shown = async () => {
    const [newest] = (await at.simulator.received(`+${phone}`)).toReversed()
    if (newest === undefined) throw new Error('Nothing is on the phone')
    return newest
  }
  const answer = () =>
    eventually('the answer', async () => (await messages()).find(one => one.quote !== null))

  test('sends buttons, and a pressed one returns as a reply to them', async () => {
    const question = await sent({ content: ' Is this your number? ', ask: buttons })
    expect(await delivered(question)).toMatchObject({
      message_type: 'interactive',
      content: 'Is this your number?',
      details: { ask: buttons },
    })
    expect(await shown()).toMatchObject({ type: 'interactive', text: 'Is this your number?' })
    await at.simulator.tap(`+${phone}`, (await shown()).id, '1')
    expect(await answer()).toMatchObject({
      content: 'Yes, it is',
      quote: { message: { id: question } },
      details: { choice: { kind: 'button', title: 'Yes, it is', id: '1' } },
    })
  })

  test('sends a list with descriptions of its rows', async () => {
    const question = await sent({ content: 'What is it about?', ask: list })
    await delivered(question)
    await at.simulator.tap(`+${phone}`, (await shown()).id, '1')
    expect(await answer()).toMatchObject({
      quote: { message: { id: question } },
      details: { choice: { kind: 'list', title: 'A claim', id: '1' } },
    })
  })

  test('asks for the customer’s location', async () => {
    const question = await sent({ content: 'Where did it happen?', ask: place })
    await delivered(question)
    const { id: onPhone } = await shown()
    await at.simulator.write(`+${phone}`, {
      type: 'raw',
      message: {
        type: 'location',
        location: { latitude: 0.3136, longitude: 32.5811 },
        context: { id: onPhone },
      },
    })
    expect(await answer()).toMatchObject({
      message_type: 'location',
      quote: { message: { id: question } },
      details: { location: { latitude: 0.3136 } },
    })
  })

  test('sends a contact card', async () => {
    const message = await sent({ card })
    expect(await delivered(message)).toMatchObject({
      message_type: 'contacts',
      content: 'Contact: Claims desk',
      details: {
        contacts: [
          { name: 'Claims desk', organisation: 'Parley Life', phones: [{ number: '+256770123456' }] },
        ],
      },
    })
    expect(await shown()).toMatchObject({ type: 'contacts' })
    const { reply } = await at.ann.get('conversations', { query: { conversation_id: id } })
    expect(reply[0]?.last_message?.content).toBe('Contact: Claims desk')
  })

  test('a question may quote a message', async () => {
    const [first] = await messages()
    await delivered(
      await sent({ content: 'Is it urgent?', ask: buttons, quoted_message_id: first?.id ?? '' }),
    )
    expect((await shown()).replyTo).not.toBeNull()
  })

  test.each<[string, Omit<SendBody, 'client_message_id'>, string]>([
    ['no words', { ask: buttons }, 'content'],
    [
      'a title too long',
      { content: 'x', ask: { kind: 'buttons', buttons: ['x'.repeat(21)] } },
      'ask.buttons.0',
    ],
    ['a list without rows', { content: 'x', ask: { ...list, rows: [] } }, 'ask.rows'],
    ['a file too', { content: 'x', ask: buttons, document_id: '1' }, 'ask'],
    ['a card with words', { content: 'x', card }, 'card'],
    ['a card with a question', { ask: place, card }, 'card'],
    ['a card with no number', { card: { ...card, number: '12' } }, 'card.number'],
    [
      'a template too',
      { ask: place, template: { name: 'payment_received', language: 'en', values: {} } },
      'template',
    ],
  ])('%s is refused by its field, before anything is stored', async (_, body, field) => {
    const { status, body: reply } = await ask(body)
    expect({ status, reply }).toMatchObject({
      status: 400,
      reply: { fields: { [field]: expect.stringMatching(/\w/) } },
    })
    expect(await messages()).toHaveLength(1)
  })

  test('a repeated client id is one message, and other content under it is refused', async () => {
    const clientId = unique()
    const first = await ask({ content: 'Which?', ask: list }, clientId)
    const again = await ask({ content: 'Which?', ask: list }, clientId)
    expect(again).toMatchObject({ status: 200, body: { id: (first.body as { id: string }).id } })
    for (const other of [
      { content: 'Which?' },
      { content: 'Which?', ask: buttons },
      { content: 'Which one?', ask: list },
      { card },
    ]) {
      expect(await ask(other, clientId)).toMatchObject({
        status: 409,
        body: { code: 'message.same-client-id' },
      })
    }
  })

  test('the same for a card', async () => {
    const clientId = unique()
    const first = await ask({ card }, clientId)
    const again = await ask({ card }, clientId)
    expect(again).toMatchObject({ status: 200, body: { id: (first.body as { id: string }).id } })
    for (const other of [
      { card: { ...card, number: '+256770123457' } },
      { content: 'Contact: Claims desk' },
    ]) {
      expect(await ask(other, clientId)).toMatchObject({
        status: 409,
        body: { code: 'message.same-client-id' },
      })
    }
  })

  test('refuses all of them outside the window', async () => {
    await newConversation(day + 1)
    for (const body of [{ content: 'Which?', ask: list }, { content: 'Where?', ask: place }, { card }]) {
      expect(await ask(body)).toMatchObject({ status: 409, body: { code: 'message.window-closed' } })
    }
  })
})
