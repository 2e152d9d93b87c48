import type { ConversationEntity } from '@parley/core/conversations/api'
import { maxHandOver } from '@parley/core/work/constants'
import { useMemo } from 'react'
import { useConversationList } from './list.ts'

/** An agent's open conversations. */
export interface OwnOpen {
  /** As the queue has them, then what is put off, what needs no reply, and what sleeps; at most as many as one call hands over. */
  readonly rows: readonly ConversationEntity[]
  /** How many more are known. */
  readonly others: number
  readonly loading: boolean
  /** Why the newest attempt to fetch them failed; null: it did not. */
  readonly failure: string | null
  readonly refreshing: boolean
  readonly refresh: () => void
}

/** What an agent has that is neither resolved nor archived: customers of these would wait for nobody, were the agent gone. */
export function useOwnOpen(agentId: string): OwnOpen {
  'use memo'
  const filters = {
    open: { queue: 'open', assigneeId: agentId },
    snoozed: { queue: 'snoozed', assigneeId: agentId },
    noReply: { queue: 'no-reply', assigneeId: agentId },
    dormant: { status: 'DORMANT', assigneeId: agentId },
  } as const
  const open = useConversationList(filters.open)
  const snoozed = useConversationList(filters.snoozed)
  const noReply = useConversationList(filters.noReply)
  const dormant = useConversationList(filters.dormant)
  const all = useMemo(() => {
    const rows = [open, snoozed, noReply, dormant].flatMap(list => (list.sample ? [] : list.rows))
    // One that sleeps may be put off too.
    return [...new Map(rows.map(row => [row.id, row])).values()]
  }, [open, snoozed, noReply, dormant])
  const lists = [open, snoozed, noReply, dormant]
  return {
    rows: all.slice(0, maxHandOver),
    others: Math.max(0, all.length - maxHandOver),
    loading: lists.some(list => list.loading),
    failure: lists.find(list => list.failure !== null)?.failure ?? null,
    refreshing: lists.some(list => list.refreshing),
    refresh: () => {
      for (const list of lists) list.refresh()
    },
  }
}
