import type { ConversationEntity } from '@parley/core/conversations/api'
import { readConversations } from '@parley/core/read/entities'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../client/client.ts'
import { downloadMade } from '../../client/files.ts'
import { useFresh } from '../../sync/fresh-query.ts'
import { writeConversation } from '../../sync/take-answer.ts'

/** Sets the name of a conversation's customer; null: the name of their profile again. Rejects with `ApiFailure`. */
export function useRename(conversationId: string): (name: string | null) => Promise<void> {
  'use memo'
  const client = useQueryClient()
  return async name => {
    await writeConversation(client, () =>
      api.renameCustomer({ params: { id: conversationId }, body: { name } }),
    )
  }
}

const key = (conversationId: string) => ['merges', conversationId] as const
const mostFound = 8

/** What was merged into the customer of a conversation, newest first; asked for anew each time it is looked at. */
export const useMerges = (conversationId: string) =>
  useFresh(key(conversationId), async () => (await api.merges({ params: { id: conversationId } })).value, {
    gcTime: 0,
  })

/** Other customers' conversations that a search finds, newest activity first, one of each customer. */
export const useOtherCustomers = (search: string, customerId: string) =>
  useFresh(
    ['other-customers', customerId, search],
    async (): Promise<readonly ConversationEntity[]> => {
      const { value } = await api.conversations({ query: { search, limit: 50 } })
      const seen = new Set([customerId])
      const others = readConversations(value).filter(({ user: { id }, erased }) => {
        if (id === null || erased !== null || seen.has(id)) return false
        seen.add(id)
        return true
      })
      return others.slice(0, mostFound)
    },
    { enabled: search !== '', gcTime: 0 },
  )

/** Says that two customers are one, and takes that back. Each rejects with `ApiFailure`; screens follow by frames. */
export function useMergeActions(conversationId: string) {
  'use memo'
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: key(conversationId) })
  return {
    merge: async (otherId: string): Promise<void> => {
      const body = { other_conversation_id: otherId }
      await api.mergeCustomers({ params: { id: conversationId }, body })
      await refresh()
    },
    undo: async (mergeId: string): Promise<void> => {
      await api.undoMerge({ params: { id: conversationId, merge: mergeId } })
      await refresh()
    },
  }
}

/** Fetches all that is held about a customer, as a zip to be saved. Rejects with `ApiFailure`. */
export const exportCustomer = (id: string): Promise<void> =>
  downloadMade(`/customers/${encodeURIComponent(id)}/export`, `customer-${id}.zip`)

/** Erases a customer; every screen that shows them follows by frames. Rejects with `ApiFailure`. */
export async function eraseCustomer(id: string, erasure: { confirm: string; reason: string }): Promise<void> {
  await api.eraseCustomer({ params: { id }, body: erasure })
}
