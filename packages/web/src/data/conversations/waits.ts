import type { ConversationMeta } from '@parley/core/conversations/api'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { failed, failureWords, logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { writeConversation } from '../../sync/take-answer.ts'
import { undoChange } from './bulk.ts'

/** Until when (null: it is back now), and why. */
export interface SnoozeChange {
  readonly until: Date | null
  readonly reason: string | null
}

/** It is back, of which the thread keeps a line. */
export const backNow: SnoozeChange = { until: null, reason: null }

export type SnoozeControl = ReturnType<typeof useSnooze>

/**
 * Putting a conversation off, and taking that back: stored by the server and seen by everyone.
 * @param onChanged told once the server has it, also when what asked for it is not on the page any more; `undo` rejects
 * with words for a person
 */
export function useSnooze(
  { id, snoozed }: Pick<ConversationMeta, 'id' | 'snoozed'>,
  onChanged: (change: SnoozeChange, undo: () => Promise<void>) => void,
) {
  'use memo'
  const client = useQueryClient()
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: ({ until, reason }: SnoozeChange) => {
      // Without a version: who puts it off last decides.
      const body = { until: until?.toISOString() ?? null, reason, undo: false }
      return writeConversation(client, () => api.snoozeConversation({ params: { id }, body }))
    },
    onMutate: () => snoozed,
    onSuccess: ({ version }, change, before) =>
      onChanged(change, () =>
        undoChange(client, id, {
          kind: 'snooze',
          version,
          left: change.until?.toISOString() ?? null,
          before: before?.until ?? null,
          reason: before?.reason ?? null,
        }),
      ),
    onError: cause => logFailure('snooze', cause),
  })
  // The same until something of it changes: each message draws the screen.
  return {
    busy: isPending,
    /** Why the newest change was not made, for a person. */
    failure: error === null ? null : failureWords('snooze', error),
    dismiss: reset,
    change: (change: SnoozeChange) => mutate(change),
  }
}

const undo = (client: QueryClient, id: string) =>
  writeConversation(client, () => api.unmarkNoReply({ params: { id } }))

/** Lets the customer wait again. Rejects with words for a person. */
export async function undoNoReply(client: QueryClient, id: string): Promise<void> {
  try {
    await undo(client, id)
  } catch (cause) {
    throw failed('undoNoReply', cause)
  }
}

/**
 * Ending a customer's wait without a reply, and undoing that: stored by the server and seen by everyone.
 * @param onChanged told once the server has it, also when what asked for it is not on the page any more
 */
export function useNoReply({ id }: Pick<ConversationMeta, 'id'>, onChanged: (isMarked: boolean) => void) {
  'use memo'
  const client = useQueryClient()
  const { mutate, reset, isPending, error, variables } = useMutation({
    /** The number of the customer's newest message on the screen; null: undo. */
    mutationFn: (inbound_no: number | null) =>
      inbound_no === null
        ? undo(client, id)
        : writeConversation(client, () => api.markNoReply({ params: { id }, body: { inbound_no } })),
    onSuccess: (_, inboundNo) => onChanged(inboundNo !== null),
    onError: (cause, inboundNo) => logFailure(inboundNo === null ? 'undoNoReply' : 'markNoReply', cause),
  })
  return {
    busy: isPending,
    /** Why the newest change was not made, for a person. */
    failure: error === null ? null : failureWords(variables === null ? 'undoNoReply' : 'markNoReply', error),
    dismiss: reset,
    mark: (inboundNo: number) => mutate(inboundNo),
    unmark: () => mutate(null),
  }
}
