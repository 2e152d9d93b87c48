import type { LiveEvent } from '@parley/core/sockets/api'
import { readCounts } from '@parley/core/live/unread'
import type { CachedList } from '@parley/core/live/cached'
import {
  loadConversation,
  loadList,
  loadListHead,
  loadThread,
  loadUnread,
  pageSizes,
  type Source,
} from '@parley/core/live/load'
import { Needs } from '@parley/core/live/fetchers'
import { RecentEvents } from '@parley/core/live/recent-events'
import { conversationStatuses } from '@parley/core/conversations/constants'
import { expect, test, vi } from 'vitest'
import { ApiFailure } from '../client/api-failure.ts'
import { apiFetchers, type CachedCalls } from '../client/asks.ts'

const answer = (value: unknown, seq: number | null = 5) =>
  ({ value, seq, total: null, counts: null }) as never
const unused = () => Promise.reject(new Error('not asked here'))
const source = (
  calls: { readonly [K in keyof CachedCalls]?: () => Promise<never> },
  recent = new RecentEvents(),
): Source => ({
  ask: apiFetchers({
    conversations: unused,
    history: unused,
    historyFallback: unused,
    unreadStats: unused,
    availableAgents: unused,
    pollNotifications: unused,
    ...calls,
  }),
  recent,
  needs: new Needs(),
  pageSizes,
  viewerId: () => null,
})
const refused = (status: number) => new ApiFailure({ kind: 'refused', status })
const message = (id: string) => ({ id, conversation_id: '9', created_at: `2026-11-20T09:00:0${id}.000Z` })

test('[API-14 DATA-07] the thread is asked for with its attachments', async () => {
  const history = vi.fn(async () => answer({ messages: [message('1')], has_more: true }))
  const thread = await loadThread(source({ history }), '9', undefined)
  expect(history.mock.calls).toEqual([
    [{ params: { id: '9' }, query: { include_attachments: 'true', limit: 60 } }],
  ])
  expect([thread.messages.map(one => one.id), thread.hasMore, thread.seq]).toEqual([['1'], true, 5])
})

test.each([404, 500, 503])('[API-15 Q-103] after %d the other history path is asked', async status => {
  const historyFallback = vi.fn(async () => answer([message('1'), message('2')]))
  const thread = await loadThread(
    source({ history: () => Promise.reject(refused(status)), historyFallback }),
    '9',
    undefined,
  )
  expect(thread.messages).toHaveLength(2)
})

test('[API-15 ERR-05 Q-103] a 401 is not asked again; when both paths fail the history fails', async () => {
  const historyFallback = vi.fn(() => Promise.reject(refused(500)))
  const asked = (status: number) =>
    loadThread(source({ history: () => Promise.reject(refused(status)), historyFallback }), '9', undefined)
  await expect(asked(401)).rejects.toMatchObject({ status: 401 })
  expect(historyFallback).not.toHaveBeenCalled()
  await expect(asked(502)).rejects.toMatchObject({ status: 500 })
})

test.each([
  ['an array', [message('1')]],
  ['an object with messages', { messages: [message('1')] }],
  ['another shape', { data: { messages: [message('1')] } }],
])('[API-16] messages are found in %s', async (_, value) => {
  const thread = await loadThread(source({ history: async () => answer(value) }), '9', undefined)
  expect(thread.messages.map(one => one.id)).toEqual(['1'])
})

test.each([
  ['an empty list', async () => answer([])],
  ['another conversation first', async () => answer([{ id: '8' }, { id: '9' }])],
  ['404', () => Promise.reject(refused(404))],
])('[API-13 CDET-21 Q-002 Q-034] %s means that there is no such conversation', async (_, conversations) => {
  expect((await loadConversation(source({ conversations }), '9')).conversation).toBeNull()
})

test('[API-13 ERR-04 Q-002] a failing server is not taken for a missing conversation', async () => {
  const conversations = () => Promise.reject(refused(503))
  await expect(loadConversation(source({ conversations }), '9')).rejects.toMatchObject({ status: 503 })
})

test('frames that came since are played onto a late answer; older ones are not', async () => {
  const recent = new RecentEvents()
  const event = (seq: number, status: string) =>
    ({
      event: 'message',
      data: { ...message('1'), direction: 'OUTBOUND', status },
      seq,
    }) as unknown as LiveEvent
  recent.add(event(4, 'queued'))
  recent.add(event(6, 'delivered'))
  const history = async () => answer([{ ...message('1'), direction: 'OUTBOUND', status: 'sent' }])
  const thread = await loadThread(source({ history }, recent), '9', undefined)
  expect(thread.messages[0]?.status).toBe('delivered')
})

test('an answer from before the frames that are held is asked for again', async () => {
  const recent = new RecentEvents()
  recent.reset(7)
  const unreadStats = vi.fn(async () =>
    answer({ total_unread_messages: 1 }, unreadStats.mock.calls.length + 5),
  )
  expect((await loadUnread(source({ unreadStats }, recent), () => null)).seq).toBe(7)
})

test('counts are read by status, and none are known without the header', () => {
  expect(readCounts('{"ACTIVE":2}', conversationStatuses)).toMatchObject({ ACTIVE: 2, RESOLVED: 0 })
  expect(readCounts(null, conversationStatuses)).toEqual({})
  expect(readCounts('nonsense', conversationStatuses)).toEqual({})
})

const minute = (n: number) => new Date(Date.UTC(2026, 10, 20) - n * 60_000).toISOString()
/** So many conversations, newest first, as a server gives them. */
function listServer(count: number) {
  const all = Array.from({ length: count }, (_, n) => ({ id: `c${n}`, last_activity: minute(n) }))
  const conversations = vi.fn((async ({ query }: { query: { after?: string; limit: number } }) => {
    const from = query.after === undefined ? 0 : all.findIndex(({ id }) => id === query.after) + 1
    return answer(all.slice(from, from + query.limit))
  }) as unknown as () => Promise<never>)
  return { all, conversations, source: source({ conversations }) }
}

test('[Q-102 Q-145] while no frames come one call fetches the head of a long list, and what stands behind it stays until they do', async () => {
  const server = listServer(2_000)
  const cached: CachedList = await loadList(server.source, {}, { rows: server.all } as unknown as CachedList)
  expect([cached.rows.length, server.conversations.mock.calls.length]).toEqual([2_000, 5])

  // One far down is the newest now, one of the head has gone.
  server.conversations.mockClear()
  const [moved] = server.all.splice(1_500, 1)
  server.all.unshift({ ...moved, id: 'c1500', last_activity: minute(-1) })
  server.all.splice(11, 1)
  const head = await loadListHead(server.source, {}, cached)
  expect(server.conversations).toHaveBeenCalledTimes(1)
  expect(head.rows.map(({ id }) => id)).toEqual(server.all.map(({ id }) => id))
  expect([head.isTailOld, head.edge, head.hasMore]).toEqual([true, cached.edge, cached.hasMore])

  const whole = await loadList(server.source, {}, head)
  expect([whole.isTailOld, whole.rows.length]).toEqual([undefined, 1_999])
})

test('the head of a list that fits into it is the whole list', async () => {
  const server = listServer(20)
  const cached = await loadList(server.source, {}, undefined)
  server.all.pop()
  const head = await loadListHead(server.source, {}, cached)
  expect([head.rows.length, head.isTailOld]).toEqual([19, undefined])
})
