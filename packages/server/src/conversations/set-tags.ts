import { tidyTags } from '@parley/core/rules/conversation'
import { type Doer, record } from '../audit/record.ts'
import type { Writer } from '../db/write.ts'
import { editConversation } from './edit.ts'

/**
 * Replaces the tags.
 * @throws Refusal conversation.not-found, conversation.changed
 */
export function setConversationTags(
  writer: Writer,
  id: number,
  tags: readonly string[],
  version: number | undefined,
  by: Doer,
): Promise<void> {
  const tidy = tidyTags(tags)
  const entry = { action: 'conversation.tags', noun: 'conversation', objectId: id } as const
  return editConversation(
    writer,
    id,
    version,
    row => (JSON.stringify(row.tags) === JSON.stringify(tidy) ? null : { tags: tidy }),
    (tx, _, row) =>
      record(tx, by, { ...entry, before: { tags: row.tags }, after: { tags: tidy } }, writer.now()),
  )
}
