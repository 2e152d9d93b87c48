import type { TimeOrder } from '@parley/core/conversations/constants'
import type { ReactNode } from 'react'
import { Grid } from '../layout/Layout.tsx'
import { SortButton } from './SortButton.tsx'
import type { Direction } from './use-sorting.ts'
import styles from './VirtualGrid.module.css'

/** A column's title. */
export interface GridColumn {
  readonly title: string
  readonly align?: 'end'
  /** The rows are in this order of the column. */
  readonly sorted?: Direction | undefined
  /** Turns the order of the rows round; absent: it is fixed. */
  readonly onSort?: (() => void) | undefined
}

/** The column of the rows' time. `onOrder` is told the other order; undefined: the order is fixed. */
export const timeColumn = (
  title: string,
  order: TimeOrder | undefined,
  onOrder: ((order: TimeOrder) => void) | undefined,
): GridColumn => ({
  title,
  sorted: order === 'oldest' ? 'ascending' : 'descending',
  ...(onOrder && { onSort: () => onOrder(order === 'oldest' ? 'newest' : 'oldest') }),
})

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
      {columns.map(({ title, align, sorted, onSort }, index) => (
        <span
          key={title}
          role="columnheader"
          aria-sort={sorted}
          className={align === 'end' ? styles.end : index === 0 && lead ? styles.lead : undefined}
        >
          {index === 0 && lead}
          {onSort === undefined ? (
            title
          ) : (
            <SortButton sorted={sorted} onSort={onSort}>
              {title}
            </SortButton>
          )}
        </span>
      ))}
    </Grid>
  )
}
