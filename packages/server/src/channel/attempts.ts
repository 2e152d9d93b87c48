import {
  type AttemptState,
  hasLeft,
  risenState,
  speakingAttempt,
  statusOfAttempt,
} from '@parley/core/rules/delivery'
import { explain } from '@parley/whatsapp/error-codes'
import { sql } from 'kysely'
import { noteReachable, noteRefusedTry } from '../conversations/reach-notes.ts'
import { together } from '../db/flight.ts'
import type { Emit, Tx } from '../db/write.ts'
import { linkFolds, shareWaitingFolds } from '../messages/folds.ts'
import { linkQuotesOf } from '../messages/quotes.ts'
import { giveBackWait } from './give-back-wait.ts'
import { applyLinked } from './receive-fold.ts'

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
 * Until the transaction ends nobody else learns of this id of Meta's: else a status could be put aside in the moment in
 * which its attempt gets the id, and be forgotten.
 */
export const lockWamid = (tx: Tx, wamid: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${wamid}, 0))`.execute(tx)

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
    .innerJoin('conversations', 'conversations.id', 'attempts.conversation_id')
    .selectAll('attempts')
    .select('conversations.unreachable')
    .where('attempts.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const state = risenState(attempt.state as AttemptState, said.state)
  const risen = state !== attempt.state
  if (!risen && (attempt.wamid !== null || said.wamid === undefined)) return
  const updating = tx
    .updateTable('attempts')
    .set({
      state,
      wamid: attempt.wamid ?? said.wamid ?? null,
      updated_at: now,
      ...(risen && { failure: said.failure && !hasLeft(state) ? JSON.stringify(said.failure) : null }),
    })
    .where('id', '=', attemptId)
  if (attempt.wamid === null && said.wamid !== undefined) {
    // The customer may have answered it, and reacted to it, before WhatsApp said what it calls this message.
    const learnt = [said.wamid]
    const number = attempt.phone_number_id
    const [, quoting, , folds] = await together(
      tx,
      updating.compile(),
      linkQuotesOf(number, learnt),
      shareWaitingFolds(),
      linkFolds(number, learnt),
    )
    for (const { id } of quoting) emit({ noun: 'message', id, kind: 'changed' })
    await applyLinked(tx, emit, folds)
  } else await updating.execute()
  if (!risen) return
  await showAttempts(tx, emit, attempt.message_id)
  const conversationId = attempt.conversation_id
  if (state === 'failed' && said.failure) {
    await noteRefusedTry(tx, emit, { conversationId, code: said.failure.code, at: attempt.created_at })
  } else if (attempt.unreachable !== null && isAtCustomer(state)) {
    await noteReachable(tx, emit, conversationId)
  }
}

const isAtCustomer = (state: AttemptState): boolean => state === 'delivered' || state === 'read'

/** Lets a message show what its attempts say of it. */
export async function showAttempts(tx: Tx, emit: Emit, messageId: number): Promise<void> {
  const message = await tx
    .selectFrom('messages')
    .select('status')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow()
  const attempts = await tx
    .selectFrom('attempts')
    .select(['state', 'failure'])
    .where('message_id', '=', messageId)
    .orderBy('no', 'desc')
    .execute()
  const states = attempts.map(({ state, failure }) => ({ state: state as AttemptState, failure }))
  const speaking = speakingAttempt(states, message.status === 'queued')
  if (speaking === null) return
  const status = statusOfAttempt(speaking.state)
  if (status === message.status) return
  await tx
    .updateTable('messages')
    .set({
      status,
      failure: speaking.failure === null ? null : JSON.stringify(speaking.failure),
      next_try_at: null,
    })
    .where('id', '=', messageId)
    .execute()
  if (status === 'failed') await giveBackWait(tx, emit, messageId)
  emit({ noun: 'message', id: messageId, kind: 'changed' })
}
