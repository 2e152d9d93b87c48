import { fold, hasTypedWords } from '../text/fold.ts'
import { t } from '../text/translate.ts'
import type { AgentEntity } from '../agents/api.ts'
import { awayStatusOf, compareAgents, isOverloaded, loadLabel, statusLine } from '../agents/rules.ts'
import type { ConversationEntity, ConversationStatus } from '../conversations/api.ts'
import { problems } from '../problems.ts'
import { type Language, languageNames } from '../text/languages.ts'
import type { AssignmentEntity } from './api.ts'
import { defaultRejectReason, type RejectReason, rejectReasons } from './constants.ts'

/** The default deadline of an offer, in milliseconds. */
export const defaultOfferDeadlineMs = 5 * 60_000

/** The reasons of offers that ended without an agent's decision. */
export const offerEnd = {
  silent: t('No answer in time'),
  gone: t('Went offline'),
  disabled: t('Account disabled'),
  busy: t('Became busy'),
  onBreak: t('Went on a break'),
  shift: t('Finishing their shift'),
} as const

/** The reasons for an agent's absence: no agent rejected the offer. */
export const absences: readonly string[] = [offerEnd.gone, offerEnd.busy, offerEnd.onBreak, offerEnd.shift]

/** Whether a conversation is in the queue: it has no owner and no open offer, and it is not over. */
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

/** Whether one more conversation passes an agent's capacity; `counts`: it is in their workload already. */
export const exceedsCapacity = (load: {
  readonly workload: number
  readonly capacity: number
  readonly counts: boolean
}): boolean => !load.counts && load.workload >= load.capacity

type Candidate = Pick<
  AgentEntity,
  | 'id'
  | 'name'
  | 'department'
  | 'status'
  | 'is_online'
  | 'current_workload'
  | 'max_capacity'
  | 'availability_percentage'
>

/** 0: there, with room. 1: there, without room. 2: away. 3: offline. */
const unfitness = (agent: Candidate): number => {
  if (agent.is_online) return isOverloaded(agent) ? 1 : 0
  return awayStatusOf(agent) === null ? 3 : 2
}

/**
 * The agents to assign to, the best first: with room, without, away, offline; among equals the least busy, then by name. Typed
 * words leave the agents whose name or department has them all, and names with a word that begins so come first.
 */
export function assigneeOrder<One extends Candidate>(agents: readonly One[], typed: string): readonly One[] {
  const wanted = fold(typed)
  const begins = ({ name }: One) => Number(` ${fold(name)}`.includes(` ${wanted}`))
  return agents
    .filter(({ name, department }) => hasTypedWords(`${name} ${department ?? ''}`, typed))
    .toSorted(
      (a, b) =>
        begins(b) - begins(a) ||
        unfitness(a) - unfitness(b) ||
        b.availability_percentage - a.availability_percentage ||
        compareAgents(a, b),
    )
}

const reasonWords: Readonly<Record<Exclude<RejectReason, 'other'>, (language: string) => string>> = {
  'queue-full': () => t('My queue is full'),
  language: name => t('I do not speak {name}', { name }),
  break: () => t('Going on break'),
  field: () => t('Not my field'),
  later: () => t('Not now'),
}

/** The text of a reason; `language` is the customer's language. `other` has the default text until the agent types one. */
export const rejectWords = (code: RejectReason, language: Language | null): string =>
  code === 'other'
    ? defaultRejectReason
    : reasonWords[code](language === null ? t('the customer’s language') : languageNames[language])

/** The reasons in the menu of Reject: the language only if it is known and is not English. `later` has a button of its own. */
export const offeredReasons = (language: Language | null): readonly RejectReason[] =>
  rejectReasons.filter(
    code => code !== 'later' && (code !== 'language' || (language !== null && language !== 'en')),
  )

/** The stored reason: the typed text, else the text of its code, else the default. */
export const rejectReason = (said: string | undefined, code?: RejectReason): string => {
  const words = said?.trim() ?? ''
  if (words !== '') return words
  return code === undefined ? defaultRejectReason : rejectWords(code, null)
}

/** Whether a stored reason is the default one. */
export const isDefaultReason = (reason: string | null): boolean => reason === defaultRejectReason

/** The text of an assignment's notification. */
export const assignedSentence = (conversationId: string): string =>
  t('You have been assigned a new conversation (#{conversationId})', { conversationId })

/** The text of the incoming modal: the notification's own text, if any. */
export const offeredSentence = (conversationId: string, said: string): string =>
  said.trim() === '' ? assignedSentence(conversationId) : said

/** The text of the outgoing modal, before anything is sent. */
export const assigningSentence = (conversationId: string, agentName: string): string =>
  t('Conversation #{conversationId} assigned to {agentName}', { conversationId, agentName })

/** Warnings before a conversation goes to an agent, or to the viewer; none of them forbids it. `now`: milliseconds. */
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
  const having = isViewer
    ? t('You have {workload} of at most {capacity} conversations', { workload, capacity })
    : t('{name} has {workload} of at most {capacity} conversations', { name: agent.name, workload, capacity })
  const state = statusLine(agent, now)
  const away = isViewer
    ? t('You are {state}. The customer may wait for you.', { state })
    : t('{name} is {state}. The customer may wait until the offer expires.', { name: agent.name, state })
  const load =
    workload >= capacity
      ? [t('{having}; this one exceeds that.', { having })]
      : loadLabel(agent.availability_percentage) === 'Heavy Load'
        ? [t('Heavy Load: {having}.', { having })]
        : []
  return [...(agent.is_online ? [] : [away]), ...load]
}

type Offered = Pick<ConversationEntity, 'offer' | 'agent'>

/**
 * The state of an offer on an agent's screen: open (until `deadline`), late (expired, but the server has not yet said so),
 * already accepted by the agent, or over, with its result.
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
  const holder = agent.name ?? t('Agent {id}', { id: agent.id })
  return { state: 'over', sentence: problems['assignment.taken'].detail({ holder }) }
}

/** "4:38", "1:04:38"; "0:00" when nothing is left. Milliseconds. */
export function countdown(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const tail = String(seconds % 60).padStart(2, '0')
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`
}

/** The text of an entry of the assignment history, for its viewer. */
interface AssignmentWords {
  /** "Brian rejected" */
  readonly title: string
  /** "offered by you"; null if the agent assigned it to themselves, or the offerer is unknown. */
  readonly by: string | null
  readonly reason: string | null
  /** The time of its end, else of its offer. */
  readonly at: string | null
}

const titles: Readonly<Record<AssignmentEntity['state'], (name: string, isViewer: boolean) => string>> = {
  offered: (name, isViewer) => t('Offered to {name}, no answer yet', { name: isViewer ? 'you' : name }),
  accepted: (name, isViewer) => t('{name} accepted', { name: isViewer ? t('You') : name }),
  rejected: (name, isViewer) => t('{name} rejected', { name: isViewer ? t('You') : name }),
  expired: (name, isViewer) => t('{name} did not answer', { name: isViewer ? t('You') : name }),
  withdrawn: (name, isViewer) => t('Offer to {name} withdrawn', { name: isViewer ? 'you' : name }),
}

/** The text for the result of one offer. A default reason is marked as such. */
export function assignmentWords(entry: AssignmentEntity, viewerId: string): AssignmentWords {
  const { agent_name: name } = entry
  const isViewer = entry.agent_id === viewerId
  const by = entry.by?.id === viewerId ? t('you') : (entry.by?.name ?? null)
  const took = entry.state === 'accepted' && entry.by?.id === entry.agent_id
  return {
    title: took
      ? t('{name} claimed it', { name: isViewer ? t('You') : name })
      : titles[entry.state](name, isViewer),
    by: took || by === null ? null : t('offered by {by}', { by }),
    reason:
      entry.state === 'rejected' && isDefaultReason(entry.reason)
        ? t('{reason} (default reason)', { reason: entry.reason ?? '' })
        : entry.reason,
    at: entry.ended_at ?? entry.offered_at,
  }
}
