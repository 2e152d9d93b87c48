import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import { browserZone } from '../../data/capabilities/workspace-day.ts'
import { HoursPanel } from '../../features/business-hours/HoursPanel.tsx'
import { SettingsColumn } from './SettingsColumn.tsx'

/** When people are there: the hours of the week, and holidays. */
export function HoursPage() {
  const { known, timeZone } = useWorkspaceZone()
  return <SettingsColumn>{known && <HoursPanel timeZone={timeZone ?? browserZone()} />}</SettingsColumn>
}
