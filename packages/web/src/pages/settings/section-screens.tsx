import type { ReactElement } from 'react'
import { RolesSettings, SecuritySettings, WorkspaceSettings } from '../../features/settings/sections.tsx'
import { JobsSection } from '../../features/settings/JobsSection.tsx'
import { lazyWithRetry } from '../../ui/hooks/lazy-part.ts'
import { CustomerDataPage } from './CustomerDataPage.tsx'
import { HoursPage } from './HoursPage.tsx'
import { SettingsColumn } from './SettingsColumn.tsx'
import { TemplatesPage } from './TemplatesPage.tsx'

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

/** The screen of each section, by its path. */
export const sectionScreens: Readonly<Record<string, ReactElement>> = {
  '/settings/workspace': (
    <SettingsColumn>
      <WorkspaceSettings />
    </SettingsColumn>
  ),
  '/settings/people': <people.Part />,
  '/settings/roles': (
    <SettingsColumn>
      <RolesSettings />
    </SettingsColumn>
  ),
  '/settings/channels': <channel.Part />,
  '/settings/templates': <TemplatesPage />,
  '/settings/hours': <HoursPage />,
  '/settings/routing': (
    <SettingsColumn>
      <routing.Part />
    </SettingsColumn>
  ),
  '/settings/bot': <bot.Part />,
  '/settings/canned-replies': <cannedReplies.Part />,
  '/settings/customer-data': <CustomerDataPage />,
  '/settings/security': (
    <SettingsColumn>
      <SecuritySettings />
    </SettingsColumn>
  ),
  '/settings/backups': (
    <SettingsColumn>
      <backups.Part />
    </SettingsColumn>
  ),
  '/settings/jobs': (
    <SettingsColumn>
      <JobsSection />
    </SettingsColumn>
  ),
  '/settings/audit': <audit.Part />,
}
