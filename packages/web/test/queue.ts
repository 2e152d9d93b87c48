import type { BulkResult, BulkUndo } from '@parley/core/bulk/api'
import type { ConversationRow } from '@parley/core/conversations/api'
import { matchesFilter, orderOf } from '@parley/core/conversations/rules'
import { ApiError } from '@parley/core/errors'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type * as z from 'zod'
import { type Opening, openConsole, setTime } from './console.tsx'
import type { Asked, FakeApi } from './fake-api.ts'
import { brian, conversation, customer, me, message } from './samples.ts'
import { queue, replyBox, thread } from './screen.ts'

export type Row = z.input<typeof ConversationRow>

const minute = (ago: number) => new Date(Date.UTC(2026, 2, 2, 9, 30) - ago * 60_000).toISOString()

/** Whoever wrote so many minutes before half past noon of the samples' day, and waits for me. Each id is another customer. */
export const waiter = (id: number, text: string, minutes: number, fields: Partial<Row> = {}): Row =>
  conversation({
    id: String(id),
    user: { ...customer(`Customer ${id}`, `+256700000${id}`), id: String(id + 1_000) },
    agent: { id: me.id, name: me.name },
    waiting_since: minute(minutes),
    last_activity: minute(minutes),
    last_message: {
      id: String(id + 10_000),
      content: text,
      created_at: minute(minutes),
      message_type: 'text',
      direction: 'INBOUND',
      source: 'CUSTOMER',
      sender_id: null,
      sender_name: null,
      has_attachments: false,
    },
    ...fields,
  })

/** The server's conversations, by list and queue, each with its last message; a reply that is sent ends its wait. */
export class QueueServer {
  #rows: readonly Row[]
  #sent = 0
  #leavesAt: string | null = null
  /** By reply: what its conversation was before it. */
  readonly #before = new Map<string, Partial<Row>>()
  readonly #api: FakeApi
  readonly #replies = new Map<string, ReturnType<typeof message>[]>()

  constructor(api: FakeApi, rows: readonly Row[]) {
    this.#api = api
    this.#rows = rows
    api.answer('availableAgents', [me, brian])
    api.answer(
      'conversations',
      ({ query }) => this.#listed(query),
      list => ({ counts: countsOf(list) }),
    )
    api.answer('history', ({ params }) => ({ messages: this.#messages(params.id) }))
    api.answer('send', ({ params, body }) => this.#send(params.id, body))
    api.answer('setConversationStatus', ({ params, body }) =>
      this.become(params.id, { status: body.status as Row['status'] }),
    )
    api.answer('snoozeConversation', ({ params, body: { until, reason } }) => {
      const by = { id: me.id, name: me.name }
      return this.become(params.id, { snoozed: until === null ? null : { until, by, reason } })
    })
    api.answer('markNoReply', ({ params, body }) => {
      const { inbound_no, waiting_since } = this.#find(params.id)
      if (inbound_no > body.inbound_no) throw new ApiError('conversation.wrote-again')
      this.#before.set(params.id, { waiting_since })
      const by = { id: me.id, name: me.name }
      return this.become(params.id, { waiting_since: null, no_reply: { at: minute(0), by } })
    })
    api.answer('unmarkNoReply', ({ params }) =>
      this.become(params.id, { ...this.#before.get(params.id), no_reply: null }),
    )
    api.answer('setConversationTags', ({ params, body }) => this.become(params.id, { tags: body.tags }))
    api.answer('undoConversations', ({ body }) => ({
      results: body.changes.map(({ conversation_id: id, undo }) => this.#undo(id, undo)),
    }))
  }

  /** The replies of a conversation are held from now on, and can be taken back. */
  holdReplies(): void {
    this.#leavesAt = new Date(Date.now() + 60_000).toISOString()
    this.#api.answer('takeBack', ({ params: { id } }) => {
      const [conversationId, replies] =
        [...this.#replies].find(([, all]) => all.some(one => one.id === id)) ?? []
      const reply = replies?.find(one => one.id === id)
      if (conversationId === undefined || reply === undefined) throw new ApiError('message.not-found', { id })
      const failure = { sentence: 'Taken back', code: 'taken-back', remedy: '' }
      const taken = { ...reply, status: 'failed' as const, leaves_at: null, failure }
      this.#replies.set(conversationId, [])
      this.#api.publish({ event: 'message', data: taken })
      this.become(conversationId, this.#before.get(id) ?? {})
      return taken
    })
  }

  /** Refused where somebody has changed the conversation since. */
  #undo(id: string, undo: BulkUndo): z.input<typeof BulkResult> {
    if (undo.kind === 'assignment') return this.#undone(id, { offer: null })
    if (undo.version !== this.#find(id).version) {
      const { code, message: detail } = new ApiError('conversation.changed')
      return { outcome: 'refused', conversation_id: id, code, detail }
    }
    if (undo.kind === 'status') return this.#undone(id, { status: undo.before })
    if (undo.kind === 'tags') return this.#undone(id, { tags: undo.before })
    const { before: until, reason } = undo
    return this.#undone(id, { snoozed: until === null ? null : { until, by: null, reason } })
  }

  #undone(id: string, fields: Partial<Row>): z.input<typeof BulkResult> {
    this.become(id, fields)
    return { outcome: 'done', conversation_id: id, undo: null }
  }

  /** A conversation has become another, by whomever: the console hears of it. */
  become(id: number | string, fields: Partial<Row>): Row {
    this.#rows = this.#rows.map(row =>
      row.id === String(id) ? { ...row, version: row.version + 1, ...fields } : row,
    )
    const row = this.#find(String(id))
    this.#api.publish({ event: 'conversation', data: row })
    return row
  }

  #find(id: string): Row {
    const found = this.#rows.find(row => row.id === id)
    if (found === undefined) throw new ApiError('conversation.not-found', { id })
    return found
  }

  #listed(query: Asked<'conversations'>['query']): Row[] {
    const { status, search, queue, order } = query
    const ids = query.conversation_id?.split(',')
    const filter = {
      status,
      search,
      queue,
      order,
      assigneeId: query.assignee_id,
      mentionedId: query.mentioned_id,
    }
    return this.#rows
      .filter(row => (ids === undefined || ids.includes(row.id)) && matchesFilter(row, filter))
      .toSorted(orderOf(filter))
  }

  #messages(id: string): ReturnType<typeof message>[] {
    const last = this.#rows.find(row => row.id === id)?.last_message
    const replies = this.#replies.get(id) ?? []
    const asked = last?.direction === 'INBOUND' ? last : null
    const first = message({
      id: String(Number(id) + 10_000),
      conversation_id: id,
      content: asked?.content ?? `Question ${id}`,
      created_at: asked?.created_at ?? minute(60),
    })
    return [first, ...replies]
  }

  #send(id: string, body: Asked<'send'>['body']) {
    this.#sent += 1
    const sent = message({
      id: String(20_000 + this.#sent),
      conversation_id: id,
      content: body?.content ?? '',
      created_at: minute(-this.#sent),
      direction: 'OUTBOUND',
      source: 'AGENT',
      status: this.#leavesAt === null ? 'sent' : 'queued',
      leaves_at: this.#leavesAt,
      sender_id: me.id,
      sender_name: me.name,
      client_message_id: body?.client_message_id ?? null,
    })
    this.#replies.set(id, [...(this.#replies.get(id) ?? []), sent])
    const { created_at, content } = sent
    const { status, waiting_since, last_message, last_activity } = this.#find(id)
    this.#before.set(sent.id, { status, waiting_since, last_message, last_activity })
    const about = { id: sent.id, created_at, content, message_type: 'text', has_attachments: false } as const
    this.become(id, {
      waiting_since: null,
      ...(body?.resolve === true && { status: 'RESOLVED' }),
      last_activity: created_at,
      last_message: {
        ...about,
        direction: 'OUTBOUND',
        source: 'AGENT',
        sender_id: me.id,
        sender_name: me.name,
      },
    })
    return { ...sent, agent_id: me.id, agent_name: me.name }
  }
}

function countsOf(list: readonly Row[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of list) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** The server has these conversations. */
export const serveQueue = (api: FakeApi, rows: readonly Row[]): QueueServer => new QueueServer(api, rows)

/** Opens the first of these conversations with its queue, at half past noon; the box has the focus. */
export async function openQueue(
  rows: readonly Row[],
  opening: Omit<Opening, 'given'> & { at?: string } = {},
) {
  setTime('2026-03-02T12:30:00+03:00')
  const { at = rows[0]?.id, ...rest } = opening
  let server: QueueServer | undefined
  const api = await openConsole(`/conversations/${at}`, {
    ...rest,
    given: given => {
      server = new QueueServer(given, rows)
    },
  })
  await expect.element(thread().getByRole('listitem').first()).toBeVisible()
  await expect.element(replyBox()).toHaveFocus()
  // A pointer that rests on the queue would hold the rows in their places.
  await replyBox().hover()
  return { api, server: server as QueueServer }
}

export const viewButton = (name: string) =>
  page.getByRole('group', { name: 'Views' }).getByRole('button', { name: new RegExp(`^${name}`) })

/** The row of the conversation that is open. */
export const current = () => document.querySelector('[role=grid][aria-label=Queue] [role=row][aria-current]')
export const expectCurrent = (words: string) =>
  expect.poll(() => current()?.textContent ?? '').toContain(words)
/** The row of the open conversation has the focus. */
export const expectFocusOnCurrent = () =>
  expect.poll(() => current() !== null && document.activeElement === current()).toBe(true)

/** These words of the queue's rows, in their order from the top. */
export const order = (words: readonly string[]): readonly string[] =>
  queue()
    .getByRole('row')
    .elements()
    .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
    .flatMap(row => words.find(one => row.textContent?.includes(one)) ?? [])
