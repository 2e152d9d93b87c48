import { type AccountEvent, accountNotice } from '@parley/core/notifications/rules'
import type { Emit, Tx } from '../db/write.ts'
import { notify } from '../notifications/notice.ts'

/** Notifies an account's owner of a change, in the change's transaction. */
export async function tellAccountOwner(
  tx: Tx,
  emit: Emit,
  agentId: number,
  event: AccountEvent,
  now: Date,
): Promise<void> {
  await notify(tx, emit, { ...accountNotice(event), agentId, cause: 'account', conversationId: null }, now)
}
