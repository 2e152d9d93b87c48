import { TemplateList } from '@parley/core/templates/api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { upload } from '../../test/models/upload.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

let phones = 0
const day = 24 * 3600
const payment = {
  name: 'payment_received',
  language: 'en',
  values: { 'body.1': 'Sarah', 'body.2': '150,000', 'body.3': '2 March' },
}
const words = 'Dear Sarah, we have received your contribution of UGX 150,000 on 2 March. Thank you.'
const offer = { name: 'december_offer', language: 'en', values: { 'body.1': 'Sarah' } }
const form = {
  name: 'beneficiary_form_ready',
  language: 'en',
  values: { 'body.1': 'Peter', 'body.2': 'LF-1', 'body.3': 'today' },
}
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
).toString('latin1')

describe('templates', () => {
  let at: TestServer
  let phone: string
  let conversationId: string
  beforeAll(async () => {
    at = await startTestServer({ businessAccountId: '100000000000002' })
    await newConversation()
    // The server asked before the simulator was there; what WhatsApp tells makes it ask again.
    await at.simulator.template('payment_received', { quality: 'YELLOW' })
    await eventually('the templates to be read', async () => (await list()).read_at !== null)
  })
  afterAll(() => at.close())

  /** Of a customer who wrote more than a day ago, so that only templates go. */
  const newConversation = async () => {
    phone = `25678${String((phones += 1)).padStart(7, '0')}`
    const wrote = Math.floor(at.clock.now().getTime() / 1000) - day - 1
    await at.webhook(envelope({ messages: [text(phone, `wamid.${unique()}`, 'Hello', wrote)] }))
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    conversationId = reply[0]?.id ?? ''
  }
  beforeEach(newConversation)

  const list = async () => (await at.ann.get('templates', { params: { id: conversationId } })).reply
  const ask = (template: object, more: object = {}) =>
    at.ann.ask('send', {
      params: { id: conversationId },
      body: { client_message_id: unique(), template, ...more },
    })
  const sent = async (template: object) => {
    const { status, body } = await ask(template)
    expect({ status, body }).toMatchObject({ status: 200 })
    return (body as { id: string }).id
  }
  const becomes = (id: string, status: string) =>
    eventually(`message ${id} to be ${status}`, async () => {
      const { reply } = await at.ann.get('history', { params: { id: conversationId } })
      const message = reply.messages.find(one => one.id === id)
      return message?.status === status && message
    })
  const onPhone = () => at.simulator.received(`+${phone}`)

  test("[Q-185] all templates are listed with WhatsApp's status, even if they cannot be sent", async () => {
    const { configured, problem, templates, wants_marketing } = TemplateList.parse(await list())
    expect({ configured, problem, wants_marketing }).toEqual({
      configured: true,
      problem: null,
      wants_marketing: true,
    })
    expect(templates.map(({ name, language, status }) => `${name} ${language} ${status}`)).toContain(
      'premium_reminder en PAUSED',
    )
    expect(
      templates.filter(({ name }) => name === 'beneficiary_form_ready').map(({ language }) => language),
    ).toEqual(['en', 'lg'])
    expect(templates.find(({ name }) => name === 'payment_received')).toMatchObject({
      quality: 'YELLOW',
      examples: { body: { 1: 'Sarah', 2: '150,000' } },
    })
  })

  test('[Q-396] administrators see the templates of each account, and why one was rejected; Refresh reads them anew', async () => {
    const [account] = (await at.ann.get('allTemplates')).reply
    expect(account).toMatchObject({ read_at: expect.any(String), problem: null })
    expect(account?.templates).toEqual((await list()).templates)
    const rejected = account?.templates.filter(({ status }) => status === 'REJECTED') ?? []
    expect(new Set(rejected.map(({ reason }) => reason))).toEqual(new Set(['INVALID_FORMAT']))
    const approved = account?.templates.filter(({ status }) => status === 'APPROVED') ?? []
    expect(new Set(approved.map(({ reason }) => reason))).toEqual(new Set([null]))
    // Time stands still in tests, so that only the refresh makes a read due.
    at.clock.advance(1)
    expect((await at.ann.ask('refreshTemplates')).status).toBe(204)
    await eventually(
      'another read',
      async () => (await at.ann.get('allTemplates')).reply[0]?.read_at !== account?.read_at,
    )
  })

  test("[Q-185] a template's change at WhatsApp is stored soon, and open consoles fetch again", async () => {
    const socket = await at.ann.connect()
    await at.simulator.template('payment_received', { status: 'PAUSED' })
    await eventually('the frame', () => socket.events.some(({ event }) => event === 'templates'))
    expect((await list()).templates.find(({ name }) => name === 'payment_received')).toMatchObject({
      status: 'PAUSED',
    })
    expect(await ask(payment)).toMatchObject({
      status: 409,
      body: { code: 'template.not-sendable', detail: expect.stringContaining('paused') },
    })
    await at.simulator.template('payment_received', { status: 'APPROVED' })
    await eventually(
      'the frame',
      async () =>
        (await list()).templates.find(({ name }) => name === 'payment_received')?.status === 'APPROVED',
    )
  })

  test('[Q-184 Q-185] a template is sent outside the window, arrives with its values, and its text is in the list', async () => {
    const id = await sent(payment)
    expect(await becomes(id, 'delivered')).toMatchObject({
      message_type: 'template',
      content: words,
      details: { template: { ...payment, category: 'UTILITY', body: words, header: null, buttons: [] } },
    })
    expect(await onPhone()).toMatchObject([{ type: 'template', text: words }])
    const { reply } = await at.ann.get('conversations', { query: { conversation_id: conversationId } })
    expect(reply[0]?.last_message?.content).toBe(words)
  })

  test('[Q-185] a quick reply quotes its template, and opens the window', async () => {
    const id = await sent({ name: 'continue_conversation', language: 'en', values: { 'body.1': 'Sarah' } })
    await becomes(id, 'delivered')
    const [shown] = await onPhone()
    await at.simulator.tap(`+${phone}`, shown?.id ?? '', '0')
    await eventually('the answer', async () => {
      const { reply } = await at.ann.get('history', { params: { id: conversationId } })
      const answer = reply.messages.at(-1)
      return answer?.content === 'Go on' && answer.quote?.message?.id === id
    })
    const words_again = { client_message_id: unique(), content: 'Good morning' }
    expect(await at.ann.ask('send', { params: { id: conversationId }, body: words_again })).toMatchObject({
      status: 200,
    })
  })

  test("[Q-185] named variables, button links and the header's file are sent", async () => {
    const { id: document } = await upload(at.server.app, at.ann, 'form.pdf', '%PDF-1.7\n1 0 obj\n%%EOF')
    await becomes(await sent({ ...form, document_id: document }), 'delivered')
    await becomes(
      await sent({
        name: 'documents_missing',
        language: 'en',
        values: { 'header.claim_number': 'CL-7', 'body.customer_name': 'Ruth', 'body.documents': 'your ID' },
      }),
      'delivered',
    )
    await becomes(
      await sent({
        name: 'statement_ready',
        language: 'en',
        values: { 'body.1': 'Ruth', 'body.2': 'June', 'button.0': '8812' },
      }),
      'delivered',
    )
    expect(await onPhone()).toMatchObject([
      { media: { filename: 'form.pdf', kind: 'document' } },
      { text: expect.stringContaining('Dear Ruth, to go on with your claim we still need: your ID.') },
      { text: expect.stringContaining('June') },
    ])
  })

  test('[Q-185] the same client id sends one message, and is refused for another template', async () => {
    const clientId = unique()
    const again = { client_message_id: clientId }
    const first = await ask(payment, again)
    expect(await ask(payment, again)).toMatchObject({ body: { id: (first.body as { id: string }).id } })
    const other = { ...payment, values: { ...payment.values, 'body.2': '1' } }
    for (const template of [other, { ...payment, language: 'lg' }]) {
      expect(await ask(template, again)).toMatchObject({
        status: 409,
        body: { code: 'message.same-client-id' },
      })
    }
    expect(
      await at.ann.ask('send', { params: { id: conversationId }, body: { ...again, content: words } }),
    ).toMatchObject({ status: 409, body: { code: 'message.same-client-id' } })
  })

  test.each([
    ['an unknown one', { ...payment, name: 'nothing' }, 404, 'template.not-found'],
    ['another language', { ...payment, language: 'fr' }, 404, 'template.not-found'],
    ['a rejected one', { ...payment, name: 'lottery_draw' }, 409, 'template.not-sendable'],
    ['a value too few', { ...payment, values: { 'body.1': 'a' } }, 400, 'input.invalid'],
    [
      'a line break in a value',
      { ...payment, values: { ...payment.values, 'body.1': 'a\nb' } },
      400,
      'input.invalid',
    ],
    ['no file', form, 400, 'input.invalid'],
    ['a file too many', { ...payment, document_id: '1' }, 400, 'input.invalid'],
  ])('[Q-185 Q-186] %s is refused before anything is stored', async (_, template, status, code) => {
    expect(await ask(template)).toMatchObject({ status, body: { code } })
    const { reply } = await at.ann.get('history', { params: { id: conversationId } })
    expect(reply.messages).toHaveLength(1)
  })

  test('[Q-185] text and documents cannot be sent with a template, nor a picture in place of a PDF', async () => {
    expect(await ask(payment, { content: 'Hi' })).toMatchObject({ status: 400 })
    expect(await ask(payment, { document_id: '1' })).toMatchObject({ status: 400 })
    const { id } = await upload(at.server.app, at.ann, 'form.png', png)
    expect(await ask({ ...form, document_id: id })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('a PDF') },
    })
  })

  test('[Q-186] a customer who opted out gets no marketing templates, but all others', async () => {
    await at.webhook({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '1',
          changes: [
            {
              field: 'user_preferences',
              value: {
                metadata: { phone_number_id: '100000000000001' },
                contacts: [{ wa_id: phone }],
                user_preferences: [
                  {
                    wa_id: phone,
                    category: 'marketing_messages',
                    value: 'stop',
                    timestamp: Math.floor(at.clock.now().getTime() / 1000),
                  },
                ],
              },
            },
          ],
        },
      ],
    })
    expect((await list()).wants_marketing).toBe(false)
    expect(await ask(offer)).toMatchObject({
      status: 409,
      body: { code: 'template.not-sendable', detail: expect.stringContaining('marketing') },
    })
    expect(await ask(payment)).toMatchObject({ status: 200 })
  })

  test('[Q-185] a refused template shows the reason, and Retry sends it outside the window', async () => {
    await at.simulator.refuses(132015)
    const id = await sent(payment)
    expect(await becomes(id, 'failed')).toMatchObject({ failure: { code: '132015' } })
    expect(await at.ann.ask('retry', { params: { id } })).toMatchObject({ status: 200 })
    await becomes(id, 'delivered')
  })

  test.each(['refused', 'refused-later'] as const)(
    '[Q-358] a template that is %s because it changed has all read again',
    async when => {
      at.clock.advance(1)
      await at.simulator.refuses(132000, when)
      await becomes(await sent(payment), 'failed')
      const now = at.clock.now().toISOString()
      await eventually('the templates to be read again', async () => (await list()).read_at === now)
    },
  )
})

describe('templates without a business account', () => {
  test('[Q-185] without a business account none is listed, and none is sent', async () => {
    const at = await startTestServer()
    await at.webhook(envelope({ messages: [text('256779999999', 'wamid.none', 'Hello')] }))
    const { reply } = await at.ann.get('conversations', { query: { search: '+256779999999' } })
    const params = { id: reply[0]?.id ?? '' }
    expect((await at.ann.get('templates', { params })).reply).toMatchObject({
      configured: false,
      templates: [],
    })
    const body = { client_message_id: unique(), template: payment }
    expect(await at.ann.ask('send', { params, body })).toMatchObject({ status: 404 })
    await at.close()
  })
})
