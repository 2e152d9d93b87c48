import type { MessageDetails } from '@parley/core/api/message-details'
import type { InboundMessage } from '@parley/whatsapp/inbound-message'
import { lockConversation } from '../conversations/lock.ts'
import { storableJson } from '../db/storable.ts'
import type { Emit, Tx } from '../db/write.ts'

/** The row of a call. */
interface CallRow {
  readonly id: number
  readonly conversation_id: number
  readonly content: string
  readonly details: unknown
}

/** A call that rang is over: its row says how it went. What is told of it later, or again, changes nothing. */
export async function endCall(tx: Tx, emit: Emit, row: CallRow, message: InboundMessage): Promise<void> {
  if (message.details?.call?.state === 'ringing' || !isRinging(row)) return
  await lockConversation(tx, row.conversation_id)
  await tx
    .updateTable('messages')
    .set({ content: message.text ?? '', details: storableJson(message.details) })
    .where('id', '=', row.id)
    .execute()
  emit({ noun: 'message', id: row.id, kind: 'changed' })
  emit({ noun: 'conversation', id: row.conversation_id, kind: 'changed' })
}

const isRinging = ({ details }: CallRow): boolean =>
  (details as MessageDetails | null)?.call?.state === 'ringing'
