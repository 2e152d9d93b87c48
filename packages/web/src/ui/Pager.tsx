import { Button } from './Button.tsx'
import styles from './Pager.module.css'

type PagerProps = {
  /** The accessible name: which table's pages. */
  label: string
  /** From 1. */
  page: number
  pages: number
  /** The pages that have a button. */
  numbers: readonly number[]
  onPage: (page: number) => void
}

/** Previous, Next and a button for each of some pages. The ends stay in place and go off. */
export function Pager({ label, page, pages, numbers, onPage }: PagerProps) {
  return (
    <nav aria-label={label} className={styles.pager}>
      <Button variant="quiet" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      {numbers.map(number => (
        <Button
          key={number}
          variant={number === page ? 'secondary' : 'quiet'}
          size="small"
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </Button>
      ))}
      <Button variant="quiet" size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
