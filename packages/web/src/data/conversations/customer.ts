import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../client/client.ts'
import { applyMutationResult } from '../../sync/take-answer.ts'

/** Sets the name of a conversation's customer; null: the name of their profile again. Rejects with `ApiFailure`. */
export function useRename(conversationId: string): (name: string | null) => Promise<void> {
  'use memo'
  const client = useQueryClient()
  return async name => {
    await applyMutationResult(
      client,
      () => api.renameCustomer({ params: { id: conversationId }, body: { name } }),
      row => ({ event: 'conversation', data: row }),
    )
  }
}
