import { ippForm } from '@parley/core/application.fixture'
import type { DocumentType } from '@parley/core/attachments/api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { addApplication, type NewApplication } from '../../test/models/applications.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

let phones = 0

describe('[Q-210] asking for a document and receiving it', () => {
  let at: TestServer
  let ann: AgentClient
  let phone: string
  let conversationId: string
  beforeAll(async () => {
    at = await startTestServer({ businessAccountId: '100000000000002' })
    ann = at.ann
    await at.database.db.updateTable('agents').set({ status: 'AVAILABLE' }).execute()
    await ann.get('changeSettings', { body: { settings: { application_template: null } } })
  })
  afterAll(() => at.close())
  beforeEach(() => begins(false))

  /** A session lasts minutes. */
  const passes = async (s: number) => {
    at.clock.advance(s)
    ann = await AgentClient.signIn(at.server.app, at.url, 'ann@parley.example', password)
  }
  const seconds = () => Math.floor(at.clock.now().getTime() / 1000)
  /** A customer who wrote so many seconds ago, to people or to the bot. */
  const begins = async (isWithBot: boolean, ago = 0) => {
    await at.database.db.updateTable('business_numbers').set({ bot_on: isWithBot }).execute()
    phone = `25677${String((phones += 1)).padStart(7, '0')}`
    await at.webhook(
      envelope({ messages: [text(phone, `wamid.${unique()}`, 'Good morning', seconds() - ago)] }),
    )
    const { reply } = await ann.get('conversations', { query: { search: `+${phone}` } })
    conversationId = reply[0]?.id ?? ''
    if (isWithBot) await isHeard()
  }
  const conversation = () =>
    at.database.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', Number(conversationId))
      .executeTakeFirstOrThrow()
  const isHeard = () =>
    eventually('the bot to have heard it', async () => (await conversation()).bot_from === null)
  const sends = async (message: Record<string, unknown>) => {
    const id = `wamid.${unique()}`
    const one = { ...message, id, from: phone, timestamp: String(seconds()) }
    expect(await at.webhook(envelope({ messages: [one] }))).toBe(200)
    await isHeard()
    const { id: messageId } = await at.database.db
      .selectFrom('messages')
      .select('id')
      .where('wamid', '=', id)
      .executeTakeFirstOrThrow()
    return String(messageId)
  }
  const photo = (more: object = {}) =>
    sends({
      type: 'image',
      image: { id: `media-${unique()}`, mime_type: 'image/jpeg', sha256: 'x', ...more },
    })
  const says = (body: string) => sends({ type: 'text', text: { body } })
  const add = (more: Partial<NewApplication> = {}) =>
    addApplication(at.server.writer, { kind: 'ipp', conversationId, status: 'PENDING_DOCUMENTS', ...more })
  const asks = (id: string, document_type: DocumentType, who = ann) =>
    who.ask('askIppApplicationDocument', { params: { id }, body: { document_type } })
  const one = async (id: string) => (await ann.get('ippApplication', { params: { id } })).reply
  const types = async (id: string) => (await one(id)).attachments.map(({ document_type: type }) => type)
  const told = async () =>
    at.database.db
      .selectFrom('messages')
      .selectAll()
      .where('conversation_id', '=', Number(conversationId))
      .where('direction', '=', 'OUTBOUND')
      .orderBy('id')
      .execute()
  const words = async () => (await told()).map(({ content }) => content)

  test('the customer is asked in the chat, and the application has agent, time and message', async () => {
    const id = await add()
    const before = await conversation()
    expect((await asks(id, 'INCOME_PROOF')).status).toBe(200)
    const [message, ...others] = await told()
    expect(others).toEqual([])
    expect(message).toMatchObject({
      source: 'SYSTEM',
      content: `Please send a photo or PDF that shows your income, such as a payslip or bank statement. It is for your application IPP-${id}.`,
    })
    expect((await one(id)).document_asks).toEqual([
      {
        document_type: 'INCOME_PROOF',
        asked_at: at.clock.now().toISOString(),
        asked_by: { id: ann.id, name: expect.any(String) },
        message_id: String(message?.id),
        conversation_id: conversationId,
        brought_at: null,
      },
    ])
    const [entry] = (await ann.get('audit', { query: { action: 'application.document-asked' } })).reply
    expect(entry).toMatchObject({
      by: { id: ann.id },
      on: { noun: 'application', id },
      after: { document: 'INCOME_PROOF' },
    })
    const { owner_generation, assignee_id, human_wait_started_at } = await conversation()
    expect(before).toMatchObject({ owner_generation, assignee_id, human_wait_started_at })
    await eventually(
      'it to be on the phone',
      async () => (await at.simulator.received(`+${phone}`)).length === 1,
    )
  })

  test('the customer is asked in their language', async () => {
    const values = {
      conversation_id: Number(conversationId),
      state: JSON.stringify({ language: 'sw' }),
      updated_at: at.clock.now(),
    }
    await at.database.db.insertInto('bot_states').values(values).execute()
    const id = await add()
    await asks(id, 'ID_DOCUMENT')
    expect((await words())[0]).toContain('Tafadhali tuma picha au PDF ya kitambulisho chako')
  })

  test('two requests within a minute send one message; a later one sends another', async () => {
    const id = await add()
    await Promise.all([asks(id, 'ID_DOCUMENT'), asks(id, 'ID_DOCUMENT', at.brian)])
    at.clock.advance(59)
    expect((await asks(id, 'ID_DOCUMENT')).status).toBe(200)
    expect(await told()).toHaveLength(1)
    await asks(id, 'INCOME_PROOF')
    expect(await told()).toHaveLength(2)
    at.clock.advance(1)
    await asks(id, 'ID_DOCUMENT')
    expect(await told()).toHaveLength(3)
  })

  test.each([
    ['DRAFT', 'ID_DOCUMENT', 'application.takes-no-documents'],
    ['APPROVED', 'ID_DOCUMENT', 'application.takes-no-documents'],
    ['REJECTED', 'ID_DOCUMENT', 'application.takes-no-documents'],
    ['UNDER_REVIEW', 'MEDICAL_REPORT', 'application.document-not-missing'],
  ] as const)('of one that is %s for %s it is refused: %s', async (status, type, code) => {
    const id = await add({ status })
    expect(await asks(id, type)).toMatchObject({ status: 409, body: { code } })
    expect(await told()).toEqual([])
  })

  test('after 24 hours without a template it is refused with the reason, and nothing is recorded', async () => {
    await begins(false, 25 * 3600)
    const id = await add()
    expect(await asks(id, 'ID_DOCUMENT')).toMatchObject({
      status: 409,
      body: {
        code: 'application.customer-not-asked',
        detail: 'Not asked: the 24 hours are over, and the workspace has chosen no template for this',
      },
    })
    expect((await one(id)).document_asks).toEqual([])
  })

  describe('in a conversation without the bot', () => {
    test('a file becomes the requested document with its message as the source, without a reply', async () => {
      const id = await add({ status: 'UNDER_REVIEW' })
      await asks(id, 'INCOME_PROOF')
      const messageId = await photo()
      const { attachments, provenance, document_asks, status } = await one(id)
      expect(attachments).toMatchObject([{ document_type: 'INCOME_PROOF' }])
      const source = { source: 'message', message_id: messageId, conversation_id: conversationId }
      expect(provenance[`attachments.${attachments[0]?.id}`]).toMatchObject(source)
      expect(document_asks).toMatchObject([{ brought_at: at.clock.now().toISOString() }])
      expect(status).toBe('UNDER_REVIEW')
      expect(await told()).toHaveLength(1)
    })

    test('a file that nobody asked for is left to the agent', async () => {
      const id = await add()
      await photo()
      expect(await types(id)).toEqual([])
    })

    test('a second page belongs to the same document; much later it belongs to none', async () => {
      const id = await add()
      await asks(id, 'ID_DOCUMENT')
      await photo()
      await passes(9 * 60)
      await photo()
      expect(await types(id)).toEqual(['ID_DOCUMENT', 'ID_DOCUMENT'])
      await passes(11 * 60)
      await photo()
      expect(await types(id)).toHaveLength(2)
    })

    test('the last missing document submits the application; customer, agents and history are told', async () => {
      const id = await add()
      await asks(id, 'ID_DOCUMENT')
      await asks(id, 'INCOME_PROOF')
      await photo()
      expect((await one(id)).status).toBe('PENDING_DOCUMENTS')
      await photo({ caption: 'my payslip' })
      expect(await types(id)).toEqual(['ID_DOCUMENT', 'INCOME_PROOF'])
      const whole = await one(id)
      expect(whole.status).toBe('SUBMITTED')
      expect((await words()).at(-1)).toBe(
        `All documents for your application IPP-${id} are here now. We look at it next.`,
      )
      expect(whole.status_history.at(-1)).toMatchObject({
        from_status: 'PENDING_DOCUMENTS',
        to_status: 'SUBMITTED',
        changed_by: null,
        told: { message_id: String((await told()).at(-1)?.id) },
      })
      const notices = await at.database.db
        .selectFrom('notifications')
        .select(['title', 'message'])
        .where('conversation_id', '=', Number(conversationId))
        .where('agent_id', '=', Number(ann.id))
        .execute()
      expect(notices).toContainEqual({
        title: 'Documents complete',
        message: expect.stringContaining(`sent the last document that IPP-${id} needs`),
      })
    })

    test('a decided application takes no files', async () => {
      const id = await add()
      await asks(id, 'ID_DOCUMENT')
      const body = { status: 'REJECTED', tell_customer: false } as const
      await ann.get('setIppApplicationStatus', { params: { id }, body })
      await photo()
      expect(await types(id)).toEqual([])
    })
  })

  describe('in a conversation with the bot', () => {
    beforeEach(() => begins(true))

    test('the bot takes a requested document, thanks for it, and keeps the conversation', async () => {
      const id = await add({ status: 'UNDER_REVIEW' })
      await asks(id, 'INCOME_PROOF')
      const messageId = await photo()
      const { attachments, provenance } = await one(id)
      expect(attachments).toMatchObject([{ document_type: 'INCOME_PROOF' }])
      expect(provenance[`attachments.${attachments[0]?.id}`]).toMatchObject({ message_id: messageId })
      expect((await words()).at(-1)).toBe(
        `Thank you: your Proof of income is with your application IPP-${id} now.`,
      )
      expect((await conversation()).with_bot).toBe(true)
    })

    test('with several missing the bot asks which one, and submits with the last', async () => {
      const id = await add()
      const first = await photo()
      expect((await words()).at(-1)).toBe('Thank you. Which document is this?')
      expect(await types(id)).toEqual([])
      await says('Proof of income')
      const { attachments, provenance } = await one(id)
      expect(attachments).toMatchObject([{ document_type: 'INCOME_PROOF' }])
      expect(provenance[`attachments.${attachments[0]?.id}`]).toMatchObject({ message_id: first })
      expect((await words()).at(-1)).toContain('It still needs: ID document.')
      await passes(11 * 60)
      await photo()
      expect(await types(id)).toEqual(['INCOME_PROOF', 'ID_DOCUMENT'])
      expect((await one(id)).status).toBe('SUBMITTED')
      expect((await words()).slice(-2)).toEqual([
        `Thank you: your ID document is with your application IPP-${id} now.`,
        `All documents for your application IPP-${id} are here now. We look at it next.`,
      ])
    })

    test('an application without income proof takes the only missing document', async () => {
      const employment_details = { ...ippForm.employment_details, monthly_income: null }
      const id = await add({ form: { employment_details } })
      await photo()
      expect(await types(id)).toEqual(['ID_DOCUMENT'])
      expect((await one(id)).status).toBe('SUBMITTED')
    })
  })
})
