import type { KnowledgeContent } from '@parley/core/knowledge/api'
import { Refusal } from '@parley/core/errors'
import { changedFields, sameKnowledge, tidyKnowledge } from '@parley/core/knowledge/rules'
import type { Writer } from '../db/write.ts'
import { type Change, type Edit, editAnswer, type Held } from './edit.ts'

const isSaid = ({ draft, published }: Held, content: KnowledgeContent): boolean => {
  const saved = draft ?? published
  return saved !== null && sameKnowledge(saved, content)
}

/** What saving makes of an answer: what is published already needs no draft. Null: it says so already. */
export function savedAs(held: Held, content: KnowledgeContent): Change | null {
  const { published, draft } = held
  if (isSaid(held, content)) return null
  return {
    action: 'knowledge.edited',
    draft: published !== null && sameKnowledge(published, content) ? null : content,
    after: { changed: changedFields(draft ?? published, content) },
  }
}

/**
 * Saves an answer as a draft; customers get what is published until somebody publishes it.
 * @throws Refusal answer.not-found, answer.changed
 */
export async function saveDraft(writer: Writer, edit: Edit, content: KnowledgeContent): Promise<void> {
  const tidy = tidyKnowledge(content)
  await editAnswer(
    writer,
    edit,
    held => isSaid(held, tidy),
    held => savedAs(held, tidy),
  )
}

/** Goes back to what is published. @throws Refusal answer.not-found, answer.changed, answer.not-published */
export const discardDraft = (writer: Writer, edit: Edit): Promise<void> =>
  editAnswer(
    writer,
    edit,
    ({ draft }) => draft === null,
    ({ draft, published }) => {
      if (published === null) throw new Refusal('answer.not-published')
      if (draft === null) return null
      return {
        action: 'knowledge.edited',
        draft: null,
        after: { changed: changedFields(draft, published) },
      }
    },
  )
