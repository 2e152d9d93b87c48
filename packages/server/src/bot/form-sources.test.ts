import type { Provenance } from '@parley/core/applications/application'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

const phone = '256740123456'
const name = 'personal_details.full_name'
const born = 'personal_details.date_of_birth'

/** All answers of a pension plan's form except the date of birth, as a Flow sends them. */
const flow = {
  flow_token: 'ipp-7',
  gender: 'female',
  nationality: 'Ugandan',
  id_type: 'passport',
  id_number: 'B1234567',
  marital_status: 'married',
  contact_details_phone_number: '0772 123 456',
  physical_address: 'Plot 4, Jinja Road',
  employment_status: 'student',
  monthly_contribution: '50k',
  payment_method: 'momo',
  start_date: 'tomorrow',
  beneficiary_1_name: 'Okello James',
  beneficiary_1_relationship: 'spouse',
  beneficiary_1_percentage: 100,
}

describe('[Q-204] a form that goes on in a later conversation', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
    await at.database.db.updateTable('business_numbers').set({ bot_on: true }).execute()
  })
  afterAll(() => at.close())

  const conversation = () =>
    at.database.db
      .selectFrom('conversations')
      .select(['id', 'bot_from'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
  const sends = async (message: Record<string, unknown>) => {
    const timestamp = String(Math.floor(at.clock.now().getTime() / 1000))
    const item = { ...message, id: `wamid.${unique()}`, from: phone, timestamp }
    expect(await at.webhook(envelope({ messages: [item] }))).toBe(200)
    await eventually('the bot to have heard it', async () => (await conversation())?.bot_from === null)
  }
  const says = (words: string) => sends(text(phone, '', words, 0))
  const application = async () => {
    const { id } = await at.database.db.selectFrom('applications').select('id').executeTakeFirstOrThrow()
    return (await at.ann.get('ippApplication', { params: { id: String(id) } })).reply
  }
  const openStep = async () => {
    const { state } = await at.database.db
      .selectFrom('application_drafts')
      .select('state')
      .executeTakeFirstOrThrow()
    return (state as { readonly at: { readonly step: string } }).at.step
  }
  /** The conversation that each source names, and the conversation of its message. */
  const sources = async () => {
    const { provenance } = await application()
    const messages = await at.database.db.selectFrom('messages').select(['id', 'conversation_id']).execute()
    return Object.entries<Provenance>(provenance).map(([path, { message_id, conversation_id }]) => ({
      path,
      says: conversation_id,
      is: String(messages.find(({ id }) => String(id) === message_id)?.conversation_id),
    }))
  }

  test('each value and each document keeps the conversation that brought it', async () => {
    await says('I want to join the pension plan')
    await says('Nakato Mary')
    const response_json = JSON.stringify(flow)
    await sends({
      type: 'interactive',
      interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json } },
    })
    await sends({
      type: 'image',
      image: { id: 'media-1', mime_type: 'image/jpeg', sha256: 'x', caption: 'passport' },
    })
    const first = (await conversation())?.id
    const params = { id: String(first) }
    await at.ann.get('setConversationStatus', { params, body: { status: 'ARCHIVED' } })

    await says('continue')
    const later = (await conversation())?.id
    expect(later).not.toBe(first)
    await says('4/3/1991')
    const bySource = async () => {
      const all = await sources()
      expect(all.filter(one => one.says !== one.is)).toEqual([])
      return new Map(all.map(one => [one.path, one.says]))
    }
    const kept = await bySource()
    expect([kept.get(name), kept.get(born)]).toEqual([String(first), String(later)])

    await at.ann.get('fillIppApplication', {
      params: { id: (await application()).id },
      body: { fields: [{ field: 'contact_details.email', value: 'mary@example.com' }] },
    })
    const edited = (await application()).provenance
    expect(edited[name]).toMatchObject({ source: 'message', conversation_id: String(first) })
    expect(edited['contact_details.email']).toMatchObject({ source: 'person', conversation_id: null })

    while ((await openStep()) === 'document') await says('later')
    for (const words of ['submit', 'yes', 'yes']) await says(words)
    const { attachments, provenance } = await application()
    expect(attachments).toMatchObject([{ document_type: 'ID_DOCUMENT' }])
    expect(provenance[`attachments.${attachments[0]?.id}`]).toMatchObject({ conversation_id: String(first) })
  })
})
