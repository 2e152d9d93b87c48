import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './SortButton.module.css'
import type { Direction } from './use-sorting.ts'

interface SortButtonProps {
  /** The rows are in this order of the column. */
  readonly sorted: Direction | undefined
  /** Sorts the rows by the column, or turns their order round. */
  readonly onSort: () => void
  readonly children: ReactNode
}

/** A column's title that sorts. Its column header says the order, by `aria-sort`. */
export function SortButton({ sorted, onSort, children }: SortButtonProps) {
  const Arrow = sorted === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button type="button" className={styles.sort} onClick={onSort}>
      {children}
      {sorted !== undefined && <Arrow size={12} strokeWidth={2} aria-hidden="true" />}
    </button>
  )
}
