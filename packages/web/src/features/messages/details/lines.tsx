import type { ReactNode } from 'react'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import { webAddress } from '../text/text-parts.ts'
import styles from './details.module.css'

/*
 * The lines of a card. Null for what it does not say: then there is no line.
 */

/** What kind of thing the card is, above all else. */
export const Over = ({ children }: { children: ReactNode }) => (
  <HStack as="p" gap={1} tone="muted" className={styles.over}>
    {children}
  </HStack>
)

/** What it is called. */
export const Title = ({ children }: { children: ReactNode }) =>
  children !== null && (
    <Text as="p" dir="auto" size="list" weight={500} breaks>
      {children}
    </Text>
  )

/** More of it. */
export const Small = ({ children }: { children: ReactNode }) =>
  children !== null && (
    <Text as="p" dir="auto" size="meta" tone="muted" breaks>
      {children}
    </Text>
  )

/** A number or a remark, as its last line or behind words. */
export const Faint = ({ as = 'p', children }: { as?: 'p' | 'span'; children: ReactNode }) => (
  <Text as={as} tone="muted" breaks className={styles.faint}>
    {children}
  </Text>
)

/**
 * An address that a customer or an advertisement gave: a link only where it is one of the web, else text.
 * @param words what stands for it; the name of its host where nothing is given
 */
export function WebLink({ address, words }: { address: string; words?: string }) {
  const target = webAddress(address)
  if (target === null) return words ?? address
  return (
    <a href={target} title={target} target="_blank" rel="noopener noreferrer">
      {words ?? new URL(target).host}
    </a>
  )
}
