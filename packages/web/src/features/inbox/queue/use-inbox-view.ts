import { useRole } from '../../../data/capabilities/queries.ts'
import { useChoice } from '../../../data/session/remembered.ts'
import type { QueueView } from './queue-views.ts'

/** The view that was chosen last in this browser; before, an agent's own conversations, and everybody's for others. */
export function useInboxView(): QueueView {
  const chosen = useChoice('inboxView')
  const role = useRole()
  if (chosen !== 'by-role') return chosen
  return role === null || role === 'AGENT' ? 'mine' : 'team'
}
