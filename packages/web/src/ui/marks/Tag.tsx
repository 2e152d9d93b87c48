import type { ReactNode } from 'react'
import { HStack } from '../layout/Layout.tsx'
import styles from './Tag.module.css'

/** A label somebody put on a thing: neutral, outlined, no dot. */
export const Tag = ({ children }: { children: ReactNode }) => (
  <HStack as="span" align="stretch" inline tone="muted" nowrap className={styles.tag}>
    {children}
  </HStack>
)
