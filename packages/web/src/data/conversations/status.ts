import type { ConversationEntity, ConversationStatus, ConversationMeta } from '@parley/core/conversations/api'
import { type SettableStatus, settableStatuses } from '@parley/core/conversations/rules'
import { settableStatus } from '@parley/core/agents/rules'
import { type QueryClient, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { failed, failureWords, logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { writeConversation } from '../../sync/take-answer.ts'
import { type AreaState, useArea } from '../capabilities/queries.ts'
import { type Delay, sampleDelayMs, systemDelay } from '../capabilities/sample-delay.ts'
import { undoChange } from './bulk.ts'

/** Where the status of a conversation is changed. */
export interface StatusSource {
  /** Answers the version that the change led to; null: there are none. Rejects when it is refused or gets no answer. */
  set(
    conversation: Pick<ConversationEntity, 'id' | 'version'>,
    status: ConversationStatus,
  ): Promise<number | null>
}

/** Stored by the server and seen by everyone; refused when a colleague has edited the conversation meanwhile. */
export const servedStatus = (
  client: QueryClient,
  ask: Pick<typeof api, 'setConversationStatus'> = api,
): StatusSource => ({
  set: async ({ id, version }, status) => {
    const body = { status, ...(version !== null && { version }) }
    const row = await writeConversation(client, () => ask.setConversationStatus({ params: { id }, body }))
    return row.version
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
    return null
  },
})

/** A change of a status that was made. */
export interface StatusChange {
  readonly status: SettableStatus
  readonly before: ConversationStatus
  /** Sets the status from before. Rejects with words for a person. */
  readonly undo: () => Promise<void>
}

const localKey = (id: string) => ['sample-status', id] as const

export type StatusControlState = ReturnType<typeof useConversationStatus>

/**
 * The status of a conversation and what can be done with it. A change that the server takes shows at once and goes back when it
 * is refused; one of the sample source shows when it is made.
 * @param onSet told of a change that was made
 */
export function useConversationStatus(conversation: ConversationMeta, onSet: (change: StatusChange) => void) {
  'use memo'
  const client = useQueryClient()
  const area = useArea('conversation-status')
  const local = useQuery<SettableStatus>({
    queryKey: localKey(conversation.id),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { mutate, reset, isPending, isError, error, variables } = useMutation({
    mutationFn: (status: SettableStatus) => sourceOf(client, area).set(conversation, status),
    onMutate: () => conversation.status,
    onSuccess: (version, status, before) =>
      onSet({ status, before, undo: () => undoStatus(client, conversation.id, { status, before, version }) }),
    onError: cause => logFailure('updateStatus', cause),
  })
  const ours = area === 'sample' ? local.data : undefined
  const expected = isPending && area === 'served' ? variables : undefined
  return {
    area,
    status: expected ?? ours ?? conversation.status,
    /** The status shown was set in this page alone: the server has another one. */
    sample: ours !== undefined,
    busy: isPending,
    /** Why the newest change was not made, for a person. */
    failure: isError ? failureWords('updateStatus', error) : null,
    dismiss: reset,
    set: (status: SettableStatus) => mutate(status),
  }
}

/** Undone, it is as it was; a status that nobody sets is Active again. */
const settableOf = (before: ConversationStatus): SettableStatus =>
  settableStatuses.find(status => status === before) ?? 'ACTIVE'

/** Opens a resolved conversation again. Rejects with words for a person. */
export async function reopen(client: QueryClient, id: string): Promise<void> {
  try {
    await servedStatus(client).set({ id, version: null }, 'ACTIVE')
  } catch (cause) {
    throw failed('updateStatus', cause)
  }
}

/** A sample has no version: its status goes back in this page alone. */
async function undoStatus(
  client: QueryClient,
  id: string,
  { status, before, version }: Omit<StatusChange, 'undo'> & { readonly version: number | null },
): Promise<void> {
  const back = settableOf(before)
  if (version === null) client.setQueryData(localKey(id), back)
  else await undoChange(client, id, { kind: 'status', version, left: status, before: back })
}

const sourceOf = (client: QueryClient, area: AreaState): StatusSource =>
  area === 'sample'
    ? sampleStatus(systemDelay, (id, status) => client.setQueryData(localKey(id), status))
    : servedStatus(client)
