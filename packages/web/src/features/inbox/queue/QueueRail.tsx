import { type Ref, useImperativeHandle, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '../../../commands/live.ts'
import { useConversationList, useListTotals } from '../../../data/conversations/list.ts'
import { usePrefetchedThreads } from '../../../data/conversations/conversation.ts'
import { choose } from '../../../data/session/preferences.ts'
import { Queue } from './Queue.tsx'
import { likelyNext, nextInQueue, type FixedView, queueViews, viewFilter } from './queue-views.ts'
import { useInboxView } from './use-inbox-view.ts'
import type { AlongTheQueue, QueueHandle } from '../../conversation/along-the-queue.ts'
import { besideQueue, useMediaQuery } from '../../../ui/hooks/use-media-query.ts'
import type { GridHandle } from '../../../ui/lists/VirtualGrid.tsx'

interface QueueRailProps {
  readonly current: string
  readonly agentId: string
  readonly handle: Ref<QueueHandle>
}

/** The queue with its view, beside the conversation `current`; the two that are likely next are fetched ahead. */
export function QueueRail({ current, agentId, handle }: QueueRailProps) {
  'use memo'
  const { view, name, filter } = useInboxView(agentId)
  const list = useConversationList(filter)
  const totals = useQueueTotals(agentId)
  const navigate = useNavigate()
  const grid = useRef<GridHandle>(null)
  const hasRoom = useMediaQuery(besideQueue)
  const follow = (id: string) => {
    const state: AlongTheQueue = { alongTheQueueOf: performance.timeOrigin }
    void navigate(`/conversations/${id}`, { state })
  }
  // Where the open conversation is not in the view, the row in its place comes next; where nothing is open, the first one.
  const isListed = list.rows.some(row => row.id === current)
  useCommand('queue.next', () =>
    grid.current?.step(isListed || (!hasRoom && grid.current.focused() !== null) ? 1 : 0),
  )
  useCommand('queue.previous', () => grid.current?.step(-1))
  useCommand('queue.refresh', list.refresh)
  useViewCommands()
  usePrefetchedThreads(list.sample ? [] : likelyNext(list.rows, current))
  useImperativeHandle(
    handle,
    () => ({
      next: () => {
        const next = list.sample ? null : nextInQueue(list.rows, current)
        return next === null ? null : () => void navigate(`/conversations/${next}`)
      },
      focus: () => grid.current?.rest(),
    }),
    [list, current, navigate],
  )
  return (
    <Queue
      view={view}
      name={name}
      onView={next => choose('inboxView', next)}
      list={list}
      totals={totals}
      viewerId={agentId}
      current={current}
      grid={grid}
      follow={hasRoom ? follow : undefined}
    />
  )
}

/** How many there are in each view, as far as that is known. */
function useQueueTotals(agentId: string): Readonly<Partial<Record<FixedView, number>>> {
  'use memo'
  const filters = queueViews.map(({ value }) => viewFilter(value, agentId))
  const totals = useListTotals(filters)
  return Object.fromEntries(
    queueViews.flatMap(({ value }, place) => {
      const total = totals[place]
      return typeof total === 'number' ? [[value, total]] : []
    }),
  )
}

function useViewCommands(): void {
  useCommand('queue.mine', () => choose('inboxView', 'mine'))
  useCommand('queue.unassigned', () => choose('inboxView', 'unassigned'))
  useCommand('queue.team', () => choose('inboxView', 'team'))
  useCommand('queue.closing', () => choose('inboxView', 'closing'))
  useCommand('queue.failed', () => choose('inboxView', 'failed'))
  useCommand('queue.snoozed', () => choose('inboxView', 'snoozed'))
  useCommand('queue.mentions', () => choose('inboxView', 'mentions'))
}
