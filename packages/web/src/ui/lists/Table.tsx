import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../hooks/class-names.ts'
import { SortButton } from './SortButton.tsx'
import styles from './Table.module.css'
import type { Direction } from './use-sorting.ts'

type TableProps = {
  /** The accessible name. */
  label: string
  /** Row height: 36, 48 or 56 px. */
  density?: 'tight' | 'recent' | 'roomy'
  /** Whether it goes from edge to edge of the page: its outer cells then keep the page's margin. */
  wide?: boolean
  children: ReactNode
}

/** A real table for a known, small number of rows. For long lists see the conversation grid. */
export function Table({ label, density = 'roomy', wide = false, children }: TableProps) {
  return (
    <table aria-label={label} className={classNames(styles.table, styles[density], wide && styles.wide)}>
      {children}
    </table>
  )
}

type CellProps = Omit<ComponentProps<'td'>, 'className' | 'align'> & { align?: 'start' | 'end' }

type HeaderCellProps = CellProps & {
  /** The rows are in this order of the column. */
  sorted?: Direction | undefined
  /** Sorts the rows by the column, or turns their order round; absent: they cannot be sorted. */
  onSort?: () => void
}

/** A column's title. */
export function HeaderCell({ align = 'start', sorted, onSort, children, ...rest }: HeaderCellProps) {
  return (
    <th scope="col" aria-sort={sorted} {...rest} className={classNames(align === 'end' && styles.end)}>
      {onSort === undefined ? (
        children
      ) : (
        <SortButton sorted={sorted} onSort={onSort}>
          {children}
        </SortButton>
      )}
    </th>
  )
}

/** One value of a row. */
export function Cell({ align = 'start', ...rest }: CellProps) {
  return <td {...rest} className={classNames(align === 'end' && styles.end)} />
}
