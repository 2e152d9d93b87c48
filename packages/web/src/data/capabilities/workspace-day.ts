import { type Day, dayOf } from '@parley/core/text/days'
import { useNow } from '../../ui/hooks/use-now.ts'
import { useWorkspaceZone } from './queries.ts'

/** Today in the workspace's zone; null until the zone is known. Moves on at midnight. */
export function useToday(): Day | null {
  const { known, timeZone } = useWorkspaceZone()
  const now = useNow()
  return known ? dayOf(now, timeZone ?? browserZone()) : null
}

/** The browser's own zone. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
