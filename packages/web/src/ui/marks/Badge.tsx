import type { ReactNode } from 'react'
import { HStack } from '../layout/Layout.tsx'
import styles from './Badge.module.css'

/** What a badge's colour says. `pale` is the lighter grey of what has been put away. */
export type Tone = 'ok' | 'info' | 'warn' | 'danger' | 'grey' | 'pale'

/** A state in one or two words: soft background, dark text of the same hue, and a dot. */
export const Badge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <HStack as="span" gap={1.5} inline nowrap data-tone={tone} className={styles.badge}>
    {children}
  </HStack>
)
