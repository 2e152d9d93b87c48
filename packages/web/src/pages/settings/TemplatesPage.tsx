import { NewsTemplateSetting } from '../../features/settings/sections.tsx'
import { TemplateCatalogue } from '../../features/templates/TemplateCatalogue.tsx'
import { SettingsColumn } from './SettingsColumn.tsx'

/** What can be sent after 24 hours: the templates that WhatsApp has, and the one that Parley sends by itself. */
export const TemplatesPage = () => (
  <SettingsColumn>
    <TemplateCatalogue />
    <NewsTemplateSetting />
  </SettingsColumn>
)
