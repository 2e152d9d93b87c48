import type { CannedContent } from '@parley/core/canned-replies/api'
import { Refusal } from '@parley/core/errors'
import { changedCanned, tidyCanned } from '@parley/core/canned-replies/rules'
import { cannedLimits, type CannedScope } from '@parley/core/canned-replies/constants'
import type { Language } from '@parley/core/text/languages'
import { sql } from 'kysely'
import { type Doer, record } from '../audit/record.ts'
import { madeBefore } from '../db/once.ts'
import { type Tx, type Writer, write } from '../db/write.ts'
import { cannedFileIds, setCannedFiles } from './files.ts'
import { oneAtATime, refuseTakenShortcut, tell } from './hold.ts'

/** What is made, and by whom. Who makes a shared one has the right to it. */
export interface NewReply {
  readonly clientId: string
  readonly scope: CannedScope
  readonly content: CannedContent
  readonly by: Doer & { readonly agentId: number }
}

/**
 * Makes a canned reply, once for each id of the client: the same again answers the one that was made. Answers its id.
 * @throws Refusal reply.taken, reply.too-many, reply.same-client-id, attachment.not-found
 */
export const createReply = (writer: Writer, { clientId, scope, content, by }: NewReply): Promise<number> =>
  write(writer, async (tx, emit) => {
    await oneAtATime(tx)
    const { document_ids: documentIds = [], ...tidy } = tidyCanned(content)
    const ownerId = scope === 'own' ? by.agentId : null
    const made = await madeBefore({
      clientId,
      find: id => madeUnder(tx, by.agentId, id),
      isSame: row =>
        row.owner_id === ownerId &&
        changedCanned(
          { ...row, language: row.language as Language | null },
          { ...tidy, document_ids: documentIds },
        ).length === 0,
      refusal: () => new Refusal('reply.same-client-id'),
    })
    if (made !== null) return made.id
    await refuseTakenShortcut(tx, { id: null, ownerId, shortcut: tidy.shortcut })
    await refuseTooMany(tx, scope, ownerId)
    const now = writer.now()
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
    tell(emit, ownerId)
    if (ownerId === null) {
      const after = { shortcut: tidy.shortcut, title: tidy.title }
      await record(tx, by, { action: 'canned-reply.created', noun: 'canned-reply', objectId: id, after }, now)
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
  return row && { ...row, document_ids: await cannedFileIds(tx, row.id) }
}

/** So that all of them fit into one answer. */
async function refuseTooMany(tx: Tx, scope: CannedScope, ownerId: number | null): Promise<void> {
  const { count } = await tx
    .selectFrom('canned_replies')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<boolean>`coalesce(owner_id, 0) = ${ownerId ?? 0}::bigint`)
    .executeTakeFirstOrThrow()
  const most = cannedLimits[scope]
  if (count >= most) throw new Refusal('reply.too-many', { most })
}
