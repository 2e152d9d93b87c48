import { t } from '@parley/core/text/translate'
import {
  FileText,
  House,
  Inbox,
  LogOut,
  type LucideIcon,
  MessageSquare,
  MessageSquareQuote,
  ShieldCheck,
  TicketCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useListTotals } from '../../data/conversations/list.ts'
import { useUnreadTotal } from '../../data/messages/unread-stats.ts'
import { choose, useChoice } from '../../data/session/preferences.ts'
import { signOut, useSession } from '../../data/session/session.ts'
import { viewFilter } from '../../features/inbox/queue/queue-views.ts'
import { Brand } from '../../ui/Brand.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Box, HStack, Text, VStack } from '../../ui/layout/Layout.tsx'
import { Count } from '../../ui/marks/Count.tsx'
import { useManageScreens, useOfferedScreens } from '../routes.tsx'
import { AccountButton } from './AccountButton.tsx'
import styles from './Sidebar.module.css'

/** The sidebar's width, and its switch. Beside a queue it has a width of its own, which is narrow until it is opened. */
export function useSidebar(isWorking: boolean) {
  const name = isWorking ? 'workSidebar' : 'sidebar'
  const collapsed = useChoice(name) === 'collapsed'
  return { collapsed, toggle: () => choose(name, collapsed ? 'open' : 'collapsed') }
}

/** The screens, the signed-in agent, and the way out. */
export function Sidebar({ collapsed }: { collapsed: boolean }) {
  const isManager = useManageScreens().length > 0
  const shape = collapsed ? 'icon' : 'row'
  return (
    <VStack
      as="aside"
      id="sidebar"
      className={styles.sidebar}
      data-collapsed={collapsed}
      aria-label={t('Sidebar')}
    >
      <HStack className={styles.brand}>
        <Brand slim={collapsed} />
      </HStack>
      <VStack as="nav" gap={0.5} className={styles.nav} aria-label={t('Main')}>
        <DeskItems shape={shape} />
        <NavItem to="/tickets" label={t('Tickets')} icon={TicketCheck} shape={shape} />
        <NavItem to="/canned-replies" label={t('Canned replies')} icon={MessageSquareQuote} shape={shape} />
        <NavGroup label={t('Applications')} shape={shape}>
          <NavItem to="/applications" label={t('IPP Applications')} icon={FileText} shape={shape} />
          <NavItem
            to="/lib-applications"
            label={t('LIB Flex Applications')}
            icon={ShieldCheck}
            shape={shape}
          />
        </NavGroup>
        {isManager && <ManageNav shape={shape} />}
      </VStack>
      <HStack gap={1} rule="top" className={styles.foot}>
        <AccountButton shape={shape} />
        <IconButton label={t('Logout')} onClick={() => void signOut()}>
          <LogOut size={16} strokeWidth={1.7} aria-hidden="true" />
        </IconButton>
      </HStack>
    </VStack>
  )
}

/** The navigation within a thumb's reach, in place of the sidebar. */
export const PhoneNav = () => (
  <HStack as="nav" align="stretch" rule="top" className={styles.phone} aria-label={t('Main')}>
    <DeskItems shape="tab" />
    <NavItem to="/applications" label={t('IPP')} name={t('IPP Applications')} icon={FileText} shape="tab" />
    <NavItem
      to="/lib-applications"
      label={t('LIB Flex')}
      name={t('LIB Flex Applications')}
      icon={ShieldCheck}
      shape="tab"
    />
    <Box flex="grow" className={styles.account}>
      <AccountButton shape="tab" />
    </Box>
  </HStack>
)

/** `row` in the open sidebar, `icon` in the narrow one, `tab` at the bottom of a phone. */
type NavShape = 'row' | 'icon' | 'tab'

/** What every agent comes back to. */
const DeskItems = ({ shape }: { shape: NavShape }) => (
  <>
    <NavItem to="/inbox" label={t('Inbox')} icon={Inbox} count={<InboxTotal />} shape={shape} />
    <NavItem to="/" label={t('Dashboard')} icon={House} shape={shape} />
    <NavItem
      to="/conversations"
      label={t('Conversations')}
      icon={MessageSquare}
      count={<UnreadTotal />}
      shape={shape}
    />
  </>
)

/** The screens of the administration, in the sidebar. */
function ManageNav({ shape }: { shape: NavShape }) {
  const screens = useOfferedScreens()
  const { pathname } = useLocation()
  return (
    <NavGroup label={t('Manage')} shape={shape}>
      {screens.map(({ path, title, icon }) => (
        <NavItem
          key={path}
          to={path}
          exact={path !== pathname && screens.some(screen => screen.path === pathname)}
          label={title}
          icon={icon}
          shape={shape}
        />
      ))}
    </NavGroup>
  )
}

/** Screens under a heading, for which the narrow sidebar has no room. */
const NavGroup = ({ label, shape, children }: { label: string; shape: NavShape; children: ReactNode }) => (
  <>
    {shape === 'row' && (
      <Text as="p" tone="faint" className={styles.group} aria-hidden="true">
        {label}
      </Text>
    )}
    <VStack gap={0.5} className={styles.nav} role="group" aria-label={label}>
      {children}
    </VStack>
  </>
)

type NavItemProps = {
  to: string
  label: string
  /** The accessible name where the label is cut short for want of room; it begins with the label. */
  name?: string
  icon: LucideIcon
  /** The number beside its name. */
  count?: ReactNode
  /** Marked at its own address alone, and not at those below it. */
  exact?: boolean
  shape: NavShape
}

/** A link to a screen; the one that is shown is marked. */
const NavItem = ({ to, label, name, icon: Icon, exact = to === '/', count, shape }: NavItemProps) => (
  <NavLink
    to={to}
    end={exact}
    className={styles.item ?? ''}
    data-shape={shape}
    aria-label={name}
    title={shape === 'icon' ? label : undefined}
  >
    <Icon size={shape === 'tab' ? 20 : 16} strokeWidth={1.7} aria-hidden="true" />
    <Text cut={shape !== 'icon'} className={shape === 'icon' ? 'visually-hidden' : undefined}>
      {label}
    </Text>
    {count !== undefined && <span className={styles.count}>{count}</span>}
  </NavLink>
)

/** How many conversations the agent has in the inbox, as its view Mine says. */
function InboxTotal() {
  'use memo'
  const filters = [viewFilter('mine', useSession()?.user.id ?? '')]
  const [total] = useListTotals(filters)
  return <Count value={total ?? 0} of={t('conversations of yours')} />
}

/** The unread messages in the agent's own conversations. Reads them itself: each message that comes draws this number and not what stands around it. */
export function UnreadTotal() {
  const { count, stale } = useUnreadTotal()
  return <Count value={count} of={t('unread messages of yours')} stale={stale} />
}
