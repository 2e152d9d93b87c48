import { settableStatus } from '@parley/core/agents/rules'
import { contactCalls, conversationCalls, type ConversationRow } from '@parley/core/conversations/api'
import { ApiError } from '@parley/core/errors'
import type { Writer } from '../db/write.ts'
import { conversationId, idOf, messageId } from '../http/ids.ts'
import { type Http, mount, requireArea } from '../http/mount.ts'
import { currentSeq } from '../live/log.ts'
import { visibilityOf } from '../visibility/queries.ts'
import {
  renameCustomer,
  setConversationStatus,
  setConversationTags,
  type StatusFollowers,
} from './actions.ts'
import { conversationCounts, totalOf } from './counts.ts'
import { filterAsked, type ListFilter } from './filter.ts'
import { cardHolder, conversationOfNumber, openContact } from './open.ts'
import { markNoReply, unmarkNoReply } from './no-reply.ts'
import { conversationExists, conversationRows } from './queries.ts'
import { snoozeConversation } from './snooze.ts'

const idsOf = (text: string | undefined): readonly number[] | undefined =>
  text?.split(',').flatMap(one => idOf(one.trim()) ?? [])

export function conversationRoutes(http: Http, writer: Writer, followers: StatusFollowers): void {
  const { db } = writer
  const rowOf = async (viewerId: number, id: number): Promise<ConversationRow> => {
    const [row] = await conversationRows(db, viewerId, { visibility: null }, { limit: 1, skip: 0, ids: [id] })
    if (row === undefined) throw new ApiError('conversation.not-found', { id })
    return row
  }
  mount(http, conversationCalls, {
    conversations: async ({ query, caller, reply }) => {
      if (query.has_open_issues !== undefined) requireArea(http, 'issues')
      const seq = await currentSeq(db)
      const filter: ListFilter = {
        ...(await filterAsked(db, query, visibilityOf(caller))),
        queue: query.queue,
        mentionedId: query.mentioned_id === undefined ? undefined : (idOf(query.mentioned_id) ?? 0),
      }
      const after = query.after === undefined ? undefined : (idOf(query.after) ?? 0)
      if (after !== undefined && !(await conversationExists(db, after))) {
        throw new ApiError('conversation.not-found', { id: query.after ?? '' })
      }
      const ids = idsOf(query.conversation_id)
      const rows = await conversationRows(db, caller.agentId, filter, {
        limit: query.limit,
        skip: query.skip,
        order: query.order,
        after,
        ids,
      })
      const [only] = ids ?? []
      if (ids !== undefined && ids.length <= 1 && rows.length === 0) {
        throw new ApiError('conversation.not-found', { id: only ?? query.conversation_id ?? '' })
      }
      const counts = ids === undefined ? await conversationCounts(db, filter) : {}
      reply.header('Parley-Seq', seq)
      reply.header('Parley-Total', ids === undefined ? totalOf(counts, query.status) : rows.length)
      reply.header('Parley-Counts', JSON.stringify(counts))
      return rows
    },
    setConversationStatus: async ({ params, body, caller }) => {
      const status = settableStatus(body.status)
      const id = conversationId(params.id)
      const edit = { status, version: body.version, by: caller }
      await setConversationStatus(writer, id, edit, followers)
      return rowOf(caller.agentId, id)
    },
    setConversationTags: async ({ params, body, caller }) => {
      const id = conversationId(params.id)
      await setConversationTags(writer, id, () => body.tags, body.version, caller)
      return rowOf(caller.agentId, id)
    },
    renameCustomer: async ({ params, body, caller }) => {
      const id = conversationId(params.id)
      await renameCustomer(writer, id, body.name, caller)
      return rowOf(caller.agentId, id)
    },
    snoozeConversation: async ({ params, body, caller }) => {
      const id = conversationId(params.id)
      const until = body.until === null ? null : new Date(body.until)
      const { reason, undo, version } = body
      await snoozeConversation(writer, id, { until, reason, undo, version, by: caller })
      return rowOf(caller.agentId, id)
    },
    markNoReply: async ({ params, body, caller }) => {
      const id = conversationId(params.id)
      await markNoReply(writer, id, { inboundNo: body.inbound_no, by: caller }, followers.withdrawOffer)
      return rowOf(caller.agentId, id)
    },
    unmarkNoReply: async ({ params, caller }) => {
      const id = conversationId(params.id)
      await unmarkNoReply(writer, id, caller)
      return rowOf(caller.agentId, id)
    },
  })
}

/** Somebody on a contact card becomes a customer. */
export function contactRoutes(http: Http, writer: Writer): void {
  mount(http, contactCalls, {
    openContact: async ({ params, body, caller }) => {
      const holder = await cardHolder(writer, messageId(params.id), body.number)
      const there = await conversationOfNumber(writer, holder)
      // A colleague's conversation stays theirs.
      if (there !== null) await http.requireVisible(caller, 'conversation', there)
      const { id, isNewCustomer } = await openContact(writer, holder, caller)
      return { conversation_id: String(id), is_new_customer: isNewCustomer }
    },
  })
}
