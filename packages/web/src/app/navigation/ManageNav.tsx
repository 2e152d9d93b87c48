import { NavItem } from './NavItem.tsx'
import styles from './Sidebar.module.css'
import { useOfferedScreens } from './use-manage-screens.ts'

/** The screens of the administration, in the sidebar. */
export function ManageNav({ collapsed }: { readonly collapsed: boolean }) {
  return (
    <>
      {!collapsed && (
        <p className={styles.group} aria-hidden="true">
          Manage
        </p>
      )}
      <div className={styles.nav} role="group" aria-label="Manage">
        {useOfferedScreens().map(({ path, title, icon }) => (
          <NavItem key={path} to={path} label={title} icon={icon} shape={collapsed ? 'icon' : 'row'} />
        ))}
      </div>
    </>
  )
}
