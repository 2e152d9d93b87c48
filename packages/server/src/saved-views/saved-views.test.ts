import type { SavedFilter, SavedView } from '@parley/core/saved-views/api'
import { viewLimits } from '@parley/core/saved-views/constants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { disable } from '../../test/models/departure.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'
import { currentSeq } from '../live/log.ts'

describe('[Q-238] saved views', () => {
  let at: TestServer
  let amy: AgentClient
  let ben: AgentClient
  let carol: AgentClient
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
    await at.database.db.deleteFrom('saved_views').execute()
  })

  const ask = (by: AgentClient, name: string, filter: SavedFilter = {}, scope: SavedView['scope'] = 'own') =>
    by.ask('saveView', { body: { name, scope, filter } })
  const save = async (...asked: Parameters<typeof ask>): Promise<SavedView> => {
    const { status, body } = await ask(...asked)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body as SavedView
  }
  const change = (by: AgentClient, { id }: SavedView, body: { name?: string; filter?: SavedFilter }) =>
    by.ask('changeView', { params: { id }, body })
  const remove = (by: AgentClient, { id }: SavedView) => by.ask('removeView', { params: { id } })
  const names = async (by: AgentClient) => (await by.get('savedViews')).reply.map(({ name }) => name)

  test('an own view is for its agent only, on every device; a shared one is for everybody, by name', async () => {
    const filter: SavedFilter = {
      status: 'ACTIVE',
      search: 'card',
      assignee_id: 'none',
      has_open_issues: false,
    }
    const view = await save(amy, 'b mine', filter)
    expect(view).toEqual({ id: view.id, name: 'b mine', scope: 'own', filter, assignee: null })
    await save(carol, 'A shared', {}, 'shared')
    await save(carol, 'C shared', {}, 'shared')
    expect(await names(amy)).toEqual(['A shared', 'b mine', 'C shared'])
    expect(await names(ben)).toEqual(['A shared', 'C shared'])
    expect((await amy.get('savedViews')).reply[1]).toEqual(view)
  })

  test('only supervisors and administrators share views and change shared ones', async () => {
    expect(await ask(amy, 'For all', {}, 'shared')).toMatchObject({ status: 403 })
    const shared = await save(carol, 'For all', {}, 'shared')
    expect(await change(amy, shared, { name: 'Hers' })).toMatchObject({ status: 403 })
    expect(await remove(amy, shared)).toMatchObject({ status: 403 })
    expect(await change(at.ann, shared, { name: 'Of all' })).toMatchObject({ body: { name: 'Of all' } })
    expect(await remove(carol, shared)).toMatchObject({ status: 204 })
    expect(await names(ben)).toEqual([])
  })

  test('another agent’s own view is not found, even by administrators', async () => {
    const view = await save(amy, 'Mine')
    for (const by of [ben, carol, at.ann]) {
      for (const answer of [await change(by, view, { name: 'Theirs' }), await remove(by, view)])
        expect(answer).toMatchObject({ status: 404, body: { code: 'view.not-found' } })
    }
    expect(await names(amy)).toEqual(['Mine'])
  })

  test('a new name keeps the filter, and a new filter keeps the name', async () => {
    const view = await save(amy, 'Mine', { status: 'ACTIVE' })
    expect(await change(amy, view, { name: 'Renamed' })).toMatchObject({
      body: { ...view, name: 'Renamed' },
    })
    const filter = { has_open_issues: true }
    expect((await change(amy, view, { filter })).body).toEqual({ ...view, name: 'Renamed', filter })
    // Capitals of its own name are no other view's.
    expect(await change(amy, view, { name: 'RENAMED' })).toMatchObject({ status: 200 })
  })

  test('a name is unique per agent and among the shared views; a repeated call succeeds', async () => {
    const view = await save(amy, 'Mine', { status: 'ACTIVE', search: 'card' })
    expect(await save(amy, ' Mine ', { search: 'card', status: 'ACTIVE' })).toEqual(view)
    const taken = { status: 409, body: { code: 'view.taken', fields: { name: expect.any(String) } } }
    expect(await ask(amy, 'mine', { status: 'ACTIVE', search: 'card' })).toMatchObject(taken)
    expect(await ask(amy, 'Mine', {})).toMatchObject(taken)
    const other = await save(amy, 'Other')
    expect(await change(amy, other, { name: 'MINE' })).toMatchObject(taken)
    await save(ben, 'Mine')
    await save(carol, 'Mine', {}, 'shared')
  })

  test.each([
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(viewLimits.name + 1) }, 'name'],
    [{ filter: { search: 'x'.repeat(viewLimits.search + 1) } }, 'filter.search'],
    [{ filter: { status: 'OPEN' } }, 'filter.status'],
  ])('%j is refused by its field', async (more, field) => {
    const body = { name: 'Fine', scope: 'own', filter: {}, ...more }
    expect(await amy.ask('saveView', { body })).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    })
  })

  test('own and shared views are limited', async () => {
    const rows = Array.from({ length: viewLimits.own }, (_, n) => ({
      owner_id: Number(amy.id),
      name: `View ${n}`,
      filter: '{}',
    }))
    await at.database.db.insertInto('saved_views').values(rows).execute()
    expect(await ask(amy, 'One more')).toMatchObject({ status: 409, body: { code: 'view.too-many' } })
    await save(ben, 'One of his')
  })

  test('a view of a disabled agent’s conversations says so, and works', async () => {
    const name = `leaver-${unique()}`
    const leaver = await signIn(name, 'AGENT')
    const view = await save(amy, 'Theirs', { assignee_id: leaver.id })
    expect(view.assignee).toMatchObject({ id: leaver.id, is_disabled: false })
    await disable(at.server.writer, `${name}@parley.example`)
    await save(amy, 'Of nobody', { assignee_id: '999999' })
    await save(amy, 'Of no id', { assignee_id: 'x' })
    const [nobody, none, theirs] = (await amy.get('savedViews')).reply
    expect([nobody?.assignee, none?.assignee]).toEqual([null, null])
    expect(theirs?.assignee).toMatchObject({ id: leaver.id, is_disabled: true })
    const { reply } = await amy.get('savedViewTotals')
    expect(Object.values(reply)).toEqual([0, 0, 0])
  })

  test('each view is counted as the list counts it, within the visibility scope', async () => {
    for (const [phone, words] of [
      ['256700600001', 'A card'],
      ['256700600002', 'A form'],
    ] as const)
      await at.webhook(textWebhook(phone, `wamid.${unique()}`, words, 'Nakato'))
    const all = await save(amy, 'All')
    const active = await save(amy, 'Active', { status: 'ACTIVE' })
    const cards = await save(amy, 'Cards', { search: 'card', assignee_id: 'none' })
    const over = await save(carol, 'Over', { status: 'RESOLVED' }, 'shared')
    const totals = async () => (await amy.get('savedViewTotals')).reply
    expect(await totals()).toEqual({ [all.id]: 2, [active.id]: 2, [cards.id]: 1, [over.id]: 0 })
    const [row] = (await at.ann.get('conversations', { query: { search: 'card' } })).reply
    await at.database.db
      .updateTable('conversations')
      .set({ assignee_id: Number(ben.id) })
      .where('id', '=', Number(row?.id))
      .execute()
    await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'supervisors' } } })
    expect(await totals()).toEqual({ [all.id]: 1, [active.id]: 1, [cards.id]: 0, [over.id]: 0 })
    await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'everybody' } } })
  })

  test('all consoles are told of shared views, only the agent’s of own ones', async () => {
    const [hers, his] = [await amy.connect(), await ben.connect()]
    const told = (socket: typeof hers) => socket.events.filter(({ event }) => event === 'saved-views').length
    // Changes that are sent together share a frame.
    const sent = async () => {
      const seq = await currentSeq(at.database.db)
      for (const socket of [hers, his]) await socket.reached(seq)
    }
    const view = await save(amy, 'Mine')
    await sent()
    await change(amy, view, { name: 'Renamed' })
    await sent()
    await remove(amy, view)
    await sent()
    const shared = await save(carol, 'Shared', {}, 'shared')
    await sent()
    await remove(carol, shared)
    await sent()
    expect([told(hers), told(his)]).toEqual([5, 2])
    for (const socket of [hers, his]) socket.cut()
  })
})
