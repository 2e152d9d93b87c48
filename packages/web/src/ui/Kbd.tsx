import type { ReactNode } from 'react'
import styles from './Kbd.module.css'

/** A key to press, as written on the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={styles.kbd}>{children}</kbd>
}
