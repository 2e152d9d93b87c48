import { t } from '@parley/core/text/translate'
import type { QueryClient } from '@tanstack/react-query'
import { type Undoable, undoBulk } from './bulk.ts'
import { refreshConversation } from './conversation.ts'

/** What undoes one change: what it led to, which shows a later change, and what there was before. */
type UndoOfChange = Undoable['undo']

/** Undoes one change of a conversation, unless it was changed since. Rejects with words for a person. */
export async function undoChange(client: QueryClient, id: string, undo: UndoOfChange): Promise<void> {
  const { changed, refused } = await undoBulk(client, new Map([[id, '']]), [{ conversation_id: id, undo }])
  void refreshConversation(client, id)
  if (changed.length > 0) throw new Error(t('It was changed meanwhile and stays as it is'))
  const [first] = refused
  if (first !== undefined) throw new Error(first.detail)
}
