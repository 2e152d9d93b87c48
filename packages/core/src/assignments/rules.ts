import type { AgentEntity } from '../agents/api.ts'
import { loadLabel, statusLine } from '../agents/rules.ts'
import type { ConversationEntity, ConversationStatus } from '../conversations/api.ts'
import { problems } from '../problems.ts'
import { type Language, languageNames } from '../text/languages.ts'
import type { AssignmentEntity } from './api.ts'
import { defaultRejectReason, type RejectReason, rejectReasons } from './constants.ts'

/** Milliseconds an offer waits for its answer when nothing else is configured. */
export const defaultOfferDeadlineMs = 5 * 60_000

/** The reasons of offers that ended by themselves. */
export const offerEnd = {
  silent: 'No answer in time',
  gone: 'Went offline',
  disabled: 'Account disabled',
  busy: 'Became busy',
  onBreak: 'Went on a break',
} as const

/** Of these, those of who is not there to answer: nobody said no. */
export const absences: readonly string[] = [offerEnd.gone, offerEnd.busy, offerEnd.onBreak]

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

const reasonWords: Readonly<Record<Exclude<RejectReason, 'other'>, (language: string) => string>> = {
  'queue-full': () => 'My queue is full',
  language: name => `I do not speak ${name}`,
  break: () => 'Going on break',
  field: () => 'Not my field',
}

/** A reason in words; `language` is what the customer writes. Other says the default until somebody says more. */
export const rejectWords = (code: RejectReason, language: Language | null): string =>
  code === 'other'
    ? defaultRejectReason
    : reasonWords[code](language === null ? 'the customer’s language' : languageNames[language])

/** The reasons that are offered by one tap: the language only where it is known and not everybody's. */
export const offeredReasons = (language: Language | null): readonly RejectReason[] =>
  rejectReasons.filter(code => code !== 'language' || (language !== null && language !== 'en'))

/** The reason that is kept: what was said, else the words of its code, else the default. */
export const rejectReason = (said: string | undefined, code?: RejectReason): string => {
  const words = said?.trim() ?? ''
  if (words !== '') return words
  return code === undefined ? defaultRejectReason : rejectWords(code, null)
}

/** Whether a kept reason is the one that nobody typed. */
export const isDefaultReason = (reason: string | null): boolean => reason === defaultRejectReason

/** What the notice says of an assignment. */
export const assignedSentence = (conversationId: string): string =>
  `You have been assigned a new conversation (#${conversationId})`

/** What the incoming modal says: the notice's own words, where it has any. */
export const offeredSentence = (conversationId: string, said: string): string =>
  said.trim() === '' ? assignedSentence(conversationId) : said

/** What the outgoing modal says before anything is sent. */
export const assigningSentence = (conversationId: string, agentName: string): string =>
  `Conversation #${conversationId} assigned to ${agentName}`

/** What to know of an agent, or of oneself, before a conversation goes there (Q-090); nothing forbids it. `now`: milliseconds. */
export function assigneeWarnings(
  agent: Pick<
    AgentEntity,
    | 'name'
    | 'status'
    | 'status_reason'
    | 'status_since'
    | 'status_until'
    | 'is_online'
    | 'current_workload'
    | 'max_capacity'
    | 'availability_percentage'
  >,
  isViewer: boolean,
  now: number,
): readonly string[] {
  const { current_workload: workload, max_capacity: capacity } = agent
  const having = `${isViewer ? 'You have' : `${agent.name} has`} ${workload} of at most ${capacity} conversations`
  const state = statusLine(agent, now)
  const away = isViewer
    ? `You are ${state}. The customer may wait for you.`
    : `${agent.name} is ${state}. The customer may wait until the offer runs out.`
  const load =
    workload >= capacity
      ? [`${having}; this one goes over it.`]
      : loadLabel(agent.availability_percentage) === 'Heavy Load'
        ? [`Heavy Load: ${having}.`]
        : []
  return [...(agent.is_online ? [] : [away]), ...load]
}

type Offered = Pick<ConversationEntity, 'offer' | 'agent'>

/**
 * How an offer that an agent looks at stands: open (until `deadline`), late (its time is over, which the server has yet
 * to say), accepted by the agent already, or over, with what became of it.
 */
export type OfferStanding =
  | { readonly state: 'open' | 'late'; readonly deadline: string }
  | { readonly state: 'accepted' }
  | { readonly state: 'over'; readonly sentence: string }

/** @param now milliseconds, by the server's clock */
export function offerStanding(row: Offered, agentId: string, now: number): OfferStanding {
  const { offer, agent } = row
  if (offer !== null && offer.agent_id === agentId) {
    const late = isOfferLate(new Date(offer.deadline).getTime(), now)
    return { state: late ? 'late' : 'open', deadline: offer.deadline }
  }
  if (agent?.id === agentId) return { state: 'accepted' }
  if (offer !== null) {
    return {
      state: 'over',
      sentence: problems['assignment.offered-to-other'].detail({ holder: offer.agent_name }),
    }
  }
  if (agent === null) return { state: 'over', sentence: problems['assignment.not-offered'].detail() }
  const holder = agent.name ?? `Agent ${agent.id}`
  return { state: 'over', sentence: problems['assignment.taken'].detail({ holder }) }
}

/** "4:38", "1:04:38"; "0:00" when nothing is left. Milliseconds. */
export function countdown(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const tail = String(seconds % 60).padStart(2, '0')
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`
}

/** An entry of the assignment history in words, for its viewer. */
export interface AssignmentWords {
  /** "Brian rejected" */
  readonly title: string
  /** "offered by you"; null where the agent took it, or nobody is known to have offered it. */
  readonly by: string | null
  /** Why it ended so. */
  readonly reason: string | null
  /** When it ended, else when it was offered. */
  readonly at: string | null
}

const titles: Readonly<Record<AssignmentEntity['state'], (name: string, isViewer: boolean) => string>> = {
  offered: (name, isViewer) => `Offered to ${isViewer ? 'you' : name}, no answer yet`,
  accepted: (name, isViewer) => `${isViewer ? 'You' : name} accepted`,
  rejected: (name, isViewer) => `${isViewer ? 'You' : name} rejected`,
  expired: (name, isViewer) => `${isViewer ? 'You' : name} did not answer`,
  withdrawn: (name, isViewer) => `Offer to ${isViewer ? 'you' : name} taken back`,
}

/** What one offer came to, in words. A reason that nobody typed is marked as such. */
export function assignmentWords(entry: AssignmentEntity, viewerId: string): AssignmentWords {
  const { agent_name: name } = entry
  const isViewer = entry.agent_id === viewerId
  const by = entry.by?.id === viewerId ? 'you' : (entry.by?.name ?? null)
  const took = entry.state === 'accepted' && entry.by?.id === entry.agent_id
  return {
    title: took ? `${isViewer ? 'You' : name} took it` : titles[entry.state](name, isViewer),
    by: took || by === null ? null : `offered by ${by}`,
    reason:
      entry.state === 'rejected' && isDefaultReason(entry.reason)
        ? `${entry.reason} (default reason)`
        : entry.reason,
    at: entry.ended_at ?? entry.offered_at,
  }
}
