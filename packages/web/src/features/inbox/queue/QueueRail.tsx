import { useQueryClient } from '@tanstack/react-query'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '../../../commands/live.ts'
import { useRole } from '../../../data/capabilities/queries.ts'
import {
  type ConversationList,
  firstRows,
  useConversationList,
  useListTotals,
} from '../../../data/conversations/list.ts'
import { usePrefetchedThreads } from '../../../data/conversations/conversation.ts'
import { useSavedViews } from '../../../data/saved-views/saved-views.ts'
import { choose, useChoice } from '../../../data/session/preferences.ts'
import { besideQueue, useMediaQuery } from '../../../ui/hooks/use-media-query.ts'
import type { GridHandle } from '../../../ui/lists/VirtualGrid.tsx'
import type { AlongTheQueue, QueueHandle } from '../../conversation/along-the-queue.ts'
import { Queue } from './Queue.tsx'
import {
  type FixedView,
  likelyNext,
  nextInQueue,
  type QueueView,
  queueViews,
  savedViewFilter,
  viewFilter,
} from './queue-views.ts'

interface QueueRailProps {
  readonly current: string
  readonly agentId: string
  readonly handle: Ref<QueueHandle>
}

/** The queue with its view, beside the conversation `current`; the two that are likely next are fetched ahead. */
export function QueueRail({ current, agentId, handle }: QueueRailProps) {
  'use memo'
  const { view, name, filter } = useInboxView(agentId)
  const list = ofWork(useConversationList(filter))
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
  usePrefetchedThreads(likelyNext(list.rows, current))
  useImperativeHandle(
    handle,
    () => ({
      next: () => {
        const next = nextInQueue(list.rows, current)
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

/** Invented customers are nobody's work. */
const ofWork = (list: ConversationList): ConversationList =>
  list.sample ? { ...list, sample: false, rows: [] } : list

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

/** The queue of a conversation where there is no room for it: the next one is asked for when it is wanted. */
export function QueueAway({ current, agentId, handle }: QueueRailProps) {
  const { filter } = useInboxView(agentId)
  const client = useQueryClient()
  const navigate = useNavigate()
  useImperativeHandle(handle, () => {
    const openNext = async () => {
      const rows = await firstRows(client, filter)
      const next = nextInQueue(rows ?? [], current)
      // No customer waits, or the queue cannot be loaded: its page says which.
      await navigate(next === null ? '/inbox' : `/conversations/${next}`)
    }
    return { next: () => () => void openNext(), focus: () => undefined }
  }, [filter, client, navigate, current])
  return null
}

/**
 * What the inbox shows, and which conversations those are: the view that was chosen last in this browser; before, and where a
 * saved one is gone, an agent's own conversations, and everybody's for others. `name`: of a saved view.
 */
export function useInboxView(agentId: string) {
  'use memo'
  const chosen = useChoice('inboxView')
  const role = useRole()
  const isSaved = isSavedView(chosen)
  const { data: views } = useSavedViews(isSaved)
  const saved = isSaved ? views?.find(({ id }) => chosen === `saved-${id}`) : undefined
  if (saved !== undefined)
    return { view: chosen as QueueView, name: saved.name, filter: savedViewFilter(saved.filter) }
  const byRole = role === null || role === 'AGENT' ? 'mine' : 'team'
  const view: FixedView = isSaved || chosen === 'by-role' ? byRole : chosen
  return { view, name: null, filter: viewFilter(view, agentId) }
}

const isSavedView = (view: string): view is `saved-${string}` => view.startsWith('saved-')
