import type { MessageEntity } from '../api/messages.ts'

/** Why a message failed that its writer took back before it left. */
export const takenBackCode = 'taken-back'

type Standing = Pick<MessageEntity, 'status' | 'failure'>

/** Whether its writer took it back before it left: it is in no thread. */
export const isTakenBack = ({ status, failure }: Standing): boolean =>
  status === 'failed' && failure?.code === takenBackCode

/** The messages that stand: the very list where none was taken back. */
export const standing = <M extends Standing>(messages: readonly M[]): readonly M[] =>
  messages.some(isTakenBack) ? messages.filter(message => !isTakenBack(message)) : messages

/** Milliseconds for which an agent can still take a message of theirs back; 0: it has left, or was never held. */
export const takeBackMs = (
  message: Pick<MessageEntity, 'status' | 'sender_id' | 'leaves_at'>,
  agentId: string,
  now: number,
): number =>
  message.status === 'queued' && message.sender_id === agentId && message.leaves_at !== null
    ? Math.max(0, Date.parse(message.leaves_at) - now)
    : 0
