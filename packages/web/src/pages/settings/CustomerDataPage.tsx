import { RetentionSettings } from '../../features/settings/RetentionSettings.tsx'
import { SettingsColumn } from './SettingsColumn.tsx'

/** How long what customers wrote is kept. */
export const CustomerDataPage = () => (
  <SettingsColumn>
    <RetentionSettings />
  </SettingsColumn>
)
