import type { ConversationEntity, ConversationMeta } from '@parley/core/conversations/api'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { applyMutationResult } from '../../sync/take-answer.ts'

/** Ending a customer's wait without a reply, and undoing that. */
export interface NoReplyChange {
  readonly busy: boolean
  /** Why the newest change was not made, for a person. */
  readonly failure: string | null
  readonly dismiss: () => void
  /** @param inboundNo the number of the customer's newest message on the screen */
  readonly mark: (inboundNo: number) => void
  readonly unmark: () => void
}

const changed = (row: ConversationEntity) => ({ event: 'conversation', data: row }) as const

const undo = (client: QueryClient, id: string) =>
  applyMutationResult(client, () => api.unmarkNoReply({ params: { id } }), changed)

/** Lets the customer wait again. Rejects with words for a person. */
export async function undoNoReply(client: QueryClient, id: string): Promise<void> {
  try {
    await undo(client, id)
  } catch (cause) {
    logFailure('undoNoReply', cause)
    throw new Error(failureWords('undoNoReply', cause), { cause })
  }
}

/**
 * Stored by the server and seen by everyone.
 * @param onChanged told once the server has it, also when what asked for it is not on the page any more
 */
export function useNoReply(
  { id }: Pick<ConversationMeta, 'id'>,
  onChanged: (isMarked: boolean) => void,
): NoReplyChange {
  'use memo'
  const client = useQueryClient()
  const { mutate, reset, isPending, error, variables } = useMutation({
    /** Null: undo. */
    mutationFn: (inboundNo: number | null) =>
      inboundNo === null
        ? undo(client, id)
        : applyMutationResult(
            client,
            () => api.markNoReply({ params: { id }, body: { inbound_no: inboundNo } }),
            changed,
          ),
    onSuccess: (_, inboundNo) => onChanged(inboundNo !== null),
    onError: (cause, inboundNo) => logFailure(inboundNo === null ? 'undoNoReply' : 'markNoReply', cause),
  })
  return {
    busy: isPending,
    failure: error === null ? null : failureWords(variables === null ? 'undoNoReply' : 'markNoReply', error),
    dismiss: reset,
    mark: mutate,
    unmark: () => mutate(null),
  }
}
