import { describe, expect, test } from 'vitest'
import type { QuotedMessage } from '../messages/api.ts'
import { quotedOf } from '../messages/rules.ts'
import { readConversation, readMessage, readUnreadStats } from '../read/entities.ts'
import type { LiveEvent } from '../sockets/api.ts'
import { applyToAgents, applyToNotifications } from './agents-and-notifications.ts'
import { applyToConversation } from './conversation.ts'
import { applyToList, type ListState, placeOf, withFetchedRows } from './list.ts'
import { messageOf, stateOf } from './live.fixture.ts'
import { applyToThread, type ThreadState, withMessage, withOlder } from './thread.ts'
import { applyToUnread } from './unread.ts'

const minute = (n: number) => `2026-03-02T09:${String(n).padStart(2, '0')}:00.000Z`
const conversation = (id: number, more: Parameters<typeof stateOf>[1] = {}): LiveEvent => ({
  event: 'conversation',
  data: stateOf(id, more),
  seq: 1,
})
const read = (id: number, seen_no: number): LiveEvent => ({
  event: 'read',
  data: { conversation_id: String(id) as never, seen_no },
  seq: 1,
})
const message = (
  event: 'message' | 'new_message',
  id: number,
  more: Parameters<typeof messageOf>[1] = {},
): LiveEvent => ({
  event,
  data: messageOf(id, more),
  seq: 1,
})

const list: ListState = {
  filter: {},
  rows: [3, 2, 1].map(id =>
    readConversation({ ...stateOf(id, { last_activity: minute(id), inbound_no: 4 }), seen_no: 1 }),
  ),
  hasMore: false,
  edge: null,
  counts: { ACTIVE: 3 },
}
const paged: ListState = {
  ...list,
  hasMore: true,
  edge: {
    id: '1',
    last_activity: minute(1),
    waiting_since: null,
    ticket_priority: null,
    closes_within_hour: false,
    last_reply: null,
    reach: null,
    snoozed: null,
    mentioned: [],
  },
}
const idsOf = (state: ListState) => state.rows.map(row => row.id)

const thread: ThreadState = {
  conversationId: '1',
  messages: [10, 20, 30].map(id => readMessage(messageOf(id, { created_at: minute(id) }))),
  hasMore: true,
}
const messageIds = (state: ThreadState) => state.messages.map(one => one.id)

describe('a list', () => {
  test('[WS-04 CONV-03] a row with new activity moves up, keeps the viewer’s mark and counts what is unread', () => {
    const { list: after, needs } = applyToList(
      list,
      conversation(1, { last_activity: minute(9), inbound_no: 5 }),
    )
    expect(idsOf(after)).toEqual(['1', '3', '2'])
    expect(after.rows[0]).toMatchObject({ inbound_no: 5, seen_no: 1, unread_count: 4 })
    expect(needs).toEqual({ row: null, counts: false })
  })

  test('a status moves between the counts', () => {
    const { list: after } = applyToList(
      list,
      conversation(1, { status: 'RESOLVED', last_activity: minute(1) }),
    )
    expect(after.counts).toEqual({ ACTIVE: 2, RESOLVED: 1 })
  })

  test('[CLIST-19] a row that does not match any more leaves; its status is counted nevertheless', () => {
    const filtered = { ...list, filter: { status: 'ACTIVE' as const } }
    const { list: after, needs } = applyToList(filtered, conversation(2, { status: 'DORMANT' }))
    expect(idsOf(after)).toEqual(['3', '1'])
    expect(after.counts).toEqual({ ACTIVE: 2, DORMANT: 1 })
    expect(needs.counts).toBe(false)
  })

  test('a row that leaves the search takes an unknown part of the counts along', () => {
    const searched = { ...list, filter: { search: 'nakato' } }
    const { list: after, needs } = applyToList(
      searched,
      conversation(2, { user: { ...stateOf(1).user, name: 'Okello', phone_number: null } }),
    )
    expect(idsOf(after)).toEqual(['3', '1'])
    expect(needs).toEqual({ row: null, counts: true })
  })

  test('[Q-217] a queue: who is answered goes behind those who wait; past the edge they leave, and the edge is the row before', () => {
    const waiting = (id: number, since: number | null) =>
      stateOf(id, { last_activity: minute(9), waiting_since: since === null ? null : minute(since) })
    const rows = [waiting(1, 1), waiting(2, 2), waiting(3, 3)].map(state => readConversation(state))
    const [, , last] = rows
    if (last === undefined) throw new Error('There are three rows')
    const queue: ListState = { ...list, filter: { queue: 'open' }, rows, counts: { ACTIVE: 3 } }
    const whole = applyToList(queue, conversation(1, waiting(1, null))).list
    expect(idsOf(whole)).toEqual(['2', '3', '1'])
    const cut = { ...queue, hasMore: true, edge: placeOf(last) }
    expect(idsOf(applyToList(cut, conversation(1, waiting(1, null))).list)).toEqual(['2', '3'])
    const answered = applyToList(cut, conversation(3, waiting(3, null))).list
    expect([idsOf(answered), answered.edge?.id]).toEqual([['1', '2'], '2'])
    const resolved = applyToList(queue, conversation(2, { ...waiting(2, null), status: 'RESOLVED' })).list
    expect(idsOf(resolved)).toEqual(['1', '3'])
  })

  test('[Q-237] mentions: the newest stands first, an older one behind the edge is left to be paged in, and what is seen leaves', () => {
    const mentioned = (id: number, at: number | null) =>
      stateOf(id, { mentioned: at === null ? [] : [{ agent_id: '7', at: minute(at) }] } as Parameters<
        typeof stateOf
      >[1])
    const rows = [mentioned(1, 9), mentioned(2, 5)].map(state => readConversation(state))
    const [, last] = rows
    if (last === undefined) throw new Error('There are two rows')
    const view: ListState = { ...list, filter: { mentionedId: '7' }, rows, counts: { ACTIVE: 2 } }
    expect(idsOf(applyToList(view, conversation(2, mentioned(2, 10))).list)).toEqual(['2', '1'])
    const seen = applyToList(view, conversation(1, mentioned(1, null)))
    expect([idsOf(seen.list), seen.needs.counts]).toEqual([['2'], true])
    const cut = { ...view, hasMore: true, edge: placeOf(last) }
    expect(applyToList(cut, conversation(9, mentioned(9, 4))).needs.row).toBeNull()
    expect(applyToList(cut, conversation(9, mentioned(9, 6))).needs.row).toBe('9')
  })

  test('[Q-217] what is not in a list that is held whole changes none of its counts', () => {
    const other = conversation(9, { status: 'RESOLVED' })
    const queue: ListState = { ...list, filter: { queue: 'open' } }
    expect(applyToList(queue, other).needs).toEqual({ row: null, counts: false })
    expect(applyToList(queue, conversation(9)).needs).toEqual({ row: '9', counts: true })
    expect(applyToList({ ...paged, filter: { queue: 'open' } }, other).needs.counts).toBe(true)
    expect(applyToList({ ...list, filter: { status: 'ACTIVE' } }, other).needs.counts).toBe(true)
  })

  test('an unknown row is asked for, since a frame carries no mark', () => {
    const { list: after, needs } = applyToList(list, conversation(9, { last_activity: minute(0) }))
    expect(after).toEqual(list)
    expect(needs).toEqual({ row: '9', counts: true })
  })

  test('an unknown row behind the last page is left to be paged in', () => {
    expect(applyToList(paged, conversation(9, { last_activity: minute(0) })).needs.row).toBeNull()
    expect(applyToList(paged, conversation(9, { last_activity: minute(2) })).needs.row).toBe('9')
  })

  test('the last row of the last page is asked for again when it comes back to where it stood', () => {
    const gone = { ...paged, rows: paged.rows.slice(0, 2) }
    expect(applyToList(gone, conversation(1, { last_activity: minute(1) })).needs.row).toBe('1')
  })

  test('an unknown row that does not match is not asked for', () => {
    const filtered = { ...list, filter: { status: 'DORMANT' as const } }
    expect(applyToList(filtered, conversation(9)).needs).toEqual({ row: null, counts: true })
  })

  test('fetched rows take their places', () => {
    const rows = [9, 8].map(id =>
      readConversation({ ...stateOf(id, { last_activity: minute(0) }), seen_no: 0 }),
    )
    expect(idsOf(withFetchedRows(list, rows))).toEqual(['3', '2', '1', '9', '8'])
    expect(idsOf(withFetchedRows(paged, rows))).toEqual(['3', '2', '1'])
  })

  test('the caller’s mark only rises', () => {
    const once = applyToList(list, read(2, 3)).list
    expect(once.rows.find(row => row.id === '2')).toMatchObject({ seen_no: 3, unread_count: 1 })
    expect(applyToList(once, read(2, 2)).list).toEqual(once)
    expect(applyToList(list, read(77, 3)).list).toEqual(list)
  })

  test('[Q-064] a list of conversations with open issues gains and loses rows as issues open and end', () => {
    const open: ListState = {
      ...list,
      filter: { hasOpenIssues: true },
      rows: list.rows.map(row => ({ ...row, open_issues: 1 })),
    }
    const gone = applyToList(open, conversation(2, { last_activity: minute(2) }))
    expect(idsOf(gone.list)).toEqual(['3', '1'])
    expect(gone.needs).toEqual({ row: null, counts: true })
    const kept = applyToList(open, conversation(2, { last_activity: minute(2), open_issues: 3 }))
    expect(idsOf(kept.list)).toEqual(['3', '2', '1'])
    const come = applyToList(open, conversation(5, { last_activity: minute(5), open_issues: 1 }))
    expect(come.needs).toEqual({ row: '5', counts: true })
  })
})

describe('one conversation', () => {
  const held = readConversation({ ...stateOf(1, { inbound_no: 4 }), seen_no: 1 })
  test('follows its own frames and no others; they carry no mark, an answer does', () => {
    expect(applyToConversation(held, conversation(1, { inbound_no: 6 }))?.unread_count).toBe(5)
    const answer = { ...stateOf(1, { inbound_no: 6 }), seen_no: 4 }
    expect(applyToConversation(held, conversation(1, answer))?.unread_count).toBe(2)
    expect(applyToConversation(held, read(1, 4))?.unread_count).toBe(0)
    expect(applyToConversation(held, conversation(2))).toBe(held)
    expect(applyToConversation(held, read(2, 4))).toBe(held)
    expect(applyToConversation(held, message('message', 1))).toBe(held)
  })
})

describe('a thread', () => {
  test('[WS-03 WS-04] a new message takes its place by time, not at the end', () => {
    expect(messageIds(applyToThread(thread, message('new_message', 40, { created_at: minute(40) })))).toEqual(
      ['10', '20', '30', '40'],
    )
    expect(messageIds(applyToThread(thread, message('new_message', 40, { created_at: minute(15) })))).toEqual(
      ['10', '40', '20', '30'],
    )
  })

  test('a changed message is replaced where it stands', () => {
    const after = applyToThread(thread, message('message', 20, { created_at: minute(20), content: 'now' }))
    expect(messageIds(after)).toEqual(['10', '20', '30'])
    expect(after.messages[1]?.content).toBe('now')
  })

  test('[Q-178] a message that changed stands so above those that answer it, also where it is not held itself', () => {
    const quoting = (id: number, quoted: number, excerpt: string) =>
      message('new_message', id, {
        created_at: minute(id),
        quote: { message: { ...quotedOf(readMessage(messageOf(quoted))), excerpt } as QuotedMessage },
      })
    const events = [quoting(41, 20, 'before'), quoting(42, 5, 'before'), quoting(43, 30, 'before')]
    const held = events.reduce<ThreadState>(applyToThread, thread)
    const excerpts = (state: ThreadState) => state.messages.map(one => one.quote?.message?.excerpt ?? null)
    expect(excerpts(held)).toEqual([null, null, null, 'before', 'before', 'before'])
    const near = applyToThread(held, message('message', 20, { created_at: minute(20), content: 'now' }))
    expect(excerpts(near)).toEqual([null, null, null, 'now', 'before', 'before'])
    const far = applyToThread(near, message('message', 5, { created_at: minute(5), content: 'far' }))
    expect(excerpts(far)).toEqual([null, null, null, 'now', 'far', 'before'])
    expect(far.messages[5]).toBe(held.messages[5])
  })

  test('a message older than what is held is left to be paged in, unless everything is held', () => {
    const old = message('message', 5, { created_at: minute(5) })
    expect(applyToThread(thread, old)).toBe(thread)
    expect(messageIds(applyToThread({ ...thread, hasMore: false }, old))).toEqual(['5', '10', '20', '30'])
  })

  test('another conversation’s message is none of it', () => {
    expect(applyToThread(thread, message('new_message', 40, { conversation_id: '2' as never }))).toBe(thread)
    expect(applyToThread(thread, conversation(1))).toBe(thread)
  })

  test('an older page comes before, each message once', () => {
    const older = [readMessage(messageOf(1, { created_at: minute(1) })), ...thread.messages.slice(0, 1)]
    const after = withOlder(thread, older, false)
    expect(messageIds(after)).toEqual(['1', '10', '20', '30'])
    expect(after.hasMore).toBe(false)
  })

  test('a message that stands in another conversation now is held no more', () => {
    const brought = message('message', 20, { conversation_id: '2' as never, created_at: minute(20) })
    expect(messageIds(applyToThread(thread, brought))).toEqual(messageIds(thread).filter(id => id !== '20'))
  })

  test('the first message of an empty thread', () => {
    const empty = { conversationId: '1', messages: [], hasMore: false }
    expect(messageIds(withMessage(empty, readMessage(messageOf(1))))).toEqual(['1'])
  })
})

describe('unread stats', () => {
  const viewer = { id: '7' as never, name: 'Ann' }
  const stats = readUnreadStats({
    total_unread_messages: 3,
    conversations_with_unread: 1,
    conversation_unread_counts: { '1': 3 },
    unread_conversations: ['1'],
  })
  const row = readConversation({ ...stateOf(1, { inbound_no: 5, agent: viewer }), seen_no: 1 })
  test('[CONV-03] follow the row that the frame left', () => {
    expect(applyToUnread(stats, conversation(1), row, '7')).toMatchObject({
      total_unread_messages: 4,
      conversation_unread_counts: { '1': 4 },
    })
  })
  test.each([
    ['a colleague', { id: '8' as never, name: 'Brian' }],
    ['nobody', null],
  ])('[Q-417] leave out what goes to %s', (_, agent) => {
    expect(applyToUnread(stats, conversation(1), { ...row, agent }, '7')).toMatchObject({
      total_unread_messages: 0,
      conversations_with_unread: 0,
      unread_conversations: [],
    })
  })
  test('are asked for again when the row is not held', () => {
    expect(applyToUnread(stats, conversation(1), null, '7')).toBeNull()
  })
  test('[Q-139] are asked for again when they do not list the row', () => {
    const large = { ...stats, conversations_with_unread: 900 }
    expect(
      applyToUnread(large, conversation(1), { ...readConversation(stateOf(77)), unread_count: 1 }, '7'),
    ).toBeNull()
  })
  test('[CONV-03] follow the caller’s own mark', () => {
    expect(applyToUnread(stats, read(1, 5), { ...row, unread_count: 0 }, '7')).toMatchObject({
      total_unread_messages: 0,
      unread_conversations: [],
    })
    expect(applyToUnread(stats, read(1, 5), null, '7')).toBeNull()
  })
  test('do not follow messages', () => {
    expect(applyToUnread(stats, message('new_message', 1), null, '7')).toBe(stats)
  })
})

const events: readonly LiveEvent[] = [
  conversation(1, { last_activity: minute(9), inbound_no: 5 }),
  conversation(1, { status: 'RESOLVED' }),
  conversation(2, { last_activity: minute(9), inbound_no: 9, status: 'ARCHIVED' }),
  conversation(3, {
    user: { ...stateOf(1).user, name: 'Okello', phone_number: '+256700000002' },
    last_activity: minute(3),
  }),
  conversation(9),
  read(1, 2),
  read(2, 4),
  read(9, 1),
  message('new_message', 40, { created_at: minute(15) }),
  message('new_message', 41, { created_at: minute(15) }),
  message('message', 20, { created_at: minute(20), status: 'received', content: 'changed' }),
  message('message', 5, { created_at: minute(5) }),
]
const entityOf = (event: LiveEvent) => {
  if (event.event === 'read') return `mark ${event.data.conversation_id}`
  if (event.event === 'sight') return `conversation ${event.data.conversation_id}`
  if (event.event === 'draft') return `draft ${event.data.conversation_id}`
  return `${event.event === 'new_message' ? 'message' : event.event} ${event.data.id}`
}
const lists = [
  list,
  paged,
  { ...list, filter: { status: 'ACTIVE' as const } },
  { ...list, filter: { search: 'nakato' } },
]

const sight = (id: number, state: ReturnType<typeof stateOf> | null): LiveEvent => ({
  event: 'sight',
  data: { conversation_id: String(id) as never, conversation: state },
  seq: 1,
})
const lost = (id: number) => sight(id, null)
const found = (id: number) => sight(id, stateOf(id, { last_activity: minute(9) }))

describe('[Q-176] a sight', () => {
  test('what is lost takes with it all that belongs to it, and nothing else', () => {
    const row = readConversation(stateOf(1))
    expect(applyToConversation(row, lost(1))).toBeNull()
    expect(applyToConversation(row, lost(2))).toBe(row)
    expect(applyToThread(thread, lost(1))).toEqual({ ...thread, messages: [], hasMore: false })
    expect(applyToThread(thread, lost(2))).toBe(thread)
  })

  test('lists lose its rows and ask for their counts, also where it is not held', () => {
    expect(applyToList(list, lost(2))).toMatchObject({ needs: { row: null, counts: true } })
    expect(idsOf(applyToList(list, lost(2)).list)).toEqual(['3', '1'])
    expect(applyToList(list, lost(9))).toEqual({ list, needs: { row: null, counts: true } })
  })

  test('what is in sight is what its conversation’s own frame would make it', () => {
    const state = stateOf(2, { last_activity: minute(9), status: 'RESOLVED' })
    const own: LiveEvent = { event: 'conversation', data: state, seq: 1 }
    for (const held of lists) expect(applyToList(held, sight(2, state))).toEqual(applyToList(held, own))
    const row = readConversation(stateOf(2))
    expect(applyToConversation(row, sight(2, state))).toEqual(applyToConversation(row, own))
    expect(applyToThread(thread, found(1))).toBe(thread)
  })

  test('what became of the unread counts only the server knows, where it is lost', () => {
    const stats = readUnreadStats({})
    expect(applyToUnread(stats, lost(1), null, '7')).toBeNull()
  })
})

describe('[Q-084] the law of frames', () => {
  test('a frame applied twice is applied once', () => {
    for (const event of [...events, lost(1), lost(9), found(1), found(9)]) {
      for (const state of lists) {
        const once = applyToList(state, event).list
        expect(applyToList(once, event).list).toEqual(once)
      }
      const once = applyToThread(thread, event)
      expect(applyToThread(once, event)).toEqual(once)
      const row = readConversation({ ...stateOf(1, { inbound_no: 5 }), seen_no: 1 })
      const conversation = applyToConversation(row, event)
      expect(applyToConversation(conversation, event)).toEqual(conversation)
    }
  })

  test('two frames of different entities give the same in both orders', () => {
    const pairs = events
      .flatMap(a => events.map(b => [a, b] as const))
      .filter(([a, b]) => entityOf(a) !== entityOf(b))
    for (const [a, b] of pairs) {
      for (const state of lists) {
        const there = applyToList(applyToList(state, a).list, b).list
        const back = applyToList(applyToList(state, b).list, a).list
        expect(there, `${entityOf(a)}, ${entityOf(b)}`).toEqual(back)
      }
      expect(applyToThread(applyToThread(thread, a), b)).toEqual(applyToThread(applyToThread(thread, b), a))
    }
  })
})

describe('agents and notices', () => {
  const agent = (id: number, name: string, disabled = false): LiveEvent => ({
    event: 'agent',
    data: { id: String(id), user_id: String(id), name, disabled, current_workload: 1 } as never,
    seq: 1,
  })
  const notice = (id: number, minutes: number, more: object = {}): LiveEvent => ({
    event: 'notification',
    data: {
      id: String(id),
      type: 'info',
      timestamp: minute(minutes),
      read: false,
      dismissed: false,
      ...more,
    } as never,
    seq: 1,
  })
  const apply = <T>(step: (held: readonly T[], event: LiveEvent) => readonly T[], events: LiveEvent[]) =>
    events.reduce(step, [] as readonly T[])

  test('an agent takes its place by name, once, and leaves when disabled', () => {
    const agents = apply(applyToAgents, [
      agent(2, 'Brian'),
      agent(1, 'Carol'),
      agent(2, 'Amina'),
      agent(2, 'Amina'),
    ])
    expect(agents.map(one => one.name)).toEqual(['Amina', 'Carol'])
    expect(applyToAgents(agents, agent(2, 'Amina', true)).map(one => one.name)).toEqual(['Carol'])
    expect(applyToAgents(agents, notice(1, 1))).toBe(agents)
  })

  test('a notice comes to the top, is replaced by its newer form, and leaves when dismissed', () => {
    const notices = apply(applyToNotifications, [
      notice(1, 1),
      notice(2, 2),
      notice(1, 3, { message: 'Newer' }),
    ])
    expect(notices.map(one => [one.id, one.message])).toEqual([
      ['1', 'Newer'],
      ['2', ''],
    ])
    expect(applyToNotifications(notices, notice(1, 3, { dismissed: true })).map(one => one.id)).toEqual(['2'])
    expect(applyToNotifications(notices, agent(1, 'Amina'))).toBe(notices)
  })
})
