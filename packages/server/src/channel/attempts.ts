import type { MessageStatus } from '@parley/core/api/messages'
import { type AttemptState, hasLeft, risenState, statusOfAttempt } from '@parley/core/rules/delivery'
import { explain } from '@parley/whatsapp/error-codes'
import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

/** Why a message was not delivered, for the agent's eyes. */
export interface FailureFacts {
  readonly code: string
  readonly sentence: string
  readonly remedy: string
}

/** WhatsApp's error code in words. */
export const failureOf = (code: number, details: string): FailureFacts => {
  const { sentence, remedy } = explain(code, details)
  return { code: String(code), sentence, remedy }
}

/**
 * Raises an attempt to what was said of it and lets its message follow. The message shows its newest attempt; if an older
 * one turns out to have reached WhatsApp, a repeat that has not left yet is withdrawn. The conversation must be locked.
 */
export async function raiseAttempt(
  tx: Tx,
  emit: Emit,
  attemptId: number,
  said: { readonly state: AttemptState; readonly wamid?: string; readonly failure?: FailureFacts | null },
  now: Date,
): Promise<void> {
  const attempt = await tx
    .selectFrom('attempts')
    .selectAll()
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const state = risenState(attempt.state as AttemptState, said.state)
  const risen = state !== attempt.state
  if (!risen && (attempt.wamid !== null || said.wamid === undefined)) return
  await tx
    .updateTable('attempts')
    .set({
      state,
      wamid: attempt.wamid ?? said.wamid ?? null,
      failure: state === 'failed' && said.failure ? JSON.stringify(said.failure) : null,
      updated_at: now,
    })
    .where('id', '=', attemptId)
    .execute()
  if (!risen) return
  await showOnMessage(tx, emit, attempt.message_id, {
    attemptNo: attempt.no,
    state,
    failure: said.failure ?? null,
  })
}

async function showOnMessage(
  tx: Tx,
  emit: Emit,
  messageId: number,
  change: { readonly attemptNo: number; readonly state: AttemptState; readonly failure: FailureFacts | null },
): Promise<void> {
  const message = await tx
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow()
  const newest = await tx
    .selectFrom('attempts')
    .select(['id', 'no', 'state'])
    .where('message_id', '=', messageId)
    .where('state', '<>', 'withdrawn')
    .orderBy('no', 'desc')
    .executeTakeFirstOrThrow()
  const isNewest = newest.no === change.attemptNo
  const isWaitingAgain = message.status === 'queued'
  // A newer try came to nothing or was not made yet: the older one that did leave speaks for the message.
  const newestCameToNothing = newest.state === 'failed' || newest.state === 'unknown'
  const settlesOlder = hasLeft(change.state) && (isWaitingAgain || (!isNewest && newestCameToNothing))
  if (!settlesOlder && (!isNewest || isWaitingAgain)) return
  const status: MessageStatus = statusOfAttempt(change.state)
  await tx
    .updateTable('messages')
    .set({
      status,
      failure: status === 'failed' && change.failure ? JSON.stringify(change.failure) : null,
      next_try_at: null,
    })
    .where('id', '=', messageId)
    .execute()
  if (status === 'failed') await giveBackWait(tx, messageId)
  emit({ noun: 'message', id: messageId, kind: 'changed' })
}

/** A message that failed for good answered nobody: its response time goes, and the customer's wait runs from its old start. */
export async function giveBackWait(tx: Tx, messageId: number): Promise<void> {
  const message = await tx
    .updateTable('messages')
    .set({ response_time_seconds: null })
    .where('id', '=', messageId)
    .where('wait_started_at', 'is not', null)
    .returning(['conversation_id', 'wait_started_at'])
    .executeTakeFirst()
  if (message === undefined) return
  await tx
    .updateTable('conversations')
    .set({
      human_wait_started_at: sql<Date>`least(human_wait_started_at, ${message.wait_started_at}::timestamptz)`,
    })
    .where('id', '=', message.conversation_id)
    .execute()
}
