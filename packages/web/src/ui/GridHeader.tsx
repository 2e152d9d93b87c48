import styles from './VirtualGrid.module.css'

/** A column's title; `sorted` where the rows are in its order, newest first. */
export interface GridColumn {
  readonly title: string
  readonly align?: 'end'
  readonly sorted?: boolean
}

/** The titles of a grid's columns; where rows are cards, `card` names what one is, for screen readers alone. */
export function GridHeader({ columns, card }: { columns: readonly GridColumn[]; card: string | null }) {
  if (card !== null) {
    return (
      <div role="row" aria-rowindex={1} className="visually-hidden">
        <span role="columnheader">{card}</span>
      </div>
    )
  }
  return (
    <div role="row" aria-rowindex={1} className={styles.header}>
      {columns.map(({ title, align, sorted }) => (
        <span
          key={title}
          role="columnheader"
          aria-sort={sorted ? 'descending' : undefined}
          className={align === 'end' ? styles.end : undefined}
        >
          {title}
        </span>
      ))}
    </div>
  )
}
