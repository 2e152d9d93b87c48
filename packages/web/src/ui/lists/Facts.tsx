import type { ReactNode } from 'react'
import { classNames } from '../hooks/class-names.ts'
import { Grid } from '../layout/Layout.tsx'
import styles from './Facts.module.css'

type FactsProps = {
  /** How wide the column of names is: 104, 116 or 132 px, or as wide as the longest. */
  names?: 'narrow' | 'medium' | 'wide' | 'fitting'
  children: ReactNode
}

/** What is known of something: names, and beside each its value. */
export const Facts = ({ names = 'narrow', children }: FactsProps) => (
  <Grid as="dl" size="list" className={classNames(styles.facts, styles[names])}>
    {children}
  </Grid>
)

/** One of `Facts`. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </>
)
