import type { Attachment } from '@parley/core/attachments/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentClient } from '../../test/models/agent-client.ts'
import { addApplication } from '../../test/models/applications.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { upload as uploadFile } from '../../test/models/upload.ts'
import { textWebhook } from '../../test/models/webhooks.ts'

describe('[Q-162] the owner of a file', () => {
  let at: TestServer
  const conversations: Record<'nakato' | 'okello', string> = { nakato: '', okello: '' }
  beforeAll(async () => {
    at = await startTestServer()
    for (const [name, phone] of [
      ['nakato', '256720000001'],
      ['okello', '256720000002'],
    ] as const) {
      expect(await at.webhook(textWebhook(phone, `wamid.${phone}`, 'Hello', name))).toBe(200)
      const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
      conversations[name] = reply[0]?.id ?? ''
    }
  })
  afterAll(() => at.close())

  const upload = (agent: AgentClient) => uploadFile(at.server.app, agent, 'r.pdf', `%PDF-1.4 ${unique()}`)
  const send = (agent: AgentClient, to: keyof typeof conversations, id: string, more: object = {}) =>
    agent.ask('send', {
      params: { id: conversations[to] },
      body: { client_message_id: unique(), document_id: id, ...more },
    })
  const opened = (agent: AgentClient, file: Attachment) =>
    agent.ask('downloadDocument', { params: { id: file.id } })
  const unknown = (id: string) => ({
    status: 404,
    body: { code: 'attachment.not-found', detail: `Attachment with ID ${id} not found` },
  })
  const messagesIn = async (name: keyof typeof conversations) =>
    (await at.ann.get('history', { params: { id: conversations[name] } })).reply.messages.length

  test("a colleague's upload that nobody has sent can be neither opened nor sent", async () => {
    const file = await upload(at.ann)
    const before = await messagesIn('nakato')
    expect(await opened(at.brian, file)).toMatchObject(unknown(file.id))
    expect(await send(at.brian, 'nakato', file.id)).toMatchObject(unknown(file.id))
    expect(await send(at.brian, 'nakato', file.id, { confirmed_attachments: [file.id] })).toMatchObject(
      unknown(file.id),
    )
    expect(await messagesIn('nakato')).toBe(before)
    expect((await opened(at.ann, file)).status).toBe(200)
  })

  test('a sent file can be opened by everybody, and sent to the same customer again', async () => {
    const file = await upload(at.ann)
    expect((await send(at.ann, 'nakato', file.id)).status).toBe(200)
    expect((await opened(at.brian, file)).status).toBe(200)
    expect((await send(at.brian, 'nakato', file.id)).status).toBe(200)
  })

  test("another customer's file goes only once the sender has confirmed it", async () => {
    const file = await upload(at.ann)
    expect((await send(at.ann, 'nakato', file.id)).status).toBe(200)
    const before = await messagesIn('okello')
    const refused = { status: 409, body: { code: 'attachment.of-another-customer' } }
    expect(await send(at.brian, 'okello', file.id)).toMatchObject(refused)
    expect(await send(at.brian, 'okello', file.id, { confirmed_attachments: ['1'] })).toMatchObject(refused)
    const byQuery = { params: { id: conversations.okello }, query: { document_id: file.id } }
    expect(await at.brian.ask('send', byQuery)).toMatchObject(refused)
    expect(await messagesIn('okello')).toBe(before)
    expect(await send(at.brian, 'okello', file.id, { confirmed_attachments: [file.id] })).toMatchObject({
      status: 200,
    })
    const { reply } = await at.ann.get('audit', { query: { action: 'attachment.shared' } })
    expect(reply).toMatchObject([
      {
        by: { id: at.brian.id },
        on: { noun: 'attachment', id: file.id },
        after: { conversation_id: conversations.okello },
      },
    ])
    // Now the file is theirs too.
    expect((await send(at.brian, 'okello', file.id)).status).toBe(200)
  })

  test("the document of a customer's application is that customer's file", async () => {
    const file = await upload(at.ann)
    const application = await addApplication(at.server.writer, {
      kind: 'ipp',
      conversationId: conversations.nakato,
    })
    await at.database.db
      .insertInto('application_documents')
      .values({ application_id: Number(application), attachment_id: Number(file.id), position: 9 })
      .execute()
    expect((await opened(at.brian, file)).status).toBe(200)
    expect((await send(at.brian, 'okello', file.id)).status).toBe(409)
    expect((await send(at.brian, 'nakato', file.id)).status).toBe(200)
  })

  test('[Q-176] a file in invisible conversations only can be neither opened nor sent', async () => {
    const give = (owner: string | null) =>
      at.database.db
        .updateTable('conversations')
        .set({ assignee_id: owner === null ? null : Number(owner) })
        .where('id', '=', Number(conversations.nakato))
        .execute()
    const [sent, attached] = [await upload(at.ann), await upload(at.ann)]
    expect((await send(at.ann, 'nakato', sent.id)).status).toBe(200)
    const application = await addApplication(at.server.writer, {
      kind: 'ipp',
      conversationId: conversations.nakato,
    })
    await at.database.db
      .insertInto('application_documents')
      .values({ application_id: Number(application), attachment_id: Number(attached.id), position: 9 })
      .execute()
    await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'supervisors' } } })
    await give(at.ann.id)
    for (const file of [sent, attached]) {
      expect(await opened(at.brian, file)).toMatchObject(unknown(file.id))
      const confirmed = { confirmed_attachments: [file.id] }
      expect(await send(at.brian, 'okello', file.id, confirmed)).toMatchObject(unknown(file.id))
      expect((await opened(at.ann, file)).status).toBe(200)
    }
    await give(at.brian.id)
    for (const file of [sent, attached]) expect((await opened(at.brian, file)).status).toBe(200)
    // In another conversation, which he sees, it stays his to open.
    await give(at.ann.id)
    expect((await send(at.ann, 'okello', sent.id, { confirmed_attachments: [sent.id] })).status).toBe(200)
    expect((await opened(at.brian, sent)).status).toBe(200)
    await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'everybody' } } })
  })
})
