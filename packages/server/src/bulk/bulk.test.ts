import type { BulkAction, BulkResult } from '@parley/core/bulk/api'
import { ApiError } from '@parley/core/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'
import { currentSeq } from '../live/log.ts'
import { changeEach } from './each.ts'

let phones = 256_780_000_000

describe('[Q-230] bulk changes of conversations', () => {
  let at: TestServer
  let cleo: AgentClient
  beforeAll(async () => {
    at = await startTestServer()
    await addAgent(at.server.writer, { email: 'cleo@parley.example', password })
    cleo = await AgentClient.signIn(at.server.app, at.url, 'cleo@parley.example', password)
    for (const agent of [at.ann, at.brian, cleo])
      await agent.get('setAgentStatus', { params: { id: agent.id }, body: { status: 'AVAILABLE' } })
  })
  afterAll(() => at.close())

  const says = (phone: number, words: string) =>
    at.webhook(textWebhook(String(phone), `wamid.${unique()}`, words))
  /** Conversations in the queue. */
  const conversations = async (count: number): Promise<{ readonly id: string; readonly phone: number }[]> => {
    const made = []
    for (let one = 0; one < count; one += 1) {
      const phone = (phones += 1)
      await says(phone, 'Hello')
      const { reply } = await at.ann.get('conversations', { query: { search: String(phone) } })
      made.push({ id: reply[0]?.id ?? '', phone })
    }
    return made
  }
  const idsOf = async (count: number) => (await conversations(count)).map(({ id }) => id)
  const row = async (id: string) =>
    (await at.ann.get('conversations', { query: { conversation_id: id } })).reply[0]
  const change = async (ids: readonly string[], action: BulkAction, by = at.ann) =>
    (await by.get('changeConversations', { body: { conversation_ids: ids, action } })).reply.results
  const undo = async (results: readonly BulkResult[], by = at.ann) => {
    const changes = results.flatMap(one => (one.outcome === 'done' && one.undo !== null ? [one] : []))
    return (await by.get('undoConversations', { body: { changes } })).reply.results
  }
  const outcomes = (results: readonly BulkResult[]) =>
    results.map(one => (one.outcome === 'refused' ? one.code : one.outcome))
  const resolve = { kind: 'status', status: 'RESOLVED' } as const
  const later = (seconds: number) => new Date(at.clock.now().getTime() + seconds * 1_000).toISOString()
  const setStatus = (id: string, status: string, by = at.brian) =>
    by.get('setConversationStatus', { params: { id }, body: { status } })
  const take = (id: string, by: AgentClient) =>
    by.get('assign', { params: { id }, body: { agent_id: by.id } })
  const historyOf = async (id: string) =>
    (await at.ann.get('assignmentHistory', { params: { id } })).reply.assignment_history
  const newest = async (action: string) => (await at.ann.get('audit', { query: { action } })).reply

  test('refusals have the single call’s sentence, and stop no other change', async () => {
    const [one = '', two = ''] = await idsOf(2)
    const [archived] = await conversations(1)
    const id = archived?.id ?? ''
    await setStatus(id, 'ARCHIVED')
    // Its customer wrote again, so another conversation is open.
    await says(archived?.phone ?? 0, 'Here again')
    const single = await at.ann.ask('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
    const results = await change([one, id, '999999', two, 'é', one], resolve)
    expect(outcomes(results)).toEqual([
      'done',
      'conversation.another-open',
      'conversation.not-found',
      'done',
      'conversation.not-found',
    ])
    expect(results[1]).toEqual({ outcome: 'refused', conversation_id: id, ...(single.body as object) })
    expect(results[4]).toMatchObject({ detail: 'Conversation with ID é not found' })
    for (const done of [one, two]) expect(await row(done)).toMatchObject({ status: 'RESOLVED', version: 2 })
    expect(await row(id)).toMatchObject({ status: 'ARCHIVED' })
    expect(outcomes(await undo(results))).toEqual(['done', 'done'])
    for (const done of [one, two]) expect(await row(done)).toMatchObject({ status: 'ACTIVE', version: 3 })
  })

  test('is on record like single changes', async () => {
    const [one = '', two = ''] = await idsOf(2)
    await at.ann.get('setConversationStatus', { params: { id: one }, body: { status: 'RESOLVED' } })
    await change([two], resolve)
    const written = (await newest('conversation.status')).slice(0, 2)
    const without = written.map(({ on, by, address, before, after }) => ({
      noun: on?.noun,
      by: by?.id,
      address,
      before,
      after,
    }))
    expect(written.map(({ on }) => on?.id)).toEqual([two, one])
    expect(without[0]).toEqual(without[1])
  })

  test('a repeated call changes nothing, and says so', async () => {
    const ids = await idsOf(2)
    const until = later(3_600)
    for (const action of [
      resolve,
      { kind: 'status', status: 'ACTIVE' },
      { kind: 'add-tag', tag: ' vip ' },
      { kind: 'snooze', until, reason: 'The bank answers' },
      { kind: 'snooze', until: null },
      { kind: 'assign', agent_id: at.brian.id },
      { kind: 'assign', agent_id: at.ann.id },
      { kind: 'remove-tag', tag: 'vip' },
    ] as const) {
      expect({ action, is: outcomes(await change(ids, action)) }).toEqual({ action, is: ['done', 'done'] })
      const seq = await currentSeq(at.database.db)
      expect({ action, is: outcomes(await change(ids, action)) }).toEqual({
        action,
        is: ['unchanged', 'unchanged'],
      })
      expect(await currentSeq(at.database.db)).toBe(seq)
    }
  })

  test.each([
    ['its status', (id: string) => setStatus(id, 'DORMANT'), { status: 'DORMANT' }],
    [
      'its status, and back',
      async (id: string) => {
        await setStatus(id, 'ACTIVE')
        await setStatus(id, 'RESOLVED')
      },
      { status: 'RESOLVED' },
    ],
    [
      'its tags',
      (id: string) => at.brian.get('setConversationTags', { params: { id }, body: { tags: ['claim'] } }),
      { status: 'RESOLVED', tags: ['claim'] },
    ],
  ])('a colleague changed %s meanwhile: that stays, and the others are taken back', async (_, act, stays) => {
    const [one = '', two = '', three = ''] = await idsOf(3)
    const results = await change([one, two, three], resolve)
    await act(two)
    const undone = await undo(results)
    expect(outcomes(undone)).toEqual(['done', 'conversation.changed', 'done'])
    expect(await row(two)).toMatchObject(stays)
    for (const id of [one, three]) expect(await row(id)).toMatchObject({ status: 'ACTIVE' })
  })

  test('an undo keeps the effect of a customer’s message', async () => {
    const [made] = await conversations(1)
    const id = made?.id ?? ''
    await setStatus(id, 'DORMANT')
    const results = await change([id], resolve)
    await says(made?.phone ?? 0, 'Here again')
    expect(outcomes(await undo(results))).toEqual(['conversation.changed'])
    expect(await row(id)).toMatchObject({ status: 'ACTIVE' })
    const snoozed = await change([id], { kind: 'snooze', until: later(3_600) })
    await says(made?.phone ?? 0, 'And again')
    // The undo is done already.
    expect(outcomes(await undo(snoozed))).toEqual(['unchanged'])
    expect(await row(id)).toMatchObject({ snoozed: null })
  })

  test('[Q-266] an undone snooze leaves no line in the thread', async () => {
    const [id = ''] = await idsOf(1)
    expect(outcomes(await undo(await change([id], { kind: 'snooze', until: later(3_600) })))).toEqual([
      'done',
    ])
    const lines = async () =>
      (await at.ann.get('history', { params: { id } })).reply.messages.filter(
        ({ details }) => details?.snooze !== undefined,
      )
    expect(await lines()).toEqual([])
    await change([id], { kind: 'snooze', until: later(3_600) })
    await change([id], { kind: 'snooze', until: null })
    expect(await lines()).toHaveLength(1)
  })

  test('a repeated undo changes nothing', async () => {
    const ids = await idsOf(1)
    for (const action of [
      resolve,
      { kind: 'add-tag', tag: 'vip' },
      { kind: 'snooze', until: later(3_600) },
      { kind: 'assign', agent_id: at.brian.id },
    ] as const) {
      const results = await change(ids, action)
      expect({ action, is: outcomes(await undo(results)) }).toEqual({ action, is: ['done'] })
      const seq = await currentSeq(at.database.db)
      expect({ action, is: outcomes(await undo(results)) }).toEqual({ action, is: ['unchanged'] })
      expect(await currentSeq(at.database.db)).toBe(seq)
    }
  })

  test('refuses one tag too many, and an undo restores the tags', async () => {
    const [one = '', full = ''] = await idsOf(2)
    const tags = Array.from({ length: 20 }, (_, place) => `tag ${place}`)
    await at.ann.get('setConversationTags', { params: { id: full }, body: { tags } })
    await at.ann.get('setConversationTags', { params: { id: one }, body: { tags: ['tag 0', 'claim'] } })
    const added = await change([one, full], { kind: 'add-tag', tag: 'vip' })
    expect(outcomes(added)).toEqual(['done', 'input.invalid'])
    expect(added[1]).toMatchObject({ detail: expect.stringContaining('at most 20 tags. Remove one') })
    expect(await row(one)).toMatchObject({ tags: ['tag 0', 'claim', 'vip'] })
    await undo(added)
    const removed = await change([one, full], { kind: 'remove-tag', tag: 'tag 0' })
    expect(outcomes(removed)).toEqual(['done', 'done'])
    await undo(removed)
    expect(await row(one)).toMatchObject({ tags: ['tag 0', 'claim'] })
    expect(await row(full)).toMatchObject({ tags })
  })

  test('an undo keeps a colleague’s later change', async () => {
    for (const action of [
      { kind: 'add-tag', tag: 'vip' },
      { kind: 'snooze', until: later(3_600) },
    ] as const) {
      const [one = '', two = ''] = await idsOf(2)
      const results = await change([one, two], action)
      await at.brian.get('setConversationTags', { params: { id: two }, body: { tags: ['claim'] } })
      expect({ action, is: outcomes(await undo(results)) }).toEqual({
        action,
        is: ['done', 'conversation.changed'],
      })
      expect(await row(two)).toMatchObject({ tags: ['claim'] })
    }
  })

  test('refuses to snooze closed ones; an undo restores time and reason, unless the time has passed', async () => {
    const [one = '', two = '', over = ''] = await idsOf(3)
    await setStatus(over, 'RESOLVED')
    const soon = later(60)
    for (const [id, until] of [
      [one, later(7_200)],
      [two, soon],
    ] as const) {
      const body = { until, reason: 'The bank answers' }
      await at.brian.get('snoozeConversation', { params: { id }, body })
    }
    const until = later(3_600)
    const results = await change([one, two, over], { kind: 'snooze', until })
    expect(outcomes(results)).toEqual(['done', 'done', 'input.invalid'])
    expect(results[2]).toMatchObject({ detail: expect.stringContaining('it is resolved') })
    at.clock.advance(61)
    expect(outcomes(await undo(results))).toEqual(['done', 'done'])
    expect(await row(one)).toMatchObject({ snoozed: { reason: 'The bank answers', by: { id: at.ann.id } } })
    expect(await row(two)).toMatchObject({ snoozed: null })
  })

  test('assigning offers each; an undo withdraws open offers, and keeps accepted ones', async () => {
    const [one = '', two = '', archived = ''] = await idsOf(3)
    await setStatus(archived, 'ARCHIVED')
    const results = await change([one, two, archived], { kind: 'assign', agent_id: at.brian.id })
    expect(outcomes(results)).toEqual(['done', 'done', 'conversation.archived'])
    expect(await row(one)).toMatchObject({ agent: null, offer: { agent_id: at.brian.id } })
    await at.brian.get('acceptHandoff', { params: { id: two } })
    expect(outcomes(await undo(results))).toEqual(['done', 'conversation.changed'])
    expect(await row(one)).toMatchObject({ agent: null, offer: null })
    expect(await historyOf(one)).toMatchObject([{ state: 'withdrawn', by: { id: at.ann.id } }])
    expect(await row(two)).toMatchObject({ agent: { id: at.brian.id } })
    expect(outcomes(await change([one], { kind: 'assign', agent_id: '999999' }))).toEqual(['agent.not-found'])
  })

  test('undoing a takeover returns it to the queue or offers it to the previous owner, unless it was reassigned', async () => {
    const [queued = '', theirs = '', given = '', over = ''] = await idsOf(4)
    for (const id of [theirs, given]) await take(id, at.brian)
    const results = await change([queued, theirs, given, over], { kind: 'assign', agent_id: at.ann.id })
    expect(outcomes(results)).toEqual(['done', 'done', 'done', 'done'])
    expect(await row(theirs)).toMatchObject({ agent: { id: at.ann.id } })
    await at.ann.get('assign', { params: { id: given }, body: { agent_id: cleo.id } })
    await setStatus(over, 'RESOLVED')
    expect(outcomes(await undo(results))).toEqual([
      'done',
      'done',
      'conversation.changed',
      'conversation.changed',
    ])
    expect(await row(queued)).toMatchObject({ agent: null, offer: null })
    expect(await row(theirs)).toMatchObject({ agent: { id: at.ann.id }, offer: { agent_id: at.brian.id } })
    expect(await row(given)).toMatchObject({ agent: { id: at.ann.id }, offer: { agent_id: cleo.id } })
    expect(await row(over)).toMatchObject({ agent: { id: at.ann.id }, status: 'RESOLVED' })
    // It is undone, or offered back, already.
    const seq = await currentSeq(at.database.db)
    expect(outcomes(await undo(results)).slice(0, 2)).toEqual(['unchanged', 'unchanged'])
    expect(await currentSeq(at.database.db)).toBe(seq)
  })

  test('an agent cannot undo a colleague’s assignment', async () => {
    const ids = await idsOf(1)
    const results = await change(ids, { kind: 'assign', agent_id: at.brian.id })
    expect(outcomes(await undo(results, cleo))).toEqual(['conversation.changed'])
    expect(await row(ids[0] ?? '')).toMatchObject({ offer: { agent_id: at.brian.id } })
  })

  test('an invisible conversation is not found, like an unknown one', async () => {
    const [seen = '', unseen = ''] = await idsOf(2)
    await take(unseen, at.brian)
    await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'supervisors' } } })
    const results = await change([seen, unseen, '999999'], resolve, cleo)
    const [, of, unknown] = results
    expect(outcomes(results)).toEqual(['done', 'conversation.not-found', 'conversation.not-found'])
    expect(JSON.stringify(of).replaceAll(unseen, '999999')).toBe(JSON.stringify(unknown))
    expect(await row(unseen)).toMatchObject({ status: 'ACTIVE' })
    const forged = { ...results[0], conversation_id: unseen } as BulkResult
    expect(outcomes(await undo([forged], cleo))).toEqual(['conversation.not-found'])
    await at.ann.get('changeSettings', { body: { settings: {} } })
  })

  test('refuses the rest untried when the database becomes unavailable', async () => {
    const tried: number[] = []
    const results = await changeEach(
      ['1', '2', '3'].map(id => ({ conversation_id: id })),
      {
        reader: at.database.db,
        visibility: null,
        apiErrorOf: cause => cause as ApiError,
        change: async id => {
          tried.push(id)
          if (id === 2) throw new ApiError('server.unavailable')
          return null
        },
      },
    )
    expect(outcomes(results)).toEqual(['unchanged', 'server.unavailable', 'server.unavailable'])
    expect(tried).toEqual([1, 2])
  })

  test.each([
    [[], resolve],
    [Array.from({ length: 101 }, (_, place) => String(place + 1)), resolve],
    [['1'], { kind: 'status', status: 'TRANSFERRED' }],
    [['1'], { kind: 'add-tag', tag: ' ' }],
    [['1'], { kind: 'erase' }],
  ])('no ids, too many, or no such action: %#', async (ids, action) => {
    const body = { conversation_ids: ids, action }
    expect(await at.ann.ask('changeConversations', { body })).toMatchObject({ status: 400 })
  })
})
