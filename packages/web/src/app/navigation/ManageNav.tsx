import { t } from '@parley/core/text/translate'
import { useLocation } from 'react-router'
import { VStack } from '../../ui/layout/Layout.tsx'
import { NavItem } from './NavItem.tsx'
import styles from './Sidebar.module.css'
import { useOfferedScreens } from './use-manage-screens.ts'

/** The screens of the administration, in the sidebar. */
export function ManageNav({ collapsed }: { readonly collapsed: boolean }) {
  const screens = useOfferedScreens()
  const { pathname } = useLocation()
  return (
    <>
      {!collapsed && (
        <p className={styles.group} aria-hidden="true">
          {t('Manage')}
        </p>
      )}
      <VStack gap={0.5} className={styles.nav} role="group" aria-label={t('Manage')}>
        {screens.map(({ path, title, icon }) => (
          <NavItem
            key={path}
            to={path}
            exact={path !== pathname && screens.some(screen => screen.path === pathname)}
            label={title}
            icon={icon}
            shape={collapsed ? 'icon' : 'row'}
          />
        ))}
      </VStack>
    </>
  )
}
