import type { Note } from '@parley/core/notes/api'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { disable } from '../../test/models/departure.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'

describe('[Q-223] internal notes', () => {
  let at: TestServer
  let amy: AgentClient
  let ben: AgentClient
  let carol: AgentClient
  let id: string
  let phones = 256_700_400_000
  const signIn = async (name: string, role: 'AGENT' | 'SUPERVISOR') => {
    const email = `${name}@parley.example`
    await addAgent(at.server.writer, { email, name, password, role })
    return AgentClient.signIn(at.server.app, at.url, email, password)
  }
  beforeAll(async () => {
    at = await startTestServer()
    amy = await signIn('amy', 'AGENT')
    ben = await signIn('ben', 'AGENT')
    carol = await signIn('carol', 'SUPERVISOR')
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    phones += 1
    await at.webhook(textWebhook(String(phones), `wamid.${unique()}`, 'My cover must not lapse', 'Nakato'))
    id = (await at.ann.get('conversations', { query: { search: String(phones) } })).reply[0]?.id ?? ''
    at.clock.advance(1)
  })

  const add = (by: AgentClient, text: string, mentions: readonly string[] = [], client_note_id = unique()) =>
    by.ask('addNote', { params: { id }, body: { client_note_id, text, mentions } })
  const added = async (by: AgentClient, text: string, mentions: readonly string[] = []) => {
    const { status, body } = await add(by, text, mentions)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body as Note
  }
  const list = async () => (await amy.get('notes', { params: { id } })).reply
  const edit = (by: AgentClient, note: Note, text: string, mentions: readonly string[] = []) =>
    by.ask('editNote', { params: { id: note.id }, body: { text, mentions } })
  const react = (by: AgentClient, note: Note, emoji: string, on = true) =>
    by.ask('reactToNote', { params: { id: note.id }, body: { emoji, on } })
  const remove = (by: AgentClient, note: Note, of: 'own' | 'colleague' = 'own') =>
    by.ask('removeNote', { params: { id: note.id }, body: { of } })
  /** What an agent is told of notes in this conversation. */
  const told = async (by: AgentClient) =>
    (await by.get('pollNotifications')).reply.filter(
      notice => notice.type === 'mention' && notice.conversation_id === id,
    )

  test('a note is no message, does not reach the customer, and leaves the conversation unchanged', async () => {
    const around = async () => ({
      row: (await ben.get('conversations', { query: { conversation_id: id } })).reply[0],
      thread: (await ben.get('history', { params: { id } })).reply,
      unread: (await ben.get('unreadStats')).reply,
      figures: (
        await ben.get('messageStats', { query: { start_date: '2026-01-01', end_date: '2026-12-31' } })
      ).reply,
      stored: (await sql`select * from conversations where id = ${id}`.execute(at.database.db)).rows,
    })
    const before = await around()
    const received = await at.simulator.received(`+${phones}`)
    const note = await added(amy, 'Is she the one of last week?')
    await react(ben, note, '👍')
    await edit(amy, note, 'She is the one of last week')
    expect(await around()).toEqual(before)
    expect(await at.simulator.received(`+${phones}`)).toEqual(received)
    expect(await list()).toEqual([
      {
        id: note.id,
        conversation_id: id,
        agent: { id: amy.id, name: 'amy' },
        text: 'She is the one of last week',
        created_at: note.created_at,
        edited_at: at.clock.now().toISOString(),
        mentions: [],
        reactions: [{ emoji: '👍', agents: [{ id: ben.id, name: 'ben' }] }],
        client_note_id: note.client_note_id,
      },
    ])
  })

  test.each([
    ['', 'text'],
    ['   ', 'text'],
    ['x'.repeat(4_097), 'text'],
  ])('words that are none, or too many, are refused by their field', async (text, field) => {
    expect(await add(amy, text)).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    })
    expect(await list()).toEqual([])
  })

  test('the same client id makes one note, and is refused for another', async () => {
    const click = unique()
    const first = (await add(amy, 'Once', [], click)).body as Note
    expect((await add(amy, 'Once', [], click)).body).toEqual(first)
    expect(await add(amy, 'Something else', [], click)).toMatchObject({
      status: 409,
      body: { code: 'note.same-client-id' },
    })
    // Another agent's click is another one.
    expect((await add(ben, 'Once', [], click)).status).toBe(200)
    expect(await list()).toHaveLength(2)
  })

  test('a mentioned agent is notified with the place and without the text', async () => {
    const note = await added(amy, '@ben @amy do you know her?', [ben.id, amy.id, ben.id])
    expect(note.mentions.map(one => one.name)).toEqual(['amy', 'ben'])
    expect(await told(ben)).toMatchObject([
      {
        type: 'mention',
        note_id: note.id,
        title: 'amy mentioned you',
        message: 'In a note on Nakato',
        read: false,
      },
    ])
    expect(await told(amy)).toEqual([])
    // Told once; whom an edit adds is told then, and whom it leaves out is told no more.
    await edit(amy, note, '@ben do you know her well?', [ben.id])
    expect(await told(ben)).toHaveLength(1)
    await edit(amy, note, '@carol do you know her?', [carol.id])
    expect(await told(ben)).toEqual([])
    expect(await told(carol)).toHaveLength(1)
  })

  test('[Q-327] of two agents with one name the mentioned one is notified, and a rename keeps the mention', async () => {
    const people = [await signIn('moses1', 'AGENT'), await signIn('moses2', 'AGENT')]
    const [claims, pensions] = people as [AgentClient, AgentClient]
    const set = (of: AgentClient, values: { readonly name: string; readonly department?: string }) =>
      at.database.db.updateTable('agents').set(values).where('id', '=', Number(of.id)).execute()
    await set(claims, { name: 'Moses Kato', department: 'Claims' })
    await set(pensions, { name: 'Moses Kato', department: 'Pensions' })
    const { reply } = await amy.get('mentionable', { params: { id } })
    expect(reply.filter(one => one.name === 'Moses Kato')).toEqual([
      { id: claims.id, name: 'Moses Kato', department: 'Claims' },
      { id: pensions.id, name: 'Moses Kato', department: 'Pensions' },
    ])
    const note = await added(amy, '@Moses Kato (Pensions) is she yours?', [pensions.id])
    const written = 'Moses Kato (Pensions)'
    expect(note.mentions).toEqual([{ id: pensions.id, name: 'Moses Kato', written }])
    expect([(await told(claims)).length, (await told(pensions)).length]).toEqual([0, 1])

    await set(pensions, { name: 'Moses Okello', department: 'Claims' })
    expect(await list()).toMatchObject([{ mentions: [{ id: pensions.id, name: 'Moses Okello', written }] }])
    const edited = async (text: string) => (await edit(amy, note, text, [pensions.id])).body as Note
    expect((await edited('@Moses Kato (Pensions) is she?')).mentions).toMatchObject([{ written }])
    expect((await edited('@Moses Okello is she?')).mentions).toMatchObject([{ written: 'Moses Okello' }])
    expect(await told(pensions)).toHaveLength(1)
  })

  test("a reaction, a note or the note's deletion ends a mention", async () => {
    const [first, second] = [await added(amy, '@ben one', [ben.id]), await added(amy, '@ben two', [ben.id])]
    await react(ben, first, '👀')
    expect((await told(ben)).map(notice => notice.note_id)).toEqual([second.id])
    const answer = await added(ben, '@amy she does', [amy.id])
    expect(await told(ben)).toEqual([])
    expect(await told(amy)).toHaveLength(1)
    await remove(ben, answer)
    expect(await told(amy)).toEqual([])
  })

  test('an agent who may not see the conversation cannot be mentioned, is not suggested, and sees no note', async () => {
    const settings = (colleague_conversations: string) =>
      at.ann.get('changeSettings', { body: { settings: { colleague_conversations } } })
    const offered = async () =>
      (await amy.get('mentionable', { params: { id } })).reply.map(({ name }) => name)
    const note = await added(amy, 'Before')
    expect(await offered()).toEqual(expect.arrayContaining(['ben', 'brian', 'carol']))
    expect(await offered()).not.toContain('amy')
    await settings('supervisors')
    await sql`update conversations set assignee_id = ${amy.id} where id = ${id}`.execute(at.database.db)
    const socket = await ben.connect()
    try {
      expect(await offered()).not.toContain('ben')
      expect(await add(amy, '@ben look', [ben.id])).toMatchObject({
        status: 409,
        body: {
          code: 'note.not-mentionable',
          detail: 'ben may not see this conversation. Remove the mention from the note',
        },
      })
      expect(await add(amy, '@nobody', ['999999'])).toMatchObject({ status: 404 })
      expect(await told(ben)).toEqual([])
      for (const answer of [
        await ben.ask('notes', { params: { id } }),
        await add(ben, 'Mine'),
        await react(ben, note, '👍'),
        await edit(ben, note, 'Mine'),
        await remove(ben, note),
      ])
        expect(answer).toMatchObject({ status: 403, body: { code: 'session.forbidden' } })
      await added(amy, 'Not for ben')
      await socket.reached((await amy.get('notes', { params: { id } })).seq)
      expect(socket.events.filter(event => event.event === 'note')).toEqual([])
    } finally {
      socket.cut()
      await settings('everybody')
    }
  })

  test('a disabled account is not suggested, and an earlier mention of it does not block an edit', async () => {
    const name = `dora${unique()}`
    const dora = await signIn(name, 'AGENT')
    const note = await added(amy, 'Ask Dora', [dora.id])
    await disable(at.server.writer, `${name}@parley.example`)
    const { reply } = await amy.get('mentionable', { params: { id } })
    expect(reply.map(one => one.id)).not.toContain(dora.id)
    expect(await edit(amy, note, 'Ask Dora again', [dora.id])).toMatchObject({ status: 200 })
    expect(await add(amy, 'Ask Dora', [dora.id])).toMatchObject({ status: 409 })
  })

  test("only the author edits a note; a supervisor's deletion is on record without the text", async () => {
    const note = await added(amy, 'A secret word')
    expect(await edit(ben, note, 'Mine')).toMatchObject({ status: 403 })
    expect(await edit(carol, note, 'Mine')).toMatchObject({ status: 403 })
    for (const of of ['own', 'colleague'] as const)
      expect(await remove(ben, note, of)).toMatchObject({
        status: 403,
        body: { detail: 'Only a supervisor or an administrator may delete a note of a colleague' },
      })
    expect(await list()).toMatchObject([{ text: 'A secret word' }])
    expect(await remove(carol, note, 'colleague')).toMatchObject({ status: 200 })
    expect(await remove(carol, note, 'colleague')).toMatchObject({ status: 200 })
    await remove(amy, await added(amy, 'Own'))
    expect(await list()).toEqual([])
    const { reply } = await at.ann.get('audit', { query: { action: 'conversation.note-deleted' } })
    expect(reply.filter(entry => entry.on.id === id)).toMatchObject([
      { by: { id: carol.id }, before: { note: note.id, by: amy.id }, after: null },
    ])
    for (const answer of [await edit(amy, note, 'Again'), await react(amy, note, '👍')])
      expect(answer).toMatchObject({ status: 404, body: { code: 'note.not-found' } })
    const { rows } = await sql`select 1 from conversation_notes where text like '%secret%'`.execute(
      at.database.db,
    )
    expect(rows).toEqual([])
  })

  test('a colleague has each reaction once, and removes only their own', async () => {
    const note = await added(amy, 'Done')
    for (const by of [ben, ben, carol]) await react(by, note, '✅')
    await react(ben, note, '🙏')
    const reactions = async () =>
      (await list())[0]?.reactions.map(({ emoji, agents }) => [emoji, agents.map(one => one.name)])
    expect(await reactions()).toEqual([
      ['✅', ['ben', 'carol']],
      ['🙏', ['ben']],
    ])
    await react(ben, note, '✅', false)
    await react(ben, note, '✅', false)
    expect(await reactions()).toEqual([
      ['🙏', ['ben']],
      ['✅', ['carol']],
    ])
    expect(await react(ben, note, '🦆')).toMatchObject({ status: 400 })
  })

  test('a link to a note opens the thread around it', async () => {
    const note = await added(amy, 'Here')
    at.clock.advance(60)
    await at.webhook(textWebhook(String(phones), `wamid.${unique()}`, 'Later'))
    const around = (limit: string) =>
      amy.get('history', { params: { id }, query: { around: note.id, limit } })
    expect((await around('10')).reply.messages).toHaveLength(2)
    await remove(amy, note)
    expect(await amy.ask('history', { params: { id }, query: { around: note.id } })).toMatchObject({
      status: 404,
    })
  })

  test('an erased customer has no notes, and none can be added', async () => {
    const { reply: rows } = await amy.get('conversations', { query: { conversation_id: id } })
    const note = await added(amy, 'Ask @ben', [ben.id])
    const body = { confirm: `+${phones}`, reason: 'Asked for it' }
    await at.ann.ask('eraseCustomer', { params: { id: rows[0]?.user.id ?? '' }, body })
    expect(await list()).toEqual([])
    expect(await told(ben)).toEqual([])
    for (const answer of [await add(amy, 'More'), await edit(amy, note, 'More'), await remove(amy, note)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'customer.erased' } })
  })
})
