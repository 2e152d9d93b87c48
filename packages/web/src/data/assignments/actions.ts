import type { AgentEntity } from '@parley/core/agents/api'
import type { AssignmentEntity } from '@parley/core/assignments/api'
import type { AssignWay, RejectReason } from '@parley/core/assignments/constants'
import { assignedSentence, rejectWords } from '@parley/core/assignments/rules'
import type { Brief } from '@parley/core/bot/brief'
import { type Cached, keys } from '@parley/core/live/cached'
import { readAssignments } from '@parley/core/read/entities'
import { t } from '@parley/core/text/translate'
import type { QueryClient } from '@tanstack/react-query'
import { failed, logFailure } from '../../client/action-messages.ts'
import { logFailed } from '../../client/first-messages.ts'
import { ApiFailure, isUnanswered } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { refreshConversation } from '../conversations/conversation.ts'
import { createStore, useStore } from '../../store.ts'
import { type Loaded, loadedOf, useLiveQuery } from '../../sync/live-query.ts'
import { sayToNotices } from '../../sync/sockets/sockets.ts'
import { besideThread } from '../../sync/source.ts'

export type AssignmentHistory = ReturnType<typeof useAssignmentHistory>

const noEntries: readonly AssignmentEntity[] = []

/** Who was offered a conversation and what came of it, oldest first; fetched again when an event says so. */
export function useAssignmentHistory(id: string) {
  const query = useLiveQuery<Cached<readonly AssignmentEntity[]>>({
    key: keys.assignments(id),
    load: () =>
      besideThread(id, 'assignments', () => api.assignmentHistory({ params: { id } }), readAssignments),
  })
  return { ...loadedOf(query), entries: query.data?.value ?? noEntries }
}

/** An assignment, its acceptance or its rejection that did not happen; the message is what failed. */
export class AssignmentFailure extends Error {
  /** Something else happened meanwhile to the offer: trying again will not help. */
  readonly isDecided: boolean

  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'AssignmentFailure'
    this.isDecided = cause instanceof ApiFailure && (cause.code?.startsWith('assignment.') ?? false)
  }
}

const acceptFailed = t('Failed to accept assignment')
const rejectFailed = t('Failed to reject assignment')

/** Who was offered a conversation, or has it now. */
export interface HandedOver {
  /** Null: the bot. */
  readonly to: { readonly name: string; readonly isViewer: boolean; readonly as: AssignWay } | null
  /** What undoes it; null: nothing does. */
  readonly assignmentId: string | null
}

/** A conversation and who gets it. */
interface Assigning {
  readonly conversationId: string
  readonly agent: AgentEntity
  readonly viewerId: string
  readonly as: AssignWay
  /** Words for the agent, with the id that makes them one note; empty: none. */
  readonly note: WrittenNote
  /** May pass the agent's capacity. */
  readonly isConfirmed: boolean
}

/** Words for a colleague. However often they are sent, they are one note. */
export interface WrittenNote {
  readonly clientId: string
  readonly text: string
}

/** What came of it; `full`: the agent has no room, and nothing is changed until it is confirmed. */
type Assigned =
  | { readonly is: 'done'; readonly assignmentId: string | null }
  | { readonly is: 'full'; readonly load: string }

/**
 * Offers a conversation to an agent, or makes them its owner at once, with a note, and tells the assignee.
 * @throws AssignmentFailure "Failed to accept assignment": this is what accepting means for the giver
 */
export async function assignTo(client: QueryClient, assigning: Assigning): Promise<Assigned> {
  const { conversationId, agent, viewerId, as, note, isConfirmed } = assigning
  if (agent.placeholder)
    throw new AssignmentFailure(
      acceptFailed,
      new Error(t('{name} cannot be assigned. Load the agents again', { name: agent.name })),
    )
  try {
    const text = note.text.trim()
    const body = {
      agent_id: agent.id,
      as,
      ...(text !== '' && { note: { client_note_id: note.clientId, text } }),
      within_capacity: !isConfirmed,
    }
    const answer = await api.assign({ params: { id: conversationId }, body })
    const history = await take(client, conversationId, answer)
    if (agent.id !== viewerId) void tellAssignee(agent.id, conversationId)
    return { is: 'done', assignmentId: history.at(-1)?.id ?? null }
  } catch (cause) {
    if (cause instanceof ApiFailure && cause.code === 'agent.over-capacity')
      return { is: 'full', load: cause.message }
    logFailure('assign', cause)
    // It may have reached the server all the same, which the row then says.
    if (isUnanswered(cause)) void refreshConversation(client, conversationId)
    throw new AssignmentFailure(acceptFailed, cause)
  }
}

/** Withdraws the open offer of a conversation. Rejects with an Error in words for a person. */
export async function withdrawOffer(client: QueryClient, id: string, assignment_id: string): Promise<void> {
  try {
    await take(client, id, await api.withdrawOffer({ params: { id }, body: { assignment_id } }))
  } catch (cause) {
    void refreshConversation(client, id)
    throw failed('withdrawOffer', cause)
  }
}

/** Accepts the offer of a conversation, or claims it from the queue. @throws AssignmentFailure */
export async function acceptConversation(client: QueryClient, conversationId: string): Promise<void> {
  try {
    await take(client, conversationId, await api.acceptHandoff({ params: { id: conversationId } }))
  } catch (cause) {
    logFailed(acceptFailed, cause)
    throw new AssignmentFailure(acceptFailed, cause)
  }
}

/** Why an offer is rejected: the code, and what a colleague reads. */
export interface Rejection {
  readonly code: RejectReason
  readonly words: string
}

/** Rejects the offer of a conversation. @throws AssignmentFailure */
export async function rejectConversation(
  client: QueryClient,
  conversationId: string,
  { code, words }: Rejection,
): Promise<void> {
  const args = { params: { id: conversationId }, body: { reason: words, reason_code: code } }
  try {
    await take(client, conversationId, await api.rejectHandoff(args))
  } catch (cause) {
    logFailed(rejectFailed, cause)
    throw new AssignmentFailure(rejectFailed, cause)
  }
}

/** Answers an offer with "Maybe Later": it goes on to others, and the queue offers the viewer nothing for a while. @throws AssignmentFailure */
export const passOnConversation = (client: QueryClient, conversationId: string): Promise<void> =>
  rejectConversation(client, conversationId, { code: 'later', words: rejectWords('later', null) })

/** The answer is the history alone: the row follows by the socket, and is fetched for when that is away. */
async function take(
  client: QueryClient,
  id: string,
  answer: { readonly value: unknown },
): Promise<readonly AssignmentEntity[]> {
  const queryKey = keys.assignments(id)
  await client.cancelQueries({ queryKey })
  const history = readAssignments(answer.value)
  // The answer does not say from which event on it is true: the event of this change fetches it once more.
  client.setQueryData<Cached<readonly AssignmentEntity[]>>(queryKey, { value: history, seq: 0 })
  void refreshConversation(client, id)
  return history
}

/** The assignee hears of it from the server too, so a failure is logged only (ERR-13). */
async function tellAssignee(agentId: string, conversationId: string): Promise<void> {
  const type = 'ASSIGNMENT'
  const message = assignedSentence(conversationId)
  if (sayToNotices({ type, agent_id: agentId, conversation_id: conversationId, message })) return
  try {
    const body = { type, conversation_id: conversationId, message } as const
    await api.notifyAgent({ params: { id: agentId }, body })
  } catch (cause) {
    logFailed('Failed to send assignment notification', cause)
  }
}

const briefKey = (conversationId: string) => ['brief', conversationId] as const

/** What is known of a conversation. Rejects with `ApiFailure`. */
export const loadBrief = async (conversationId: string): Promise<Brief> =>
  (await api.handoffBrief({ params: { id: conversationId } })).value

/** What is known of a conversation before somebody takes it; asked for anew when shown, undefined until it has come. */
export function useBrief(conversationId: string): Loaded & { readonly brief: Brief | undefined } {
  // No frame tells of it.
  const query = useLiveQuery<Brief>(
    { key: briefKey(conversationId), load: () => loadBrief(conversationId) },
    { staleTime: 0 },
  )
  return { ...loadedOf(query), brief: query.data }
}

/** Gives a conversation back to the bot; the row follows by the socket. Rejects with `ApiFailure`. */
export async function giveToBot(client: QueryClient, conversationId: string): Promise<void> {
  await api.handToBot({ params: { id: conversationId } })
  void client.invalidateQueries({ queryKey: briefKey(conversationId) })
}

/** A conversation that is offered to the viewer, as its notice tells of it. */
export interface IncomingOffer {
  readonly conversationId: string
  /** The words of the notice; may be empty. */
  readonly message: string
  /** Another one if the conversation is offered anew. */
  readonly key: string
}

const shown = createStore<IncomingOffer | null>(null)

/** Shows an offer whole in a window, in place of the one that is shown. */
export const openOffer = (offer: IncomingOffer): void => shown.set(offer)

/** Closes that window; the offer stays open. */
export const closeOffer = (): void => shown.set(null)

/** The offer in that window, or null. */
export const useIncomingOffer = (): IncomingOffer | null => useStore(shown)
