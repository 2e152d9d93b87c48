import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import styles from './NavItem.module.css'

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
  /** `row` in the open sidebar, `icon` in the narrow one, `tab` at the bottom of a phone. */
  shape: 'row' | 'icon' | 'tab'
}

/** A link to a screen; the one that is shown is marked. */
export function NavItem({ to, label, name, icon: Icon, exact = to === '/', count, shape }: NavItemProps) {
  return (
    <NavLink
      to={to}
      end={exact}
      className={styles.item ?? ''}
      data-shape={shape}
      aria-label={name}
      title={shape === 'icon' ? label : undefined}
    >
      <Icon size={shape === 'tab' ? 20 : 16} strokeWidth={1.7} aria-hidden="true" />
      <span className={shape === 'icon' ? 'visually-hidden' : styles.label}>{label}</span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </NavLink>
  )
}
