import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { envelope, textWebhook } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'

let phones = 0
const newPhone = () => `25678${String((phones += 1)).padStart(7, '0')}`

describe('[Q-180] a person on a contact card', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  const rowOf = async (phone: string) =>
    (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply[0]

  /** A customer sends a card with these numbers. Answers the message's id. */
  const sendsCard = async (...cards: readonly { phone: string; wa_id?: string }[]) => {
    const from = newPhone()
    const contacts = [{ name: { formatted_name: 'Okello Brian' }, phones: cards }]
    const message = { from, id: `wamid.${from}`, timestamp: '1772441900', type: 'contacts', contacts }
    expect(await at.webhook(envelope({ contacts: [{ wa_id: from }], messages: [message] }))).toBe(200)
    const { reply } = await at.ann.get('history', { params: { id: (await rowOf(from))?.id ?? '' } })
    return reply.messages[0]?.id ?? ''
  }
  const opens = async (id: string, number: string) =>
    (await at.ann.get('openContact', { params: { id }, body: { number } })).reply
  const customersOf = (phone: string) =>
    at.database.db.selectFrom('customers').select(['id', 'name']).where('wa_id', '=', phone).execute()

  test.each<[string, (digits: string) => { phone: string; wa_id?: string }]>([
    ['as WhatsApp names it', digits => ({ phone: 'my number', wa_id: digits })],
    ['with its country code', digits => ({ phone: `+${digits}` })],
    ['as people here write it', digits => ({ phone: `0${digits.slice(3)}` })],
  ])('whose number stands %s becomes a customer with a conversation, once', async (_, card) => {
    const phone = newPhone()
    const { phone: number, ...more } = card(phone)
    const message = await sendsCard({ phone: number, ...more })
    const made = await opens(message, number)
    expect(made.is_new_customer).toBe(true)
    expect(await rowOf(phone)).toMatchObject({
      id: made.conversation_id,
      user: { name: 'Okello Brian', phone_number: `+${phone}` },
      status: 'ACTIVE',
      last_message: null,
      unread_count: 0,
    })
    const both = await Promise.all([opens(message, number), opens(message, number)])
    expect(both).toEqual(both.map(() => ({ ...made, is_new_customer: false })))
    expect(await customersOf(phone)).toMatchObject([{ name: 'Okello Brian' }])
    await at.webhook(textWebhook(phone, `wamid.later.${phone}`, 'Hello', 'Brian'))
    expect(await rowOf(phone)).toMatchObject({ id: made.conversation_id, inbound_no: 1 })
    const entries = await at.database.db
      .selectFrom('audit')
      .select(['action', 'agent_id'])
      .where('object_id', '=', Number((await customersOf(phone))[0]?.id))
      .where('noun', '=', 'customer')
      .execute()
    expect(entries).toEqual([{ action: 'customer.added', agent_id: Number(at.ann.id) }])
  })

  test('finds an existing customer, who keeps their name; their archived conversation stays', async () => {
    const phone = newPhone()
    await at.webhook(textWebhook(phone, `wamid.own.${phone}`, 'Hello', 'Nakato'))
    const id = (await rowOf(phone))?.id ?? ''
    const message = await sendsCard({ phone: `+${phone}` })
    expect(await opens(message, `+${phone}`)).toEqual({ conversation_id: id, is_new_customer: false })
    expect(await customersOf(phone)).toMatchObject([{ name: 'Nakato' }])
    await at.ann.get('setConversationStatus', { params: { id }, body: { status: 'ARCHIVED' } })
    const again = await opens(message, `+${phone}`)
    expect(again.is_new_customer).toBe(false)
    expect(again.conversation_id).not.toBe(id)
  })

  test('accepts only a number on the card, and only a whole number', async () => {
    const other = newPhone()
    const message = await sendsCard({ phone: 'ring me' }, { phone: `+${newPhone()}` })
    for (const [number, says] of [
      [`+${other}`, 'does not stand on a contact card'],
      ['ring me', 'is no whole phone number'],
    ] as const) {
      const refused = await at.ann.ask('openContact', { params: { id: message }, body: { number } })
      expect(refused.status).toBe(400)
      expect(JSON.stringify(refused.body)).toContain(says)
    }
    expect(await customersOf(other)).toEqual([])
  })

  test('[Q-176] neither opens nor reveals a conversation that the agent may not see', async () => {
    const phone = newPhone()
    const email = `${unique()}@parley.example`
    const frank = await addAgent(at.server.writer, { email: `${unique()}@parley.example`, password })
    await addAgent(at.server.writer, { email, password })
    const cleo = await AgentClient.signIn(at.server.app, at.url, email, password)
    await at.webhook(textWebhook(phone, `wamid.own.${phone}`, 'Hello', 'Nakato'))
    const id = (await rowOf(phone))?.id ?? ''
    await at.database.db
      .updateTable('conversations')
      .set({ assignee_id: frank })
      .where('id', '=', Number(id))
      .execute()
    const message = await sendsCard({ phone: `+${phone}` })
    const asked = { params: { id: message }, body: { number: `+${phone}` } }
    await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'supervisors' } } })
    const refused = await cleo.ask('openContact', asked)
    expect(refused.status).toBe(403)
    expect(JSON.stringify(refused.body)).not.toContain(id)
    await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'everybody' } } })
    expect((await cleo.ask('openContact', asked)).status).toBe(200)
  })
})
