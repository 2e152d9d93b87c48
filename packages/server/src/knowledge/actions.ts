import type { AuditAction } from '@parley/core/audit/constants'
import { ApiError } from '@parley/core/errors'
import type { KnowledgeAnswer, KnowledgeContent } from '@parley/core/knowledge/api'
import {
  changedFields,
  clashWith,
  publishProblems,
  sameKnowledge,
  tidyKnowledge,
} from '@parley/core/knowledge/rules'
import { type Actor, record } from '../audit/record.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { knowledgeAnswer, publishedKnowledge } from './queries.ts'

/** The row that every write of an answer locks first, so that writes run one at a time. Returns the edition. */
export const lockKnowledge = async (tx: Tx): Promise<number> =>
  (await tx.selectFrom('knowledge_edition').select('edition').forNoKeyUpdate().executeTakeFirstOrThrow())
    .edition

/** Creates a draft, once for each client id, and returns the answer's id. */
export const createAnswer = (
  writer: Writer,
  clientId: string,
  content: KnowledgeContent,
  by: Actor,
): Promise<number> =>
  write(writer, async context => {
    const { tx } = context
    await lockKnowledge(tx)
    const made = await tx
      .selectFrom('knowledge_answers')
      .select('id')
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    if (made !== undefined) return made.id
    return insertDraft(context, { content: tidyKnowledge(content), clientId }, by)
  })

/** Inserts an answer as a draft, and returns its id. The caller holds `lockKnowledge`. */
export async function insertDraft(
  context: TxContext,
  { content, clientId }: { readonly content: KnowledgeContent; readonly clientId: string | null },
  by: Actor,
): Promise<number> {
  const { tx, publish, now } = context
  const { id } = await tx
    .insertInto('knowledge_answers')
    .values({
      client_id: clientId,
      draft: JSON.stringify(content),
      updated_at: now,
      updated_by: by.agentId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  publish({ noun: 'bot', id: 0, kind: 'changed' })
  const after = { title: content.title, topic: content.topic }
  await record(context, by, 'knowledge.edited', id, { after })
  return id
}

/** An edit of an answer, based on the version that the editor saw. */
export interface Edit {
  readonly id: number
  readonly version: number
  readonly by: Actor
  /** True: it restores a removed answer. No other edit may change one. */
  readonly ofRemoved?: boolean
}

type Saved = Pick<KnowledgeAnswer, 'draft' | 'published'>

const isSaved = ({ draft, published }: Saved, content: KnowledgeContent): boolean => {
  const saved = draft ?? published
  return saved !== null && sameKnowledge(saved, content)
}

/** Saves a draft of this content, or no draft if it is published. Null: it is saved already. */
export function draftChange(answer: Saved, content: KnowledgeContent): Change | null {
  const { published, draft } = answer
  if (isSaved(answer, content)) return null
  return {
    action: 'knowledge.edited',
    draft: published !== null && sameKnowledge(published, content) ? null : content,
    after: { changed: changedFields(draft ?? published, content) },
  }
}

/**
 * Saves a draft. Customers get the published content until the draft is published.
 * @throws ApiError answer.not-found, answer.changed
 */
export function saveDraft(writer: Writer, edit: Edit, content: KnowledgeContent): Promise<void> {
  const tidy = tidyKnowledge(content)
  return editAnswer(
    writer,
    edit,
    answer => isSaved(answer, tidy),
    answer => draftChange(answer, tidy),
  )
}

/** Discards the draft of a published answer. @throws ApiError answer.not-found, answer.changed, answer.not-published */
export const discardDraft = (writer: Writer, edit: Edit): Promise<void> =>
  editAnswer(
    writer,
    edit,
    ({ draft }) => draft === null,
    ({ draft, published }) => {
      if (published === null) throw new ApiError('answer.not-published')
      if (draft === null) return null
      return { action: 'knowledge.edited', draft: null, after: { changed: changedFields(draft, published) } }
    },
  )

/**
 * Publishes the draft: the bot uses it from the next message on.
 * @throws ApiError answer.not-found, answer.changed, answer.taken, input.invalid with the fields that are missing
 */
export const publishAnswer = (writer: Writer, edit: Edit): Promise<void> =>
  editAnswer(
    writer,
    edit,
    ({ draft, published }) => draft === null && published !== null,
    async ({ draft, published_version }, tx) => {
      if (draft === null) return null
      const problems = publishProblems(draft)
      const [first] = Object.entries(problems)
      if (first !== undefined)
        throw new ApiError('input.invalid', { reason: `${first[0]} ${first[1]}` }, problems)
      await refuseClash(tx, edit.id, draft)
      const after = { version: (published_version ?? 0) + 1 }
      return { action: 'knowledge.published', published: draft, draft: null, after }
    },
  )

/** Removes an answer: customers no longer get it. @throws ApiError answer.not-found, answer.changed */
export const removeAnswer = (writer: Writer, edit: Edit): Promise<void> =>
  editAnswer(
    writer,
    edit,
    ({ removed }) => removed,
    () => ({ action: 'knowledge.removed', removed: true, after: {} }),
  )

/**
 * Restores a removed answer as it was.
 * @throws ApiError answer.not-found, answer.changed, answer.taken if another answer took its place
 */
export const restoreAnswer = (writer: Writer, edit: Edit): Promise<void> =>
  editAnswer(
    writer,
    { ...edit, ofRemoved: true },
    ({ removed }) => !removed,
    async ({ published }, tx) => {
      if (published !== null) await refuseClash(tx, edit.id, published)
      return { action: 'knowledge.restored', removed: false, after: {} }
    },
  )

/** The result of an edit; an absent field stays. */
interface Change {
  readonly action: AuditAction
  readonly published?: KnowledgeContent
  readonly draft?: KnowledgeContent | null
  readonly removed?: boolean
  /** For the audit. */
  readonly after: Readonly<Record<string, unknown>>
}

/**
 * Makes one edit and puts it on record. The editor's own newest edit again changes nothing: its answer was lost.
 * @param isDone whether the answer is as the edit would leave it
 * @param change null: there is nothing to change
 * @throws ApiError answer.not-found, answer.changed with `current`
 */
const editAnswer = (
  writer: Writer,
  { id, version, by, ofRemoved = false }: Edit,
  isDone: (answer: KnowledgeAnswer) => boolean,
  change: (answer: KnowledgeAnswer, tx: Tx) => Change | null | Promise<Change | null>,
): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    const edition = await lockKnowledge(tx)
    const current = await knowledgeAnswer(tx, id)
    const isOwn = current.updated_by?.id === String(by.agentId)
    if (isOwn && current.version === version + 1 && isDone(current)) return
    if (current.version !== version || current.removed !== ofRemoved)
      throw new ApiError('answer.changed', {}, undefined, { current })
    const made = await change(current, tx)
    if (made === null) return
    const { now } = context
    const { published, draft = current.draft, removed = current.removed } = made
    const published_version = (current.published_version ?? 0) + 1
    await tx
      .updateTable('knowledge_answers')
      .set({
        draft: draft === null ? null : JSON.stringify(draft),
        removed_at: removed ? now : null,
        version: version + 1,
        updated_at: now,
        updated_by: by.agentId,
        ...(published !== undefined && {
          published: JSON.stringify(published),
          published_version,
          published_at: now,
        }),
      })
      .where('id', '=', id)
      .execute()
    if (published !== undefined)
      await tx
        .insertInto('knowledge_versions')
        .values({
          answer_id: id,
          version: published_version,
          content: JSON.stringify(published),
          by_id: by.agentId,
          at: now,
        })
        .execute()
    if (published !== undefined || (current.published !== null && removed !== current.removed))
      await tx
        .updateTable('knowledge_edition')
        .set({ edition: edition + 1 })
        .execute()
    publish({ noun: 'bot', id: 0, kind: 'changed' })
    await record(context, by, made.action, id, { after: made.after })
  })

/** @throws ApiError answer.taken if another published answer has the same question or intent */
async function refuseClash(tx: Tx, id: number, content: KnowledgeContent): Promise<void> {
  const { answers } = await publishedKnowledge(tx)
  for (const other of answers) {
    const clash = Number(other.id) === id ? null : clashWith(content, other.content)
    if (clash !== null) throw new ApiError('answer.taken', { clash })
  }
}
