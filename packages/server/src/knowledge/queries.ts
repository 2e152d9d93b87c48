import { ApiError } from '@parley/core/errors'
import type { AgentId, KnowledgeAnswerId } from '@parley/core/ids'
import {
  type KnowledgeAnswer,
  KnowledgeContent,
  type KnowledgeRow,
  type KnowledgeVersion,
} from '@parley/core/knowledge/api'
import { answeredIn, emptyKnowledge, hasWords, knowledgeState } from '@parley/core/knowledge/rules'
import type { Reader } from '../db/write.ts'

/** An intent that the recogniser no longer knows is read as none. */
const Stored = KnowledgeContent.extend({ intent: KnowledgeContent.shape.intent.catch(null) })

const storedOrNull = (value: unknown) => (value === null ? null : Stored.parse(value))

const answers = (reader: Reader) =>
  reader
    .selectFrom('knowledge_answers as answer')
    .leftJoin('agents as editor', 'editor.id', 'answer.updated_by')
    .selectAll('answer')
    .select('editor.name as editor')

type Row = Awaited<ReturnType<ReturnType<typeof answers>['execute']>>[number]

const editor = (id: number | null, name: string | null) =>
  id === null ? null : { id: String(id) as AgentId, name: name ?? '' }

function answerOf(row: Row): KnowledgeAnswer {
  const published = storedOrNull(row.published)
  const draft = storedOrNull(row.draft)
  const saved = draft ?? published ?? emptyKnowledge
  return {
    id: String(row.id) as KnowledgeAnswerId,
    title: saved.title,
    topic: saved.topic,
    languages: answeredIn(saved),
    state: knowledgeState(published, draft),
    version: row.version,
    published_version: row.published_version,
    updated_at: row.updated_at.toISOString(),
    updated_by: editor(row.updated_by, row.editor),
    published,
    published_at: row.published_at?.toISOString() ?? null,
    draft,
    removed: row.removed_at !== null,
  }
}

const alphabet = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** All answers that are not removed, by topic, then title. */
export async function knowledgeAnswers(reader: Reader): Promise<KnowledgeAnswer[]> {
  const rows = await answers(reader).where('answer.removed_at', 'is', null).execute()
  return rows
    .map(answerOf)
    .toSorted(
      (a, b) =>
        alphabet.compare(a.topic, b.topic) ||
        alphabet.compare(a.title, b.title) ||
        Number(a.id) - Number(b.id),
    )
}

/** The same as rows of the list: those that contain the words of the search. */
export const knowledgeRows = async (reader: Reader, search: string): Promise<KnowledgeRow[]> =>
  (await knowledgeAnswers(reader))
    .filter(({ draft, published }) => hasWords(draft ?? published ?? emptyKnowledge, search.trim()))
    .map(({ published: _published, published_at: _at, draft: _draft, removed: _removed, ...row }) => row)

/** One answer, a removed one too. @throws ApiError answer.not-found */
export async function knowledgeAnswer(reader: Reader, id: number): Promise<KnowledgeAnswer> {
  const row = await answers(reader).where('answer.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new ApiError('answer.not-found', { id })
  return answerOf(row)
}

/** The published versions of an answer, newest first. @throws ApiError answer.not-found */
export async function knowledgeVersions(reader: Reader, id: number): Promise<KnowledgeVersion[]> {
  await knowledgeAnswer(reader, id)
  const rows = await reader
    .selectFrom('knowledge_versions')
    .leftJoin('agents', 'agents.id', 'by_id')
    .select(['version', 'content', 'by_id', 'at', 'agents.name'])
    .where('answer_id', '=', id)
    .orderBy('version', 'desc')
    .execute()
  return rows.map(row => ({
    version: row.version,
    content: Stored.parse(row.content),
    at: row.at.toISOString(),
    by: editor(row.by_id, row.name),
  }))
}

interface PublishedAnswer {
  readonly id: KnowledgeAnswerId
  readonly version: number
  readonly content: KnowledgeContent
}

/** A snapshot of what the bot knows. */
interface PublishedKnowledge {
  /** Rises with every change of a published answer. */
  readonly edition: number
  readonly answers: readonly PublishedAnswer[]
}

/** Compare with the edition of `publishedKnowledge`: the same means that nothing changed. */
export const knowledgeEdition = async (reader: Reader): Promise<number> =>
  (await reader.selectFrom('knowledge_edition').select('edition').executeTakeFirstOrThrow()).edition

/** All published answers, by id. Compare `knowledgeEdition` before reading them again. */
export async function publishedKnowledge(reader: Reader): Promise<PublishedKnowledge> {
  const rows = await reader
    .selectFrom('knowledge_edition')
    .leftJoin('knowledge_answers as answer', join =>
      join.on('answer.removed_at', 'is', null).on('answer.published', 'is not', null),
    )
    .select(['edition', 'answer.id', 'answer.published_version as version', 'answer.published'])
    .orderBy('answer.id')
    .execute()
  const answers = rows.flatMap(({ id, version, published }) =>
    id === null
      ? []
      : [{ id: String(id) as KnowledgeAnswerId, version: version ?? 1, content: Stored.parse(published) }],
  )
  return { edition: rows[0]?.edition ?? 0, answers }
}
