import { maxHandOver } from '@parley/core/work/constants'
import type { ShiftPlan } from '@parley/core/work/rules'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { failed } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { type DraftKind, joinedText } from '../../client/device/kept-draft.ts'
import { useConversationList } from '../conversations/list.ts'
import { lineIsBehind } from '../../sync/freshness.ts'

type Body = Parameters<typeof api.handOver>[0]['body']

/** One of the agent's conversations, and what becomes of it. */
export type HandOverItem = Body['items'][number]

/** What became of each, and whether the agent is offline by it. */
export type HandedOver = Awaited<ReturnType<typeof api.handOver>>['value']

/** Rows and the status follow by the socket; while that is behind, they are asked for anew. */
const bringIn = (client: QueryClient): void => {
  if (lineIsBehind.get()) void client.invalidateQueries()
}

/**
 * Hands conversations over by one call. The same again does nothing twice, so that one that got no answer can be pressed
 * again. Rejects with an Error in words for a person.
 */
export function useHandOver(): (items: readonly HandOverItem[], goOffline: boolean) => Promise<HandedOver> {
  'use memo'
  const client = useQueryClient()
  return async (items, goOffline) => {
    try {
      const { value } = await api.handOver({ body: { items: [...items], go_offline: goOffline } })
      bringIn(client)
      return value
    } catch (cause) {
      throw failed('handOver', cause)
    }
  }
}

/** What somebody has typed and chosen for one conversation. */
export interface KeptPlan extends ShiftPlan {
  /** Goes with the words to the server: however often they are sent, they are one note. Empty: they were never sent. */
  readonly clientId: string
}

/** By the conversation's id. */
export type KeptPlans = Readonly<Record<string, KeptPlan>>

export const shiftPlansKey = (agentId: string): string => `shift:${agentId}`

export const shiftPlans: DraftKind<KeptPlans> = {
  empty: () => ({}),
  isEmpty: plans => Object.keys(plans).length === 0,
  join: (kept, written) => ({
    ...kept,
    ...Object.fromEntries(
      Object.entries(written).map(([id, plan]) => [
        id,
        // Both together are other words than those that may have been sent.
        { ...plan, clientId: '', text: joinedText(kept[id]?.text ?? '', plan.text, ' ') },
      ]),
    ),
  }),
}

/** What an agent has that is neither resolved nor archived: customers of these would wait for nobody, were the agent gone. */
export function useOwnOpen(agentId: string) {
  'use memo'
  const open = useConversationList({ queue: 'open', assigneeId: agentId })
  const snoozed = useConversationList({ queue: 'snoozed', assigneeId: agentId })
  const noReply = useConversationList({ queue: 'no-reply', assigneeId: agentId })
  const dormant = useConversationList({ status: 'DORMANT', assigneeId: agentId })
  const all = useMemo(() => {
    const rows = [open, snoozed, noReply, dormant].flatMap(list => (list.sample ? [] : list.rows))
    // One that sleeps may be put off too.
    return [...new Map(rows.map(row => [row.id, row])).values()]
  }, [open, snoozed, noReply, dormant])
  const lists = [open, snoozed, noReply, dormant]
  return {
    /** As the queue has them, then what is put off, what needs no reply, and what sleeps; at most as many as one call hands over. */
    rows: all.slice(0, maxHandOver),
    /** How many more are known. */
    others: Math.max(0, all.length - maxHandOver),
    loading: lists.some(list => list.loading),
    /** Why the newest attempt to fetch them failed; null: it did not. */
    failure: lists.find(list => list.failure !== null)?.failure ?? null,
    refreshing: lists.some(list => list.refreshing),
    refresh: () => {
      for (const list of lists) list.refresh()
    },
  }
}
