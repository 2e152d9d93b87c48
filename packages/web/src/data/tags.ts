import type { ConversationEntity } from '@parley/core/read/conversation'
import { type TagEdit, withTagEdit } from '@parley/core/rules/conversation'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { takeAnswer } from '../live/answer.ts'
import { logFailure } from './action-messages.ts'
import { api } from './client.ts'
import type { HeldList } from './held.ts'
import { heldRow } from './row-lookup.ts'

/** A conversation's tags, with the edits that are on their way. */
export interface Tags {
  readonly tags: readonly string[]
  /** Saves one edit after those before it. Rejects when it is refused or gets no answer; then it is not shown any more. */
  readonly edit: (edit: TagEdit) => Promise<void>
}

/** The tags of a conversation. Edits show at once and are saved one after the other, each on top of what there is then. */
export function useTags(conversation: ConversationEntity): Tags {
  const client = useQueryClient()
  const [pending, setPending] = useState<readonly TagEdit[]>([])
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const edit = async (one: TagEdit) => {
    setPending(others => [...others, one])
    const saved = last.current.then(() =>
      saveEdit(client, heldRow(client, conversation.id) ?? conversation, one),
    )
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

/** A colleague's edit that this one knows nothing of refuses it; the newer tags are held then. */
async function saveEdit(client: QueryClient, row: ConversationEntity, edit: TagEdit): Promise<void> {
  const tags = [...withTagEdit(row.tags, edit)]
  const body = { tags, ...(row.version !== null && { version: row.version }) }
  await takeAnswer(
    client,
    () => api.setConversationTags({ params: { id: row.id }, body }),
    answer => ({ event: 'conversation', data: answer }),
  )
}

/** The tags that conversations in the loaded lists have, in the order of the alphabet. */
export function heldTags(client: QueryClient): readonly string[] {
  const lists = client.getQueriesData<HeldList>({ queryKey: ['conversations'] })
  const tags = lists.flatMap(([, list]) => list?.rows.flatMap(row => row.tags) ?? [])
  return [...new Set(tags)].toSorted((a, b) => a.localeCompare(b))
}
