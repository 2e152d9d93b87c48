import { CustomerFinder } from '../../features/customer/CustomerFinder.tsx'
import { RetentionSettings } from '../../features/settings/RetentionSettings.tsx'
import { SettingsColumn } from './SettingsColumn.tsx'

/** What is held about customers: for one of them, and for how long of all. */
export const CustomerDataPage = () => (
  <SettingsColumn>
    <CustomerFinder />
    <RetentionSettings />
  </SettingsColumn>
)
