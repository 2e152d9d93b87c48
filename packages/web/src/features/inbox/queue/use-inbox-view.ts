import type { ConversationFilter } from '@parley/core/conversations/rules'
import { useRole } from '../../../data/capabilities/queries.ts'
import { useSavedViews } from '../../../data/saved-views/saved-views.ts'
import { useChoice } from '../../../data/session/preferences.ts'
import { type FixedView, type QueueView, savedViewFilter, viewFilter } from './queue-views.ts'

/** What the inbox shows, and which conversations those are. */
interface InboxView {
  readonly view: QueueView
  /** The name of a saved view; null: it is one of the others. */
  readonly name: string | null
  readonly filter: ConversationFilter
}

/**
 * The view that was chosen last in this browser; before, and where a saved one is gone, an agent's own conversations, and
 * everybody's for others.
 */
export function useInboxView(agentId: string): InboxView {
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
