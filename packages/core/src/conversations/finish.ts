import type { ConversationEntity } from './api.ts'

/** What a person may want to open once they have finished with a conversation. */
export type AfterFinishing = 'next' | 'list' | 'stay'

type Standing = Pick<ConversationEntity, 'status' | 'waiting_since'>

/** Whether a press resolves a conversation, opens it again, or does neither. */
export const resolveStep = ({ status }: Pick<Standing, 'status'>): 'resolve' | 'reopen' | null =>
  status === 'ARCHIVED' ? null : status === 'RESOLVED' ? 'reopen' : 'resolve'

/** Whether resolving asks first: the customer's last message has no answer. */
export const isUnanswered = ({ status, waiting_since: since }: Standing): boolean =>
  since !== null && status !== 'RESOLVED' && status !== 'ARCHIVED'

/** For how long the last action can be undone, unless it says otherwise. */
export const undoMs = 60_000

/** Whether an action that can be undone until then still can. Both in epoch milliseconds. */
export const isUndoable = (until: number, now: number): boolean => now < until
