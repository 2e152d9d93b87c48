import { NewsTemplateSetting } from '../../features/settings/sections.tsx'
import { SettingsColumn } from './SettingsColumn.tsx'

/** What can be sent after 24 hours. */
export const TemplatesPage = () => (
  <SettingsColumn>
    <NewsTemplateSetting />
  </SettingsColumn>
)
