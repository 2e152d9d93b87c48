import { viewersLabel } from '@parley/core/rules/viewing'
import { useViewers } from '../../sync/presence.ts'

/** "Brian is viewing": colleagues who have the conversation open too. Nothing when there are none. */
export function Viewers() {
  const label = viewersLabel(useViewers())
  return label === null ? null : <span dir="auto">{label}</span>
}
