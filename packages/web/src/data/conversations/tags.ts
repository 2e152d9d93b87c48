import type { ConversationMeta } from '@parley/core/conversations/api'
import type { CachedList } from '@parley/core/live/cached'
import { readConversation } from '@parley/core/read/entities'
import { type TagEdit, withTagEdit } from '@parley/core/conversations/rules'
import { eachOnce } from '@parley/core/text/fold'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { rowOf } from '../../sync/query-cache.ts'
import { writeConversation } from '../../sync/take-answer.ts'
import { undoChange } from './bulk.ts'

export type Tags = ReturnType<typeof useTags>

/**
 * The tags of a conversation. Edits show at once and are saved one after the other, each on top of what there is then.
 * @param onSaved told of an edit that was saved; `undo` rejects with words for a person
 */
export function useTags(
  conversation: ConversationMeta,
  onSaved: (edit: TagEdit, undo: () => Promise<void>) => void,
) {
  const client = useQueryClient()
  const [pending, setPending] = useState<readonly TagEdit[]>([])
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const answered = useRef(conversation)
  /** Saves one edit after those before it. Rejects when it is refused or gets no answer; then it is not shown any more. */
  const edit = async (one: TagEdit): Promise<void> => {
    setPending(others => [...others, one])
    const before = last.current
    const saved = (async () => {
      await before
      const base = newer(answered.current, rowOf(client, conversation.id))
      const after = await saveEdit(client, base, one)
      answered.current = after
      const { version } = after
      const undo = { kind: 'tags' as const, version: version ?? 0, before: [...base.tags] }
      onSaved(one, () => undoChange(client, conversation.id, undo))
    })()
    last.current = Promise.allSettled([saved])
    try {
      await saved
    } catch (cause) {
      logFailure('updateTags', cause)
      throw cause
    } finally {
      setPending(others => others.filter(other => other !== one))
    }
  }
  const tags = useMemo(() => pending.reduce(withTagEdit, conversation.tags), [pending, conversation.tags])
  return { tags, edit }
}

/** A late frame of an earlier edit may have put an older row back; the answer of the last edit is known all the same. */
const newer = (answered: ConversationMeta, held: ConversationMeta | null): ConversationMeta =>
  held === null || (answered.version ?? 0) > (held.version ?? 0) ? answered : held

/** A colleague's edit that this one knows nothing of refuses it; the newer tags are held then. */
async function saveEdit(
  client: QueryClient,
  { id, tags, version }: ConversationMeta,
  edit: TagEdit,
): Promise<ConversationMeta> {
  const body = { tags: [...withTagEdit(tags, edit)], ...(version !== null && { version }) }
  const row = await writeConversation(client, () => api.setConversationTags({ params: { id }, body }))
  return readConversation(row)
}

/** The tags that conversations in the loaded lists have, in the order of the alphabet. */
export function cachedTags(client: QueryClient): readonly string[] {
  const lists = client.getQueriesData<CachedList>({ queryKey: ['conversations'] })
  const tags = lists.flatMap(([, list]) => list?.rows.flatMap(row => row.tags) ?? [])
  return eachOnce(tags).toSorted((a, b) => a.localeCompare(b))
}
