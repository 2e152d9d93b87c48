import type { ConversationMeta } from '@parley/core/conversations/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { applyMutationResult } from '../../sync/take-answer.ts'

/** Until when (null: it is back now), and why. */
export interface SnoozeChange {
  readonly until: Date | null
  readonly reason: string | null
  /** Who put it off takes that back at once. */
  readonly undo?: true
}

/** It is back, of which the thread keeps a line. */
export const backNow: SnoozeChange = { until: null, reason: null }

/** As if it had not been put off. */
export const undone: SnoozeChange = { ...backNow, undo: true }

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
 * @param onChanged told once the server has it, also when what asked for it is not on the page any more, and how to
 * change it again
 */
export function useSnooze(
  { id }: Pick<ConversationMeta, 'id'>,
  onChanged: (change: SnoozeChange, again: SnoozeControl['change']) => void,
): SnoozeControl {
  'use memo'
  const client = useQueryClient()
  const again = useRef<SnoozeControl['change']>(() => undefined)
  const mutation = useMutation({
    mutationFn: ({ until, reason, undo }: SnoozeChange) =>
      applyMutationResult(
        client,
        () =>
          api.snoozeConversation({
            params: { id },
            // Without a version: who puts it off last decides.
            body: { until: until?.toISOString() ?? null, reason, undo: undo ?? false },
          }),
        row => ({ event: 'conversation', data: row }),
      ),
    onSuccess: (_, change) => onChanged(change, next => again.current(next)),
    onError: cause => logFailure('snooze', cause),
  })
  const { mutate, reset, isPending, error } = mutation
  useEffect(() => {
    again.current = mutate
  }, [mutate])
  // The same until something of it changes: each message draws the screen.
  return {
    busy: isPending,
    failure: error === null ? null : failureWords('snooze', error),
    dismiss: reset,
    change: mutate,
  }
}
