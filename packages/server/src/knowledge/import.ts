import { ApiError } from '@parley/core/errors'
import { KnowledgeContent, type KnowledgeImport } from '@parley/core/knowledge/api'
import { tidyKnowledge } from '@parley/core/knowledge/rules'
import { type Actor, record } from '../audit/record.ts'
import { write, type Writer } from '../db/write.ts'
import { parsePart } from '../http/validate.ts'
import { draftChange, insertDraft, lockKnowledge } from './actions.ts'
import { knowledgeAnswers } from './queries.ts'

type Wrong = KnowledgeImport['wrong'][number]

const titleOf = (entry: unknown): string | null => {
  const title = (entry as { title?: unknown } | null)?.title
  return typeof title === 'string' && title.trim() !== '' ? title.trim().slice(0, 80) : null
}

/** The content to store, or the first problem of an entry. */
function entryOf(entry: unknown, place: number): KnowledgeContent | Wrong {
  try {
    return tidyKnowledge(parsePart(KnowledgeContent, entry, ''))
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause
    const [[field, problem] = ['', cause.message]] = Object.entries(cause.fields ?? {})
    return { place, title: titleOf(entry), field, problem }
  }
}

const key = (title: string): string => title.toLowerCase()

/**
 * Imports a file's entries as drafts. An entry with the title of an existing answer becomes its draft, unless the answer
 * has another draft. A wrong entry does not stop the others.
 */
export const importKnowledge = (
  writer: Writer,
  entries: readonly unknown[],
  by: Actor,
): Promise<KnowledgeImport> =>
  write(writer, async context => {
    const { tx, publish } = context
    await lockKnowledge(tx)
    const known = new Map((await knowledgeAnswers(tx)).map(answer => [key(answer.title), answer]))
    const seen = new Set<string>()
    const wrong: Wrong[] = []
    let [made, changed, same] = [0, 0, 0]
    for (const [index, raw] of entries.entries()) {
      const place = index + 1
      const entry = entryOf(raw, place)
      if ('place' in entry) {
        wrong.push(entry)
        continue
      }
      const refuse = (field: string, problem: string) =>
        wrong.push({ place, title: entry.title, field, problem })
      if (seen.has(key(entry.title))) {
        refuse('title', 'is already the title of an entry above')
        continue
      }
      seen.add(key(entry.title))
      const answer = known.get(key(entry.title))
      if (answer === undefined) {
        await insertDraft(context, { content: entry, clientId: null }, by)
        made += 1
        continue
      }
      const objectId = Number(answer.id)
      const saved = draftChange(answer, entry)
      if (saved === null) same += 1
      else if (answer.draft !== null) refuse('title', 'already has a draft. Publish or discard it first')
      else {
        await tx
          .updateTable('knowledge_answers')
          .set({
            draft: JSON.stringify(entry),
            version: answer.version + 1,
            updated_at: context.now,
            updated_by: by.agentId,
          })
          .where('id', '=', objectId)
          .execute()
        publish({ noun: 'bot', id: 0, kind: 'changed' })
        const { action, after } = saved
        await record(context, by, action, objectId, { after })
        changed += 1
      }
    }
    return { made, changed, same, wrong }
  })
