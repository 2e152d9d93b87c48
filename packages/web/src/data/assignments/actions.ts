import { t } from '@parley/core/text/translate'
import type { AgentEntity } from '@parley/core/agents/api'
import type { AssignmentEntity } from '@parley/core/assignments/api'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { keys } from '@parley/core/live/cached'
import { readAssignments } from '@parley/core/read/entities'
import { assignedSentence } from '@parley/core/assignments/rules'
import type { RejectReason } from '@parley/core/assignments/constants'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { ApiFailure, isUnanswered } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { useFreshness } from '../../sync/freshness.ts'
import { type Loaded, loadedOf, useLiveQuery } from '../../sync/live-query.ts'
import { sayToNotices } from '../../sync/sockets/notice-link.ts'
import { work } from '../../sync/source.ts'
import { refreshConversation } from '../conversations/conversation.ts'

/** A conversation's offers as the screen shows them, oldest first. */
export interface AssignmentHistory extends Loaded {
  readonly entries: readonly AssignmentEntity[]
}

const noEntries: readonly AssignmentEntity[] = []

/** Who was offered a conversation and what came of it; fetched again when its offer or owner changes. */
export function useAssignmentHistory(conversation: ConversationMeta): AssignmentHistory {
  const client = useQueryClient()
  const { behind } = useFreshness()
  const { id, offer, agent } = conversation
  const query = useLiveQuery<readonly AssignmentEntity[]>(
    {
      key: keys.assignments(id),
      load: async () => {
        const wanted = { conversationId: id, part: 'assignments' } as const
        const { value } = await work.ask(wanted, () => api.assignmentHistory({ params: { id } }))
        return readAssignments(value)
      },
    },
    // No frame tells of it.
    { staleTime: 0 },
  )
  // While the line was cut an offer may have come and gone without a trace in the row.
  const standing = `${offer?.id} ${agent?.id} ${behind}`
  const known = useRef(standing)
  useEffect(() => {
    if (known.current === standing) return
    known.current = standing
    void client.invalidateQueries({ queryKey: keys.assignments(id) })
  }, [client, id, standing])
  return { ...loadedOf(query), entries: query.data ?? noEntries }
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
  readonly to: { readonly name: string; readonly isViewer: boolean } | null
  /** What undoes it; null: nothing does. */
  readonly assignmentId: string | null
}

/**
 * Offers a conversation to an agent, or takes it at once for the viewer, and tells the assignee. Answers the id of the
 * assignment.
 * @throws AssignmentFailure "Failed to accept assignment": this is what accepting means in the outgoing modal
 */
export async function assignTo(
  client: QueryClient,
  conversationId: string,
  agent: AgentEntity,
  viewerId: string,
): Promise<string | null> {
  if (agent.placeholder)
    throw new AssignmentFailure(
      acceptFailed,
      new Error(t('{name} cannot be assigned. Load the agents again', { name: agent.name })),
    )
  try {
    const body = { agent_id: agent.id }
    const history = await take(
      client,
      conversationId,
      await api.assign({ params: { id: conversationId }, body }),
    )
    if (agent.id !== viewerId) void tellAssignee(agent.id, conversationId)
    return history.at(-1)?.id ?? null
  } catch (cause) {
    logFailure('assign', cause)
    // It may have reached the server all the same, which the row then says.
    if (isUnanswered(cause)) void refreshConversation(client, conversationId)
    throw new AssignmentFailure(acceptFailed, cause)
  }
}

/** Accepts the offer of a conversation, or claims it from the queue. @throws AssignmentFailure */
export async function acceptConversation(client: QueryClient, conversationId: string): Promise<void> {
  try {
    await take(client, conversationId, await api.acceptHandoff({ params: { id: conversationId } }))
  } catch (cause) {
    console.warn(acceptFailed, cause instanceof Error ? cause.message : cause)
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
    console.warn(rejectFailed, cause instanceof Error ? cause.message : cause)
    throw new AssignmentFailure(rejectFailed, cause)
  }
}

/** The answer is the history alone: the row follows by the socket, and is fetched for when that is away. */
async function take(
  client: QueryClient,
  id: string,
  answer: { readonly value: unknown },
): Promise<readonly AssignmentEntity[]> {
  const queryKey = keys.assignments(id)
  await client.cancelQueries({ queryKey })
  const history = readAssignments(answer.value)
  client.setQueryData(queryKey, history)
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
    console.warn('Failed to send assignment notification', cause instanceof Error ? cause.message : cause)
  }
}
