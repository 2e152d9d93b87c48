import { t } from '@parley/core/text/translate'
import {
  FileText,
  House,
  Inbox,
  LogOut,
  MessageSquare,
  MessageSquareQuote,
  ShieldCheck,
  TicketCheck,
} from 'lucide-react'
import { useAvailability } from '../../data/agents/queries.ts'
import { signOut, useSession } from '../../data/session/session.ts'
import { Brand } from '../../ui/Brand.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { HStack, VStack } from '../../ui/layout/Layout.tsx'
import { AccountButton } from './AccountButton.tsx'
import { ManageNav } from './ManageNav.tsx'
import { NavItem } from './NavItem.tsx'
import { InboxTotal } from './InboxTotal.tsx'
import styles from './Sidebar.module.css'
import { UnreadTotal } from './UnreadTotal.tsx'
import { useManageScreens } from './use-manage-screens.ts'

/** The screens, the signed-in agent, and the way out. */
export function Sidebar({ collapsed }: { collapsed: boolean }) {
  const user = useSession()?.user
  const name = user?.name || t('Agent')
  const availability = useAvailability(user?.id ?? '')
  const manage = useManageScreens()
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
        <NavItem
          to="/inbox"
          label={t('Inbox')}
          icon={Inbox}
          count={<InboxTotal agentId={user?.id ?? ''} />}
          shape={shape}
        />
        <NavItem to="/" label={t('Dashboard')} icon={House} shape={shape} />
        <NavItem
          to="/conversations"
          label={t('Conversations')}
          icon={MessageSquare}
          count={<UnreadTotal />}
          shape={shape}
        />
        <NavItem to="/tickets" label={t('Tickets')} icon={TicketCheck} shape={shape} />
        <NavItem to="/canned-replies" label={t('Canned replies')} icon={MessageSquareQuote} shape={shape} />
        {!collapsed && (
          <p className={styles.group} aria-hidden="true">
            {t('Applications')}
          </p>
        )}
        <VStack gap={0.5} className={styles.nav} role="group" aria-label={t('Applications')}>
          <NavItem to="/applications" label={t('IPP Applications')} icon={FileText} shape={shape} />
          <NavItem
            to="/lib-applications"
            label={t('LIB Flex Applications')}
            icon={ShieldCheck}
            shape={shape}
          />
        </VStack>
        {manage.length > 0 && <ManageNav collapsed={collapsed} />}
      </VStack>
      <HStack gap={1} rule="top" className={styles.foot}>
        <AccountButton name={name} availability={availability} shape={shape} />
        <IconButton label={t('Logout')} onClick={() => void signOut()}>
          <LogOut size={16} strokeWidth={1.7} aria-hidden="true" />
        </IconButton>
      </HStack>
    </VStack>
  )
}
