import { manageIcons } from './manage-icons.ts'
import { NavItem } from './NavItem.tsx'
import styles from './Sidebar.module.css'
import { useOfferedScreens } from './use-offered-screens.ts'

/** The screens for some, in the sidebar: who is none of them fetches no code of it. */
export function ManageNav({ collapsed }: { readonly collapsed: boolean }) {
  return (
    <>
      {!collapsed && (
        <p className={styles.group} aria-hidden="true">
          Manage
        </p>
      )}
      <div className={styles.nav} role="group" aria-label="Manage">
        {useOfferedScreens().map(({ to, label }) => (
          <NavItem key={to} to={to} label={label} icon={manageIcons[to]} shape={collapsed ? 'icon' : 'row'} />
        ))}
      </div>
    </>
  )
}
