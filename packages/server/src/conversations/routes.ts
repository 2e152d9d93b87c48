import type { ConversationRow } from '@parley/core/api/conversations'
import { conversationCalls } from '@parley/core/api/conversations'
import { Refusal } from '@parley/core/errors'
import { readSearch } from '@parley/core/rules/search'
import { settableStatus } from '@parley/core/rules/settable-status'
import { gathered } from '../db/gathered.ts'
import type { Writer } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { type Http, mount, requireArea } from '../http/mount.ts'
import { conversationId } from '../http/path-ids.ts'
import { currentSeq } from '../live/log.ts'
import { sightOf } from '../sight/queries.ts'
import { conversationCounts } from './counts.ts'
import type { ListFilter } from './filter.ts'
import { conversationExists, conversationRows } from './queries.ts'
import { findConversations } from './search.ts'
import { type StatusFollowers, setConversationStatus } from './set-status.ts'
import { setConversationTags } from './set-tags.ts'
import { snoozeConversation } from './snooze.ts'

/** "none", an agent's id, or an id nobody has, which then matches nothing. */
const assignee = (text: string | undefined): ListFilter['assigneeId'] =>
  text === undefined || text === 'none' ? text : (idOf(text) ?? 0)

const idsOf = (text: string | undefined): readonly number[] | undefined =>
  text?.split(',').flatMap(one => idOf(one.trim()) ?? [])

export function conversationRoutes(http: Http, writer: Writer, followers: StatusFollowers): void {
  const { db } = writer
  const reader = gathered(db)
  const rowOf = async (viewerId: number, id: number): Promise<ConversationRow> => {
    const [row] = await conversationRows(reader, viewerId, { sight: null }, { limit: 1, skip: 0, ids: [id] })
    if (row === undefined) throw new Refusal('conversation.not-found', { id })
    return row
  }
  mount(
    http,
    conversationCalls,
  )({
    conversations: async ({ query, caller, reply }) => {
      if (query.has_open_issues !== undefined) requireArea(http, 'issues')
      const seq = await currentSeq(db)
      const search = readSearch(query.search ?? '')
      const filter: ListFilter = {
        status: query.status,
        found: search === null ? undefined : await findConversations(db, search),
        assigneeId: assignee(query.assignee_id),
        hasOpenIssues: query.has_open_issues,
        queue: query.queue,
        mentionedId: query.mentioned_id === undefined ? undefined : (idOf(query.mentioned_id) ?? 0),
        sight: sightOf(caller),
      }
      const after = query.after === undefined ? undefined : (idOf(query.after) ?? 0)
      if (after !== undefined && !(await conversationExists(db, after))) {
        throw new Refusal('conversation.not-found', { id: query.after ?? '' })
      }
      const ids = idsOf(query.conversation_id)
      const rows = await conversationRows(reader, caller.agentId, filter, {
        limit: query.limit,
        skip: query.skip,
        after,
        ids,
      })
      const [only] = ids ?? []
      if (ids !== undefined && ids.length <= 1 && rows.length === 0) {
        throw new Refusal('conversation.not-found', { id: only ?? query.conversation_id ?? '' })
      }
      const counts = ids === undefined ? await conversationCounts(db, filter) : {}
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      reply.header('Parley-Seq', seq)
      reply.header(
        'Parley-Total',
        ids === undefined ? (query.status ? (counts[query.status] ?? 0) : all) : rows.length,
      )
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
      await setConversationTags(writer, id, body.tags, body.version, caller)
      return rowOf(caller.agentId, id)
    },
    snoozeConversation: async ({ params, body, caller }) => {
      const id = conversationId(params.id)
      const until = body.until === null ? null : new Date(body.until)
      await snoozeConversation(writer, id, { until, reason: body.reason, version: body.version, by: caller })
      return rowOf(caller.agentId, id)
    },
  })
}
