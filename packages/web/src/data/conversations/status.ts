import type { ConversationEntity, ConversationStatus, ConversationMeta } from '@parley/core/conversations/api'
import type { SettableStatus } from '@parley/core/conversations/rules'
import { settableStatus } from '@parley/core/agents/rules'
import { type QueryClient, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { applyMutationResult } from '../../sync/take-answer.ts'
import { type AreaState, useArea } from '../capabilities/queries.ts'
import { type Delay, sampleDelayMs, systemDelay } from '../capabilities/sample-delay.ts'

/** Where the status of a conversation is changed. */
export interface StatusSource {
  /** Rejects when it is refused or gets no answer. */
  set(conversation: Pick<ConversationEntity, 'id' | 'version'>, status: ConversationStatus): Promise<void>
}

/** Stored by the server and seen by everyone; refused when a colleague has edited the conversation meanwhile. */
export const servedStatus = (
  client: QueryClient,
  ask: Pick<typeof api, 'setConversationStatus'> = api,
): StatusSource => ({
  set: async ({ id, version }, status) => {
    const body = { status, ...(version !== null && { version }) }
    await applyMutationResult(
      client,
      () => ask.setConversationStatus({ params: { id }, body }),
      row => ({ event: 'conversation', data: row }),
    )
  },
})

/** Kept in this page alone (CONV-04): no call, half a second, the same rule as on the server. */
export const sampleStatus = (
  delay: Delay,
  put: (id: string, status: SettableStatus) => void,
): StatusSource => ({
  set: async ({ id }, status) => {
    const settable = settableStatus(status)
    await delay(sampleDelayMs)
    put(id, settable)
  },
})

/** A conversation's status and what can be done with it. */
export interface StatusControlState {
  readonly area: AreaState
  readonly status: ConversationStatus
  /** The status shown was set in this page alone: the server has another one. */
  readonly sample: boolean
  readonly busy: boolean
  /** Why the newest change was not made, for a person. */
  readonly failure: string | null
  readonly dismiss: () => void
  readonly set: (status: SettableStatus) => void
}

const localKey = (id: string) => ['sample-status', id] as const

/**
 * The status of a conversation. A change that the server takes shows at once and goes back when it is refused; one of the
 * sample source shows when it is made.
 * @param onSet told of a change that was made, of the status before it, and how to set another
 */
export function useConversationStatus(
  conversation: ConversationMeta,
  onSet: (status: SettableStatus, before: ConversationStatus, set: StatusControlState['set']) => void = () =>
    undefined,
): StatusControlState {
  const client = useQueryClient()
  const area = useArea('conversation-status')
  const local = useQuery<SettableStatus>({
    queryKey: localKey(conversation.id),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const again = useRef<StatusControlState['set']>(() => undefined)
  const change = useMutation({
    mutationFn: (status: SettableStatus) => sourceOf(client, area).set(conversation, status),
    onMutate: () => conversation.status,
    onSuccess: (_, status, before) => onSet(status, before, next => again.current(next)),
    onError: cause => logFailure('updateStatus', cause),
  })
  const { mutate } = change
  useEffect(() => {
    again.current = mutate
  }, [mutate])
  const ours = area === 'sample' ? local.data : undefined
  const expected = change.isPending && area === 'served' ? change.variables : undefined
  return {
    area,
    status: expected ?? ours ?? conversation.status,
    sample: ours !== undefined,
    busy: change.isPending,
    failure: change.isError ? failureWords('updateStatus', change.error) : null,
    dismiss: change.reset,
    set: mutate,
  }
}

const sourceOf = (client: QueryClient, area: AreaState): StatusSource =>
  area === 'sample'
    ? sampleStatus(systemDelay, (id, status) => client.setQueryData(localKey(id), status))
    : servedStatus(client)
