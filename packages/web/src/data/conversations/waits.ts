import type { ConversationMeta, ConversationEntity } from '@parley/core/conversations/api'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { failed, failureWords, logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { undoChange } from './bulk.ts'
import { applyMutationResult } from '../../sync/take-answer.ts'

/** Until when (null: it is back now), and why. */
export interface SnoozeChange {
  readonly until: Date | null
  readonly reason: string | null
}

/** It is back, of which the thread keeps a line. */
export const backNow: SnoozeChange = { until: null, reason: null }

/** Putting a conversation off, and taking that back. */
export interface SnoozeControl {
  readonly busy: boolean
  /** Why the newest change was not made, for a person. */
  readonly failure: string | null
  readonly dismiss: () => void
  readonly change: (change: SnoozeChange) => void
}

/**
 * Stored by the server and seen by everyone.
 * @param onChanged told once the server has it, also when what asked for it is not on the page any more; `undo` rejects
 * with words for a person
 */
export function useSnooze(
  { id, snoozed }: Pick<ConversationMeta, 'id' | 'snoozed'>,
  onChanged: (change: SnoozeChange, undo: () => Promise<void>) => void,
): SnoozeControl {
  'use memo'
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ until, reason }: SnoozeChange) =>
      applyMutationResult(
        client,
        () =>
          api.snoozeConversation({
            params: { id },
            // Without a version: who puts it off last decides.
            body: { until: until?.toISOString() ?? null, reason, undo: false },
          }),
        row => ({ event: 'conversation', data: row }),
      ),
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
  const { mutate, reset, isPending, error } = mutation
  // The same until something of it changes: each message draws the screen.
  return {
    busy: isPending,
    failure: error === null ? null : failureWords('snooze', error),
    dismiss: reset,
    change: mutate,
  }
}

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
    throw failed('undoNoReply', cause)
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
