import type { api } from '@parley/core/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { addApplication } from '../../test/models/applications.ts'
import { password, startTestServer, type TestServer } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'
import { boundedAgents, mayLookAt, allowedViewersOf } from './queries.ts'

/** The owner of each conversation, and whether cleo, of the department Life, may see it. */
const owners = [
  ['nobody', null, true],
  ['cleo herself', 'cleo', true],
  ['a colleague of her department', 'dan', true],
  ['an agent of another department', 'frank', false],
  ['an agent of none', 'grace', false],
  ['an agent of another department, who offers it to her', 'frank', true],
] as const
const departments = { cleo: 'Life', dan: 'LIFE', frank: 'Claims', grace: null } as const
type Name = keyof typeof departments

describe('[Q-176] a sight that is bounded', () => {
  let at: TestServer
  const ids = {} as Record<Name, number>
  let cleo: AgentClient
  /** In the order of `owners`. */
  const conversations: string[] = []
  const seen = () => conversations.filter((_, place) => owners[place]?.[2])

  beforeAll(async () => {
    at = await startTestServer()
    const { writer, app } = at.server
    for (const [name, department] of Object.entries(departments))
      ids[name as Name] = await addAgent(writer, { email: `${name}@parley.example`, password, department })
    cleo = await AgentClient.signIn(app, at.url, 'cleo@parley.example', password)
    for (const [place, [, owner]] of owners.entries()) {
      const phone = `25670000000${place}`
      await at.webhook(textWebhook(phone, `wamid.${place}`, `I am number ${place}`, 'Nakato'))
      const { reply } = await at.ann.get('conversations', { query: { search: phone } })
      const id = reply[0]?.id ?? ''
      conversations.push(id)
      await addApplication(writer, { kind: 'ipp', conversationId: id })
      if (place % 2 === 0)
        await at.ann.get('createIssue', {
          body: { conversation_id: id, title: 'About it', category: 'CLAIMS' },
        })
      await at.database.db
        .updateTable('conversations')
        .set({ assignee_id: owner === null ? null : ids[owner] })
        .where('id', '=', Number(id))
        .execute()
    }
    await cleo.get('setAgentStatus', { params: { id: cleo.id }, body: { status: 'AVAILABLE' } })
    const offered = { params: { id: conversations.at(-1) ?? '' }, body: { agent_id: cleo.id } }
    await at.ann.get('assign', offered)
    await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'supervisors' } } })
  })
  afterAll(() => at.close())

  const sorted = (some: readonly string[]) => some.toSorted((a, b) => Number(a) - Number(b))
  const listed = async (query: Record<string, string>, by = cleo) => {
    const { reply, headers } = await by.get('conversations', { query })
    const counts = JSON.parse(String(headers['parley-counts'])) as Record<string, number>
    return { ids: sorted(reply.map(row => row.id)), total: headers['parley-total'], counts }
  }

  test.each(owners.map((one, place) => [...one, place] as const))(
    'of %s',
    async (_, owner, isSeen, place) => {
      const id = conversations[place] ?? ''
      const asked: [keyof typeof api, object][] = [
        ['history', { params: { id } }],
        ['tickets', { query: { conversation_id: id } }],
        ['work', { params: { id } }],
      ]
      for (const [name, one] of asked)
        expect({ name, status: (await cleo.ask(name, one)).status }).toEqual({
          name,
          status: isSeen ? 200 : 403,
        })
      const { db } = at.database
      expect(await mayLookAt(db, ids.cleo, Number(id))).toBe(isSeen)
      const allowedViewers = (await allowedViewersOf(db, [Number(id)], [ids.cleo, ids.frank])).get(Number(id))
      expect(allowedViewers?.has(ids.cleo) ?? false).toBe(isSeen)
      expect(allowedViewers?.has(ids.frank) ?? false).toBe(owner === null || owner === 'frank')
    },
  )

  test.each([
    ['all', {}, () => seen()],
    ['by status', { status: 'ACTIVE' }, () => seen()],
    ['those of nobody', { assignee_id: 'none' }, () => [conversations[0] ?? '']],
    [
      'with open issues',
      { has_open_issues: 'true' },
      () => seen().filter(id => conversations.indexOf(id) % 2 === 0),
    ],
    [
      'without open issues',
      { has_open_issues: 'false' },
      () => seen().filter(id => conversations.indexOf(id) % 2 === 1),
    ],
    ['found by name', { search: 'Nakato' }, () => seen()],
    ['found by the last words', { search: 'I am number' }, () => seen()],
  ] as const)('the list and its counts: %s', async (_, query, wanted) => {
    const rows = sorted(wanted())
    expect(await listed(query)).toEqual({
      ids: rows,
      total: String(rows.length),
      counts: rows.length === 0 ? {} : { ACTIVE: rows.length },
    })
  })

  test('[Q-254] the list of one colleague has what is in sight', async () => {
    expect((await listed({ assignee_id: String(ids.frank) })).ids).toEqual([conversations.at(-1)])
    expect(await listed({ assignee_id: String(ids.frank) })).toMatchObject({ counts: { ACTIVE: 1 } })
    expect((await listed({ assignee_id: String(ids.grace) })).ids).toEqual([])
  })

  test('several that are named: those in sight; one that is not is refused', async () => {
    const { reply } = await cleo.get('conversations', { query: { conversation_id: conversations.join(',') } })
    expect(sorted(reply.map(row => row.id))).toEqual(sorted(seen()))
    const hidden = conversations.find(id => !seen().includes(id)) ?? ''
    const answer = await cleo.ask('conversations', { query: { conversation_id: hidden } })
    expect(answer).toMatchObject({ status: 403, body: { code: 'session.forbidden' } })
  })

  test('[Q-417] unread messages, there and in the figures, are those of her own conversations', async () => {
    const { reply } = await cleo.get('unreadStats')
    const own = conversations.filter((_, place) => owners[place]?.[1] === 'cleo')
    expect(reply).toMatchObject({ total_unread_messages: 1, conversations_with_unread: 1 })
    expect(reply.unread_conversations).toEqual(own)
    expect((await cleo.get('dashboard')).reply.pending_conversations.current).toBe(1)
    expect((await at.ann.get('dashboard')).reply.pending_conversations.current).toBe(0)
  })

  test('applications and their counts', async () => {
    const { reply, headers } = await cleo.get('ippApplications')
    expect(sorted(reply.map(row => row.conversation_id))).toEqual(sorted(seen()))
    expect(headers['parley-total']).toBe(String(seen().length))
    // Agents without a limit get the stored counts of all conversations.
    expect((await at.ann.get('ippApplications')).headers['parley-total']).toBe(String(conversations.length))
    expect((await cleo.get('ippApplications')).headers['parley-total']).toBe(String(seen().length))
  })

  test.each([
    ['total_messages', 'message'],
    ['total_unique_users', 'customer'],
    ['active_conversations', 'conversation'],
  ] as const)('the rows behind %s: those in sight, and the figure of all', async (metric, kind) => {
    const days = { start_date: '2026-03-01', end_date: '2026-03-02' }
    const query = { metric, limit: '200', ...days }
    const { reply } = await cleo.get('countedRows', { query })
    expect(reply).toMatchObject({ bounded: true, figure: conversations.length })
    expect(sorted(reply.rows.map(row => row.conversation_id ?? ''))).toEqual(sorted(seen()))
    expect(new Set(reply.rows.map(row => row.kind))).toEqual(new Set([kind]))
    const { reply: whole } = await at.ann.get('countedRows', { query })
    expect(whole).toMatchObject({ bounded: false, figure: conversations.length })
    expect(whole.rows).toHaveLength(conversations.length)
  })

  test('nobody’s sight is bounded but that of agents, and only while the setting says so', async () => {
    const { db } = at.database
    expect((await boundedAgents(db))?.has(Number(at.ann.id))).toBe(false)
    expect((await boundedAgents(db))?.has(ids.cleo)).toBe(true)
    expect((await listed({}, at.ann)).ids).toEqual(sorted(conversations))
    await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'everybody' } } })
    expect(await boundedAgents(db)).toBeNull()
    expect((await listed({})).ids).toEqual(sorted(conversations))
  })
})
