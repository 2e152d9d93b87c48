import { type Asker, requirePermission } from '@parley/core/access/rules'
import type { CannedContent } from '@parley/core/canned-replies/api'
import { cannedLimits, type CannedScope } from '@parley/core/canned-replies/constants'
import { changedCanned, tidyCanned } from '@parley/core/canned-replies/rules'
import { ApiError } from '@parley/core/errors'
import { intentNames } from '@parley/core/intent/constants'
import type { Language } from '@parley/core/text/languages'
import { sql } from 'kysely'
import { type Actor, record } from '../audit/record.ts'
import { findExisting } from '../db/once.ts'
import { refuseBeyond } from '../db/row-limit.ts'
import { type Publish, type Tx, type Writer, write } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { cannedFileIds, setCannedFiles } from './files.ts'
import { cannedReply } from './queries.ts'

/** The editing agent, and their role's permissions. */
interface Editor extends Actor {
  readonly agentId: number
  readonly asker: Asker
}

/** An edit of a canned reply, based on the version that the editor saw. */
export interface Edit {
  readonly id: number
  readonly version: number
  readonly by: Editor
}

/** The caller has checked that the agent may create a shared one. */
interface NewReply {
  readonly clientId: string
  readonly scope: CannedScope
  readonly content: CannedContent
  readonly by: Actor & { readonly agentId: number }
}

/**
 * Creates a canned reply, once for each client id, and returns its id.
 * @throws ApiError reply.taken, reply.too-many, reply.same-client-id, attachment.not-found
 */
export const createReply = (writer: Writer, { clientId, scope, content, by }: NewReply): Promise<number> =>
  write(writer, async context => {
    const { tx, publish } = context
    await lockReplies(tx)
    const { document_ids: documentIds = [], ...tidy } = tidyCanned(content)
    const ownerId = scope === 'own' ? by.agentId : null
    const made = await findExisting({
      clientId,
      find: () => madeUnder(tx, by.agentId, clientId),
      isSame: row =>
        row.owner_id === ownerId && changedCanned(row, { ...tidy, document_ids: documentIds }).length === 0,
      conflictError: () => new ApiError('reply.same-client-id'),
    })
    if (made !== null) return made.id
    await refuseTakenShortcut(tx, null, ownerId, tidy.shortcut)
    const replies = sql`canned_replies where ${ofOwner(ownerId)}`
    await refuseBeyond(tx, cannedLimits[scope], 'reply.too-many', replies)
    const { now } = context
    const { id } = await tx
      .insertInto('canned_replies')
      .values({
        ...tidy,
        client_id: clientId,
        owner_id: ownerId,
        created_at: now,
        created_by: by.agentId,
        updated_at: now,
        updated_by: by.agentId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setCannedFiles(tx, { replyId: id, documentIds, agentId: by.agentId })
    tell(publish, ownerId)
    if (ownerId === null) {
      const after = { shortcut: tidy.shortcut, title: tidy.title }
      await record(context, by, 'canned-reply.created', id, { after })
    }
    return id
  })

async function madeUnder(tx: Tx, agentId: number, clientId: string) {
  const row = await tx
    .selectFrom('canned_replies')
    .select(['id', 'owner_id', 'shortcut', 'title', 'body', 'language'])
    .where('created_by', '=', agentId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row && (await contentOf(tx, row))
}

/** A row with its files, as `changedCanned` compares it. */
const contentOf = async <R extends { readonly id: number; readonly language: string | null }>(
  tx: Tx,
  row: R,
) => ({
  ...row,
  language: row.language as Language | null,
  document_ids: await cannedFileIds(tx, row.id),
})

/**
 * Changes a canned reply. The editor's own newest edit again changes nothing: its answer was lost. Returns the storage
 * keys of removed files.
 * @throws ApiError reply.not-found, session.forbidden, reply.changed, reply.taken, attachment.not-found
 */
export const changeReply = (writer: Writer, edit: Edit, content: CannedContent): Promise<readonly string[]> =>
  write(writer, async context => {
    const { tx, publish } = context
    const row = await lockReply(tx, edit)
    const { id, version, by } = edit
    const tidy = tidyCanned(content)
    const { document_ids: documentIds, ...fields } = tidy
    const changed = changedCanned(await contentOf(tx, row), tidy)
    const isRepeat = row.version === version + 1 && row.updated_by === by.agentId && changed.length === 0
    if (isRepeat) return []
    await refuseStale(tx, edit, row.version)
    if (changed.length === 0) return []
    await refuseTakenShortcut(tx, id, row.owner_id, tidy.shortcut)
    await tx
      .updateTable('canned_replies')
      .set({ ...fields, version: version + 1, updated_at: context.now, updated_by: by.agentId })
      .where('id', '=', id)
      .execute()
    const gone =
      documentIds === undefined
        ? []
        : await setCannedFiles(tx, { replyId: id, documentIds, agentId: by.agentId })
    tell(publish, row.owner_id)
    if (row.owner_id !== null) return gone
    // By the names on screen.
    const names = changed.map(field => (field === 'document_ids' ? 'files' : field))
    const after = { shortcut: tidy.shortcut, changed: names }
    await record(context, by, 'canned-reply.changed', id, { after })
    return gone
  })

/**
 * Deletes a canned reply with its files and its counts of use. Sent messages stay. Returns the storage keys of the files.
 * @throws ApiError reply.not-found, session.forbidden, reply.changed
 */
export const removeReply = (writer: Writer, edit: Edit): Promise<readonly string[]> =>
  write(writer, async context => {
    const { tx, publish } = context
    const row = await lockReply(tx, edit)
    const { id, by } = edit
    await refuseStale(tx, edit, row.version)
    const gone = await setCannedFiles(tx, { replyId: id, documentIds: [], agentId: by.agentId })
    await tx.deleteFrom('canned_replies').where('id', '=', id).execute()
    tell(publish, row.owner_id)
    if (row.owner_id !== null) return gone
    const before = { shortcut: row.shortcut, title: row.title }
    await record(context, by, 'canned-reply.removed', id, { before })
    return gone
  })

/** The canned reply of a message, as its sender names it. */
export interface CannedUse {
  readonly id: string
  /** The customer's intent then. Null or an unknown name: not known. */
  readonly intent: string | null
}

/**
 * Counts a use in the transaction that stores its message, so once. A canned reply that is deleted, or that the agent may
 * not read, is not counted; the row is locked against a deletion meanwhile.
 */
export async function countUse(tx: Tx, agentId: number, { id, intent }: CannedUse): Promise<void> {
  const known = intentNames.find(name => name === intent) ?? ''
  await sql`insert into canned_reply_uses as used (reply_id, intent, uses)
    select id, ${known}, 1 from canned_replies
    where id = ${idOf(id)}::bigint and (owner_id is null or owner_id = ${agentId}::bigint) for key share
    on conflict (reply_id, intent) do update set uses = used.uses + 1`.execute(tx)
}

/** The key of an advisory lock. */
const lockKey = 7_270_153

/** Before any row: edits of canned replies run one at a time, so that limits and shortcuts hold. */
const lockReplies = (tx: Tx) => sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)

/** @throws ApiError reply.not-found, for another agent's own too, session.forbidden */
async function lockReply(tx: Tx, { id, by }: Edit) {
  await lockReplies(tx)
  const row = await tx
    .selectFrom('canned_replies')
    .selectAll()
    .where('id', '=', id)
    .where(eb => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', by.agentId)]))
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new ApiError('reply.not-found', { id })
  if (row.owner_id === null) requirePermission(by.asker, 'shared-replies')
  return row
}

/** @throws ApiError reply.changed with `current` */
async function refuseStale(tx: Tx, { id, version, by }: Edit, held: number): Promise<void> {
  if (held === version) return
  throw new ApiError('reply.changed', {}, undefined, { current: await cannedReply(tx, by.agentId, id) })
}

/** A shared one is published to all agents, an agent's own to that agent. */
const tell = (publish: Publish, ownerId: number | null): void =>
  publish({ noun: 'canned-replies', id: 0, kind: 'changed', ...(ownerId !== null && { agentId: ownerId }) })

/** One agent's own; null: the shared ones. */
const ofOwner = (ownerId: number | null) => sql<boolean>`coalesce(owner_id, 0) = ${ownerId ?? 0}::bigint`

/** @throws ApiError reply.taken if another reply of the same owner has the shortcut */
async function refuseTakenShortcut(
  tx: Tx,
  id: number | null,
  ownerId: number | null,
  shortcut: string,
): Promise<void> {
  const other = await tx
    .selectFrom('canned_replies')
    .select(['id', 'title'])
    .where(ofOwner(ownerId))
    .where('shortcut', '=', shortcut)
    .executeTakeFirst()
  if (other === undefined || other.id === id) return
  const { title } = other
  throw new ApiError(
    'reply.taken',
    { shortcut, title },
    { shortcut: `is already the shortcut of “${title}”` },
  )
}
