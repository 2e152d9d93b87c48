import { defaultRejectReason } from '../api/assignments.ts'
import type { ConversationStatus } from '../api/conversations.ts'

/** Milliseconds an offer waits for its answer when nothing else is configured. */
export const defaultOfferDeadlineMs = 5 * 60_000

/** The reasons of offers that ended by themselves. */
export const offerEnd = { silent: 'No answer in time', gone: 'Went offline' } as const

/** Whether a conversation waits for anybody: nobody has it, nobody was offered it, and it is not over. */
export const isInQueue = (conversation: {
  readonly status: ConversationStatus
  readonly assigneeId: unknown
  readonly offer: unknown
}): boolean =>
  conversation.status !== 'ARCHIVED' &&
  conversation.status !== 'RESOLVED' &&
  conversation.assigneeId === null &&
  conversation.offer === null

/** An offer may be answered until its deadline, given in milliseconds. */
export const isOfferLate = (deadline: number, now: number): boolean => now >= deadline

/** The reason that is kept: what was said, else the default. */
export const rejectReason = (said: string | undefined): string =>
  said === undefined || said.trim() === '' ? defaultRejectReason : said.trim()

/** Whether a kept reason is the one that nobody typed. */
export const isDefaultReason = (reason: string | null): boolean => reason === defaultRejectReason

/** What the incoming modal and the notice say of an assignment. */
export const assignedSentence = (conversationId: string): string =>
  `You have been assigned a new conversation (#${conversationId})`

/** What the outgoing modal says before anything is sent. */
export const assigningSentence = (conversationId: string, agentName: string): string =>
  `Conversation #${conversationId} assigned to ${agentName}`
