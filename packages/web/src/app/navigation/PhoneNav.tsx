import { t } from '@parley/core/text/translate'
import { FileText, House, Inbox, MessageSquare, ShieldCheck } from 'lucide-react'
import { useAvailability } from '../../data/agents/queries.ts'
import { useSession } from '../../data/session/session.ts'
import { Box, HStack } from '../../ui/layout/Layout.tsx'
import { AccountButton } from './AccountButton.tsx'
import { NavItem } from './NavItem.tsx'
import { InboxTotal } from './InboxTotal.tsx'
import styles from './PhoneNav.module.css'
import { UnreadTotal } from './UnreadTotal.tsx'

/** The navigation within a thumb's reach, in place of the sidebar. */
export function PhoneNav() {
  const user = useSession()?.user
  const name = user?.name || t('Agent')
  const availability = useAvailability(user?.id ?? '')
  return (
    <HStack as="nav" align="stretch" rule="top" className={styles.nav} aria-label={t('Main')}>
      <NavItem
        to="/inbox"
        label={t('Inbox')}
        icon={Inbox}
        count={<InboxTotal agentId={user?.id ?? ''} />}
        shape="tab"
      />
      <NavItem to="/" label={t('Dashboard')} icon={House} shape="tab" />
      <NavItem
        to="/conversations"
        label={t('Conversations')}
        icon={MessageSquare}
        count={<UnreadTotal />}
        shape="tab"
      />
      <NavItem to="/applications" label={t('IPP')} name={t('IPP Applications')} icon={FileText} shape="tab" />
      <NavItem
        to="/lib-applications"
        label={t('LIB Flex')}
        name={t('LIB Flex Applications')}
        icon={ShieldCheck}
        shape="tab"
      />
      <Box flex="grow" className={styles.account}>
        <AccountButton name={name} availability={availability} shape="tab" />
      </Box>
    </HStack>
  )
}
