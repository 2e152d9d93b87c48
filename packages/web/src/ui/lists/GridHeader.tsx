import type { ReactNode } from 'react'
import { Grid } from '../layout/Layout.tsx'
import styles from './VirtualGrid.module.css'

/** A column's title; `sorted` where the rows are in its order, newest first. */
export interface GridColumn {
  readonly title: string
  readonly align?: 'end'
  readonly sorted?: boolean
}

interface GridHeaderProps {
  readonly columns: readonly GridColumn[]
  /** Where rows are cards: what one is, for screen readers alone. */
  readonly card: string | null
  /** Stands before the first title, as what the rows begin with does. */
  readonly lead?: ReactNode
}

/** The titles of a grid's columns. */
export function GridHeader({ columns, card, lead }: GridHeaderProps) {
  if (card !== null) {
    return (
      <div role="row" aria-rowindex={1} className="visually-hidden">
        <span role="columnheader">{card}</span>
      </div>
    )
  }
  return (
    <Grid
      role="row"
      aria-rowindex={1}
      align="center"
      rule="bottom"
      size="meta"
      weight={500}
      tone="faint"
      className={styles.header}
    >
      {columns.map(({ title, align, sorted }, index) => (
        <span
          key={title}
          role="columnheader"
          aria-sort={sorted ? 'descending' : undefined}
          className={align === 'end' ? styles.end : index === 0 && lead ? styles.lead : undefined}
        >
          {index === 0 && lead}
          {title}
        </span>
      ))}
    </Grid>
  )
}
