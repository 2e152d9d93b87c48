import { tidyTags } from '@parley/core/rules/conversation'
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
): Promise<void> {
  const tidy = tidyTags(tags)
  return editConversation(writer, id, version, row =>
    JSON.stringify(row.tags) === JSON.stringify(tidy) ? null : { tags: tidy },
  )
}
