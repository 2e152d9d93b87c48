import type { CannedReply } from '@parley/core/canned-replies/api'
import type { AgentId, CannedReplyId } from '@parley/core/ids'
import { ApiError } from '@parley/core/errors'
import type { Language } from '@parley/core/text/languages'
import { sql } from 'kysely'
import { type AttachmentRow, toAttachment } from '../attachments/queries.ts'
import type { Reader } from '../db/write.ts'

/** The shared ones and the agent's own. */
const readableBy = (reader: Reader, agentId: number) =>
  reader
    .selectFrom('canned_replies as reply')
    .leftJoin('agents as creator', 'creator.id', 'reply.created_by')
    .leftJoin('agents as editor', 'editor.id', 'reply.updated_by')
    .selectAll('reply')
    .select([
      'creator.name as creator',
      'editor.name as editor',
      sql<Readonly<Record<string, number>> | null>`(select jsonb_object_agg(used.intent, used.uses)
        from canned_reply_uses used where used.reply_id = reply.id)`.as('used'),
      sql<readonly AttachmentRow[]>`coalesce((select jsonb_agg(to_jsonb(f) order by k.position)
        from canned_reply_files k join attachments f on f.id = k.attachment_id where k.reply_id = reply.id), '[]')`.as(
        'files',
      ),
    ])
    .where(eb => eb.or([eb('reply.owner_id', 'is', null), eb('reply.owner_id', '=', agentId)]))

type Row = Awaited<ReturnType<ReturnType<typeof readableBy>['execute']>>[number]

const person = (id: number | null, name: string | null) =>
  id === null ? null : { id: String(id) as AgentId, name: name ?? '' }

function replyOf(row: Row): CannedReply {
  const { '': withoutIntent = 0, ...byIntent } = row.used ?? {}
  return {
    id: String(row.id) as CannedReplyId,
    shortcut: row.shortcut,
    title: row.title,
    body: row.body,
    language: row.language as Language | null,
    attachments: row.files.map(toAttachment),
    scope: row.owner_id === null ? 'shared' : 'own',
    version: row.version,
    uses: Object.values(byIntent).reduce((sum, uses) => sum + uses, withoutIntent),
    uses_by_intent: byIntent,
    created_at: row.created_at.toISOString(),
    created_by: person(row.created_by, row.creator),
    updated_at: row.updated_at.toISOString(),
    updated_by: person(row.updated_by, row.editor),
  }
}

/** All that an agent may use, by shortcut; an own one before a shared one. */
export async function cannedReplies(reader: Reader, agentId: number): Promise<CannedReply[]> {
  const rows = await readableBy(reader, agentId)
    .orderBy('reply.shortcut')
    .orderBy(sql`reply.owner_id nulls last`)
    .execute()
  return rows.map(replyOf)
}

/** @throws ApiError reply.not-found, for another agent's own too */
export async function cannedReply(reader: Reader, agentId: number, id: number): Promise<CannedReply> {
  const row = await readableBy(reader, agentId).where('reply.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new ApiError('reply.not-found', { id })
  return replyOf(row)
}
