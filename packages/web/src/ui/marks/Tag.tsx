import type { ReactNode } from 'react'
import styles from './Tag.module.css'

/** A label somebody put on a thing: neutral, outlined, no dot. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>
}
