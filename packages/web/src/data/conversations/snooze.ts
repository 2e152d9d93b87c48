import type { ConversationMeta } from '@parley/core/conversations/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { applyMutationResult } from '../../sync/take-answer.ts'
import { undoChange } from './undo-change.ts'

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
