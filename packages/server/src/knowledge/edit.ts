import type { KnowledgeContent } from '@parley/core/knowledge/api'
import { Refusal } from '@parley/core/errors'
import { clashWith } from '@parley/core/knowledge/rules'
import type { AuditAction } from '@parley/core/audit/constants'
import { type Doer, record } from '../audit/record.ts'
import { type Tx, type Writer, write } from '../db/write.ts'
import { knowledgeAnswer, publishedKnowledge } from './queries.ts'
import { storedContent } from './stored.ts'

/** An answer as an edit finds it. */
export interface Held {
  readonly id: number
  readonly published: KnowledgeContent | null
  readonly draft: KnowledgeContent | null
  readonly publishedVersion: number | null
  readonly removed: boolean
}

/** What an edit makes of it. What is not named stays. */
export interface Change {
  readonly action: AuditAction
  readonly published?: KnowledgeContent
  readonly draft?: KnowledgeContent | null
  readonly removed?: boolean
  /** What of it is on record. */
  readonly after: Readonly<Record<string, unknown>>
}

/** Who edits which answer, and the version that they saw. */
export interface Edit {
  readonly id: number
  readonly version: number
  readonly by: Doer
  /** Whether it is of one that was removed, as no other edit may be. */
  readonly ofRemoved?: boolean
}

const stored = (content: KnowledgeContent | null) => (content === null ? null : JSON.stringify(content))

/**
 * Makes one edit of an answer and puts it on record; consoles are told. The same edit again, which is the newest and the
 * asker's own, changes nothing: its answer was lost on the way.
 * @param isDone whether the answer is as the edit would leave it
 * @param change null: nothing is to be done
 * @throws Refusal answer.not-found, answer.changed with the answer as it is
 */
export const editAnswer = (
  writer: Writer,
  { id, version, by, ofRemoved = false }: Edit,
  isDone: (held: Held) => boolean,
  change: (held: Held, tx: Tx) => Change | null | Promise<Change | null>,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    // Before the answer's own row, so that of two who publish each sees what the other did.
    const { edition } = await tx
      .selectFrom('knowledge_edition')
      .select('edition')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const row = await tx
      .selectFrom('knowledge_answers')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('answer.not-found', { id })
    const held: Held = {
      id,
      published: storedContent(row.published),
      draft: storedContent(row.draft),
      publishedVersion: row.published_version,
      removed: row.removed_at !== null,
    }
    const isOwnAgain = row.version === version + 1 && row.updated_by === by.agentId && isDone(held)
    if (isOwnAgain) return
    if (row.version !== version || held.removed !== ofRemoved)
      throw new Refusal('answer.changed', {}, undefined, { current: await knowledgeAnswer(tx, id) })
    const made = await change(held, tx)
    if (made === null) return
    const now = writer.now()
    const { published, draft = held.draft, removed = held.removed } = made
    const publishedVersion = (held.publishedVersion ?? 0) + 1
    await tx
      .updateTable('knowledge_answers')
      .set({
        draft: stored(draft),
        removed_at: removed ? now : null,
        version: version + 1,
        updated_at: now,
        updated_by: by.agentId,
        ...(published !== undefined && {
          published: stored(published),
          published_version: publishedVersion,
          published_at: now,
        }),
      })
      .where('id', '=', id)
      .execute()
    if (published !== undefined) await keepVersion(tx, id, publishedVersion, published, by, now)
    const isHeard = published !== undefined || (held.published !== null && removed !== held.removed)
    if (isHeard)
      await tx
        .updateTable('knowledge_edition')
        .set({ edition: edition + 1 })
        .execute()
    emit({ noun: 'bot', id: 0, kind: 'changed' })
    const entry = { action: made.action, noun: 'knowledge', objectId: id, after: made.after } as const
    await record(tx, by, entry, now)
  })

/** What was published is there to be looked up for good. */
export async function keepVersion(
  tx: Tx,
  answerId: number,
  version: number,
  content: KnowledgeContent,
  by: Doer,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('knowledge_versions')
    .values({ answer_id: answerId, version, content: JSON.stringify(content), by_id: by.agentId, at })
    .execute()
}

/** @throws Refusal answer.taken where another published answer is to the same question or intent */
export async function refuseClash(tx: Tx, id: number, content: KnowledgeContent): Promise<void> {
  const { answers } = await publishedKnowledge(tx)
  for (const other of answers) {
    const clash = Number(other.id) === id ? null : clashWith(content, other.content)
    if (clash !== null) throw new Refusal('answer.taken', { clash })
  }
}
