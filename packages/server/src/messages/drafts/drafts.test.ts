import type { MessageDraft } from '@parley/core/messages/drafts-api'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentClient } from '../../../test/models/agent-client.ts'
import { password, startTestServer, type TestServer, unique } from '../../../test/server.ts'
import { textWebhook } from '../../../test/models/webhooks.ts'
import { addAgent } from '../../agents/accounts.ts'
import { tidy } from '../../operation/housekeeping.ts'

interface Step {
  readonly page_id: string
  readonly write_no: number
  readonly version: number
}

describe('[Q-225] drafts of replies', () => {
  let at: TestServer
  let amy: AgentClient
  let dora: AgentClient
  let phones = 0
  beforeAll(async () => {
    at = await startTestServer()
    const signIn = async (name: string, role: 'AGENT' | 'ADMINISTRATOR', department: string | null) => {
      const email = `${name}@parley.example`
      await addAgent(at.server.writer, { email, name, password, role, department })
      return AgentClient.signIn(at.server.app, at.url, email, password)
    }
    amy = await signIn('amy', 'AGENT', 'Life')
    dora = await signIn('dora', 'ADMINISTRATOR', null)
  })
  afterAll(() => at.close())

  const conversation = async () => {
    phones += 1
    const phone = `2567000001${String(phones).padStart(2, '0')}`
    expect(await at.webhook(textWebhook(phone, `wamid.draft.${phones}`, 'Hello'))).toBe(200)
    return (await at.ann.get('conversations', { query: { search: phone } })).reply[0]?.id ?? ''
  }
  const write = (id: string, step: Step, text: string, quoted: string | null = null, by = amy) =>
    by.ask('writeMessageDraft', { params: { id }, body: { ...step, text, quoted_message_id: quoted } })
  const written = async (id: string, step: Step, text: string, quoted: string | null = null, by = amy) => {
    const { status, body } = await write(id, step, text, quoted, by)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body as MessageDraft
  }
  const step = (write_no: number, version: number, page_id = 'page-a'): Step => ({
    page_id,
    write_no,
    version,
  })
  const read = async (id: string, by = amy) => {
    const { drafts, ended } = (await by.get('messageDrafts')).reply
    return { draft: drafts.find(one => one.conversation_id === id), ended: ended[id] }
  }
  const send = (id: string, content: string, draft: Step, clientId = unique()) =>
    amy.ask('send', { params: { id }, body: { client_message_id: clientId, content, draft } })

  test('a draft with its quote is on every page of its agent, and on no other agent’s', async () => {
    const id = await conversation()
    const { messages } = (await amy.get('history', { params: { id } })).reply
    const quoted = messages[0]?.id ?? ''
    const other = await amy.connect()
    const colleague = await dora.connect()
    const draft = await written(id, step(1, 0), 'Good morning', quoted)
    expect(draft).toMatchObject({ conversation_id: id, text: 'Good morning', page_id: 'page-a' })
    expect(draft.quoted).toMatchObject({ id: quoted, excerpt: 'Hello', sender_name: 'Nakato' })
    expect((await read(id)).draft).toEqual(draft)
    for (const by of [dora, at.ann])
      expect(await read(id, by)).toEqual({ draft: undefined, ended: undefined })

    const { seq } = await amy.get('messageDrafts')
    await other.reached(seq)
    await colleague.reached(seq)
    const drafts = (events: typeof other.events) =>
      events.flatMap(event => (event.event === 'draft' ? [event.data] : []))
    expect(drafts(other.events)).toEqual([draft])
    expect(drafts(colleague.events)).toEqual([])
    // Each has a draft of their own there.
    await written(id, step(1, 0, 'page-d'), 'From dora', null, dora)
    expect((await read(id)).draft).toEqual(draft)
  })

  test('refuses to overwrite another page’s draft, and answers with it', async () => {
    const id = await conversation()
    const first = await written(id, step(1, 0), 'One')
    const refused = await write(id, step(1, 0, 'page-b'), 'Another')
    expect(refused).toMatchObject({ status: 409, body: { code: 'draft.changed', current: first } })
    expect((await read(id)).draft).toEqual(first)
    const second = await written(id, step(2, first.version, 'page-b'), 'Another')
    expect(second.version).toBeGreaterThan(first.version)
    expect(await write(id, step(2, first.version), 'One more')).toMatchObject({
      status: 409,
      body: { current: { text: 'Another', version: second.version } },
    })
    expect(await written(id, step(3, first.version), 'Another')).toEqual(second)
  })

  test('of two reordered writes of one page the later one wins', async () => {
    const id = await conversation()
    const later = await written(id, step(2, 0), 'Hello')
    expect(await write(id, step(1, 0), 'Hel')).toMatchObject({ status: 409 })
    expect((await read(id)).draft).toEqual(later)
    expect(await written(id, step(3, 0), 'Hello again')).toMatchObject({ text: 'Hello again' })
  })

  test('an emptied draft is gone, and no text is kept', async () => {
    const id = await conversation()
    const { version } = await written(id, step(1, 0), 'Zygomorphic')
    const ended = await written(id, step(2, version), '')
    expect(await read(id)).toEqual({ draft: undefined, ended: ended.version })
    const { rows } = await sql`select 1 from message_drafts where text like '%Zygomorphic%'`.execute(
      at.database.db,
    )
    expect(rows).toEqual([])
  })

  test('sending ends it, and an earlier write that arrives late restores nothing', async () => {
    const id = await conversation()
    const { version } = await written(id, step(1, 0), 'Hello')
    const socket = await amy.connect()
    expect(await send(id, 'Hello there', step(3, version))).toMatchObject({ status: 200 })
    const { ended, draft } = await read(id)
    expect({ draft, isNewer: (ended ?? 0) > version }).toEqual({ draft: undefined, isNewer: true })
    await socket.reached((await amy.get('messageDrafts')).seq)
    expect(socket.events.flatMap(event => (event.event === 'draft' ? [event.data] : []))).toMatchObject([
      { conversation_id: id, text: '', version: ended },
    ])
    for (const late of [step(2, version), step(9, version, 'page-b'), step(9, 0, 'page-b')])
      expect(await write(id, late, 'Hello there')).toMatchObject({
        status: 409,
        body: { current: { text: '', version: ended } },
      })
    expect(await read(id)).toEqual({ draft: undefined, ended })
    // Later text is a new draft, also before the page gets the event.
    expect(await written(id, step(4, version), 'And more')).toMatchObject({ text: 'And more' })
  })

  test('the first write after the send restores nothing, nor does a repeated send', async () => {
    const id = await conversation()
    const clientId = unique()
    expect(await send(id, 'Quick', step(2, 0), clientId)).toMatchObject({ status: 200 })
    expect(await write(id, step(1, 0), 'Quick')).toMatchObject({ status: 409 })
    expect((await read(id)).draft).toBeUndefined()
    const next = await written(id, step(3, 0), 'Next')
    // The response was lost: the repeat gets the message, and the new draft stays.
    expect(await send(id, 'Quick', step(2, 0), clientId)).toMatchObject({ status: 200 })
    expect((await read(id)).draft).toEqual(next)
  })

  test('a send keeps another page’s newer draft, and a refused send keeps any', async () => {
    const id = await conversation()
    const first = await written(id, step(1, 0), 'One')
    const second = await written(id, step(1, first.version, 'page-b'), 'Another thought')
    expect(await send(id, 'One', step(2, first.version))).toMatchObject({ status: 200 })
    expect((await read(id)).draft).toEqual(second)
    expect(await send(id, '', step(3, second.version))).toMatchObject({ status: 400 })
    expect((await read(id)).draft).toEqual(second)
    expect(await send(id, 'Another thought', step(4, second.version))).toMatchObject({ status: 200 })
    expect((await read(id)).draft).toBeUndefined()
  })

  test('refuses invalid input with a sentence', async () => {
    const id = await conversation()
    const unknown = await conversation()
    const { messages } = (await amy.get('history', { params: { id: unknown } })).reply
    for (const [name, body] of [
      ['text', { ...step(1, 0), text: 'x'.repeat(16_385), quoted_message_id: null }],
      ['quoted_message_id', { ...step(1, 0), text: 'x', quoted_message_id: messages[0]?.id }],
      ['write_no', { ...step(0, 0), text: 'x', quoted_message_id: null }],
      ['page_id', { ...step(1, 0, ''), text: 'x', quoted_message_id: null }],
    ] as const)
      expect(await amy.ask('writeMessageDraft', { params: { id }, body })).toMatchObject({
        status: 400,
        body: { fields: { [name]: expect.any(String) } },
      })
    expect(await write('1', step(1, 0), 'x')).toMatchObject({ status: 404 })
  })

  test('a draft in a conversation that became invisible is kept, and hidden until it is visible again', async () => {
    const id = await conversation()
    const draft = await written(id, step(1, 0), 'Taken over')
    const give = (agentId: string | null) =>
      at.database.db
        .updateTable('conversations')
        .set({ assignee_id: agentId === null ? null : Number(agentId) })
        .where('id', '=', Number(id))
        .execute()
    await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'supervisors' } } })
    await give(dora.id)
    expect(await read(id)).toEqual({ draft: undefined, ended: undefined })
    expect(await write(id, step(2, draft.version), 'Still mine')).toMatchObject({
      status: 403,
      body: { code: 'session.forbidden' },
    })
    await give(null)
    expect((await read(id)).draft).toEqual(draft)
    await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'everybody' } } })
  })

  test('ended drafts are forgotten after a day; open drafts stay, except those of agents who left long ago', async () => {
    const [left, ended] = [await conversation(), await conversation()]
    const { version } = await written(ended, step(1, 0), 'Short')
    await written(ended, step(2, version), '')
    const draft = await written(left, step(1, 0), 'Long')
    at.clock.advance(24 * 60 * 60 + 1)
    await tidy(at.server.writer)
    amy = await AgentClient.signIn(at.server.app, at.url, 'amy@parley.example', password)
    const { drafts, ended: remembered } = (await amy.get('messageDrafts')).reply
    expect(remembered).toEqual({})
    expect(drafts).toContainEqual(draft)
    // A page that was offline gets an empty draft.
    expect(await write(ended, step(3, version), 'Short!')).toMatchObject({
      status: 409,
      body: { current: { version: 0, text: '' } },
    })
    const of = () => sql`select 1 from message_drafts where agent_id = ${amy.id}`.execute(at.database.db)
    await at.database.db
      .updateTable('agents')
      .set({ disabled_at: at.clock.now() })
      .where('id', '=', Number(amy.id))
      .execute()
    at.clock.advance(31 * 24 * 60 * 60)
    await tidy(at.server.writer)
    expect((await of()).rows).toEqual([])
  })
})
