import { tidyTags } from '@parley/core/conversations/rules'
import { type Doer, record } from '../audit/record.ts'
import type { Writer } from '../db/write.ts'
import { type Edited, editConversation } from './edit.ts'

/**
 * Replaces the tags by those that there are to be, given those that there are. Answers null where they are the same.
 * @throws Refusal conversation.not-found, conversation.changed, and as `wanted` does
 */
export function setConversationTags(
  writer: Writer,
  id: number,
  wanted: (tags: readonly string[]) => readonly string[],
  version: number | undefined,
  by: Doer,
): Promise<Edited | null> {
  const entry = { action: 'conversation.tags', noun: 'conversation', objectId: id } as const
  return editConversation(
    writer,
    id,
    version,
    row => {
      const tags = tidyTags(wanted(row.tags))
      return JSON.stringify(row.tags) === JSON.stringify(tags) ? null : { tags }
    },
    (tx, _, row) => {
      const after = { tags: tidyTags(wanted(row.tags)) }
      return record(tx, by, { ...entry, before: { tags: row.tags }, after }, writer.now())
    },
  )
}
