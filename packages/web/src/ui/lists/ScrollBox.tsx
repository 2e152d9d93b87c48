import type { ReactNode } from 'react'
import styles from './ScrollBox.module.css'

/** Lets what is wider than the page, such as a table, scroll in its own box; the arrow keys reach it. */
export const ScrollBox = ({ label, children }: { label: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reached by keys
  <div role="region" aria-label={label} tabIndex={0} className={styles.box}>
    {children}
  </div>
)
