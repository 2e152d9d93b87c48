import type { Note } from '@parley/core/notes/api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'
import { write } from '../db/write.ts'
import { noteResource } from './descriptor.ts'

describe('[Q-237] the mentions of an agent', () => {
  let at: TestServer
  let amy: AgentClient
  let ben: AgentClient
  let phones = 256_700_500_000
  const signIn = async (name: string) => {
    const email = `${name}@parley.example`
    await addAgent(at.server.writer, { email, name, password, role: 'AGENT' })
    return AgentClient.signIn(at.server.app, at.url, email, password)
  }
  beforeAll(async () => {
    at = await startTestServer()
    amy = await signIn('amy')
    ben = await signIn('ben')
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    await at.database.db.updateTable('note_mentions').set({ seen_at: at.clock.now() }).execute()
  })

  const customer = async (): Promise<string> => {
    phones += 1
    await at.webhook(textWebhook(String(phones), `wamid.${unique()}`, 'My cover must not lapse', 'Nakato'))
    at.clock.advance(1)
    const { reply } = await at.ann.get('conversations', { query: { search: String(phones) } })
    return reply[0]?.id ?? ''
  }
  const add = async (by: AgentClient, id: string, mentions: readonly string[]): Promise<Note> => {
    at.clock.advance(1)
    const body = { client_note_id: unique(), text: 'Look at this', mentions: [...mentions] }
    return (await by.get('addNote', { params: { id }, body })).reply
  }
  const view = async (of: AgentClient, more: Readonly<Record<string, string>> = {}) =>
    (await of.get('conversations', { query: { mentioned_id: of.id, ...more } })).reply.map(({ id }) => id)
  const total = async (of: AgentClient) => {
    const { headers } = await of.ask('conversations', { query: { mentioned_id: of.id, limit: '1' } })
    return Number(headers['parley-total'])
  }

  test('the newest mention is first, in pages, counted, and only for its agent', async () => {
    const ids = [await customer(), await customer(), await customer()]
    const [first = '', second = '', third = ''] = ids
    for (const id of [third, first, second]) await add(amy, id, [ben.id])
    expect(await view(ben)).toEqual([second, first, third])
    await add(amy, third, [ben.id])
    expect(await view(ben)).toEqual([third, second, first])
    expect(await view(ben, { limit: '2' })).toEqual([third, second])
    expect(await view(ben, { limit: '2', after: second })).toEqual([first])
    expect(await total(ben)).toBe(3)
    expect(await view(amy)).toEqual([])
    expect(await total(amy)).toBe(0)
  })

  test('a mention of oneself needs no look', async () => {
    const id = await customer()
    await add(amy, id, [amy.id])
    expect(await view(amy)).toEqual([])
  })

  test('a mention stays if the conversation is resolved or gets another owner', async () => {
    const id = await customer()
    await add(amy, id, [ben.id])
    await amy.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
    expect(await view(ben)).toEqual([id])
    expect(await view(ben, { status: 'ACTIVE' })).toEqual([])
  })

  test.each([
    ['opening it', (id: string) => ben.get('markSeen', { params: { id } })],
    [
      'opening it with nothing unread',
      (id: string) => ben.get('markSeen', { params: { id }, body: { only: 'mentions' } }),
    ],
    ['a note of their own there', (id: string) => add(ben, id, [])],
    [
      'a sign on it',
      (_: string, note: Note) =>
        ben.get('reactToNote', { params: { id: note.id }, body: { emoji: '👍', on: true } }),
    ],
    [
      'an edit that mentions them no more',
      (_: string, note: Note) =>
        amy.get('editNote', { params: { id: note.id }, body: { text: 'Nobody', mentions: [] } }),
    ],
    [
      'its deletion',
      (_: string, note: Note) => amy.get('removeNote', { params: { id: note.id }, body: { of: 'own' } }),
    ],
    [
      'the age limit of notes',
      () =>
        write(at.server.writer, async context =>
          noteResource.retain?.['notes']?.forget(context, {
            before: context.now,
            most: 1_000,
          }),
        ),
    ],
  ] as const)('it is over by %s, for all who look, and back with the next mention', async (_, end) => {
    const id = await customer()
    const note = await add(amy, id, [ben.id])
    const seen = async () =>
      (await amy.get('conversations', { query: { conversation_id: id } })).reply[0]?.mentioned
    expect(await seen()).toEqual([{ agent_id: ben.id, at: note.created_at }])
    at.clock.advance(1)
    await end(id, note)
    expect(await view(ben)).toEqual([])
    expect(await total(ben)).toBe(0)
    expect(await seen()).toEqual([])
    await add(amy, id, [ben.id])
    expect(await view(ben)).toEqual([id])
  })

  test('mentions can be marked as seen without moving the read cursor', async () => {
    const id = await customer()
    await add(amy, id, [ben.id])
    await ben.get('markSeen', { params: { id }, body: { only: 'mentions' } })
    const { reply } = await ben.get('conversations', { query: { conversation_id: id } })
    expect(reply[0]).toMatchObject({ unread_count: 1, mentioned: [] })
  })

  test('a colleague’s look does not mark a mention as seen', async () => {
    const id = await customer()
    await add(amy, id, [ben.id, at.ann.id])
    await at.ann.get('markSeen', { params: { id } })
    expect(await view(at.ann)).toEqual([])
    expect(await view(ben)).toEqual([id])
  })

  test('an edit of the text alone mentions nobody again', async () => {
    const id = await customer()
    const note = await add(amy, id, [ben.id])
    await ben.get('markSeen', { params: { id } })
    await amy.get('editNote', { params: { id: note.id }, body: { text: 'Other words', mentions: [ben.id] } })
    expect(await view(ben)).toEqual([])
  })

  test('an erasure ends mentions', async () => {
    const id = await customer()
    await add(amy, id, [ben.id])
    const [row] = (await at.ann.get('conversations', { query: { conversation_id: id } })).reply
    const customerId = row?.user.id ?? ''
    const confirm = row?.user.phone_number ?? ''
    const erased = await at.ann.ask('eraseCustomer', {
      params: { id: customerId },
      body: { confirm, reason: 'Asked for it' },
    })
    expect(erased.status).toBe(204)
    expect(await view(ben)).toEqual([])
    expect(await total(ben)).toBe(0)
  })

  const bound = (colleague_conversations: string) =>
    at.ann.get('changeSettings', { body: { settings: { colleague_conversations } } })

  test('mentions outside the visibility scope are neither listed nor counted', async () => {
    const [theirs, nobodys] = [await customer(), await customer()]
    for (const id of [theirs, nobodys]) await add(amy, id, [ben.id])
    await bound('supervisors')
    await at.database.db
      .updateTable('conversations')
      .set({ assignee_id: Number(amy.id) })
      .where('id', '=', Number(theirs))
      .execute()
    expect(await view(ben)).toEqual([nobodys])
    expect(await total(ben)).toBe(1)
    await bound('everybody')
    expect(await view(ben)).toEqual([nobodys, theirs])
  })
})
