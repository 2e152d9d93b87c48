import type { ReactElement, ReactNode } from 'react'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import { browserZone } from '../../data/capabilities/workspace-day.ts'
import { HoursPanel } from '../../features/business-hours/HoursPanel.tsx'
import { CustomerFinder } from '../../features/customer/CustomerFinder.tsx'
import { JobsSection } from '../../features/settings/JobsSection.tsx'
import { RetentionSettings } from '../../features/settings/RetentionSettings.tsx'
import {
  NewsTemplateSetting,
  RolesSettings,
  SecuritySettings,
  WorkspaceSettings,
} from '../../features/settings/sections.tsx'
import { TemplateCatalogue } from '../../features/templates/TemplateCatalogue.tsx'
import { lazyWithRetry } from '../../ui/hooks/lazy-part.ts'
import { Grid } from '../../ui/layout/Layout.tsx'
import styles from './SettingsPage.module.css'

const people = lazyWithRetry(async () => (await import('../office/PeoplePage.tsx')).PeoplePage)
const channel = lazyWithRetry(async () => (await import('../office/ChannelPage.tsx')).ChannelPage)
const bot = lazyWithRetry(async () => (await import('../office/BotPage.tsx')).BotPage)
const cannedReplies = lazyWithRetry(
  async () => (await import('../office/CannedRepliesPage.tsx')).CannedRepliesPage,
)
const audit = lazyWithRetry(async () => (await import('../office/AuditPage.tsx')).AuditPage)
const backups = lazyWithRetry(
  async () => (await import('../../features/backups/BackupsPanel.tsx')).BackupsPanel,
)
const routing = lazyWithRetry(
  async () => (await import('../../features/routing/RoutingPanel.tsx')).RoutingPanel,
)

function Hours() {
  const { known, timeZone } = useWorkspaceZone()
  return known && <HoursPanel timeZone={timeZone ?? browserZone()} />
}

/** What a section shows in one column of a readable width. */
const inColumn = (parts: ReactNode) => (
  <Grid narrow gap={6} className={styles.column}>
    {parts}
  </Grid>
)

/** The screen of each section, by its path. */
export const sectionScreens: Readonly<Record<string, ReactElement>> = {
  '/settings/workspace': inColumn(<WorkspaceSettings />),
  '/settings/people': <people.Part />,
  '/settings/roles': inColumn(<RolesSettings />),
  '/settings/channels': <channel.Part />,
  // What can be sent after 24 hours: the templates that WhatsApp has, and the one that Parley sends by itself.
  '/settings/templates': inColumn(
    <>
      <TemplateCatalogue />
      <NewsTemplateSetting />
    </>,
  ),
  '/settings/hours': inColumn(<Hours />),
  '/settings/routing': inColumn(<routing.Part />),
  '/settings/bot': <bot.Part />,
  '/settings/canned-replies': <cannedReplies.Part />,
  // What is held about customers: for one of them, and for how long of all.
  '/settings/customer-data': inColumn(
    <>
      <CustomerFinder />
      <RetentionSettings />
    </>,
  ),
  '/settings/security': inColumn(<SecuritySettings />),
  '/settings/backups': inColumn(<backups.Part />),
  '/settings/jobs': inColumn(<JobsSection />),
  '/settings/audit': <audit.Part />,
}
