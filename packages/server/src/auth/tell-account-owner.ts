import { type AccountEvent, accountNotice } from '@parley/core/rules/notification'
import type { Emit, Tx } from '../db/write.ts'
import { notify } from '../notifications/notice.ts'

/** Tells an account's owner at the bell what happened to it, in the transaction in which it happens. */
export async function tellAccountOwner(
  tx: Tx,
  emit: Emit,
  agentId: number,
  event: AccountEvent,
  now: Date,
): Promise<void> {
  await notify(tx, emit, { ...accountNotice(event), agentId, cause: 'account', conversationId: null }, now)
}
