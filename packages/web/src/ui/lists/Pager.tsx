import { t } from '@parley/core/text/translate'
import { useState } from 'react'
import { Button } from '../Button.tsx'
import { Box, HStack } from '../layout/Layout.tsx'
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

/**
 * Previous, Next and a button for each of some pages. The ends stay in place and go off. Where there are pages without a
 * button there are also First, Last and a box for the number.
 */
export function Pager({ label, page, pages, numbers, onPage }: PagerProps) {
  const [first, last] = [page <= 1, page >= pages]
  const partial = pages > numbers.length
  return (
    <HStack as="nav" aria-label={label} align="stretch" wrap digits className={styles.pager}>
      {partial && (
        <Button variant="quiet" size="small" disabled={first} onClick={() => onPage(1)}>
          {t('First')}
        </Button>
      )}
      <Button variant="quiet" size="small" disabled={first} onClick={() => onPage(page - 1)}>
        {t('Previous')}
      </Button>
      {numbers.map(number => (
        <Button
          key={number}
          variant={number === page ? 'secondary' : 'quiet'}
          size="small"
          aria-label={t('Page {number}', { number })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </Button>
      ))}
      <Button variant="quiet" size="small" disabled={last} onClick={() => onPage(page + 1)}>
        {t('Next')}
      </Button>
      {partial && (
        <>
          <Button variant="quiet" size="small" disabled={last} onClick={() => onPage(pages)}>
            {t('Last')}
          </Button>
          <PageBox key={page} pages={pages} onPage={onPage} />
        </>
      )}
    </HStack>
  )
}

/** Goes to the page whose number is typed; beyond the ends to the nearest there is. */
function PageBox({ pages, onPage }: Pick<PagerProps, 'pages' | 'onPage'>) {
  const [typed, setTyped] = useState('')
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        const wanted = Number.parseInt(typed, 10)
        if (Number.isFinite(wanted)) onPage(Math.min(pages, Math.max(1, wanted)))
      }}
    >
      <Box
        as="input"
        frame="control"
        size="list"
        tone="text"
        className={styles.number}
        aria-label={t('Go to page, 1 to {pages}', { pages })}
        placeholder={t('Page')}
        inputMode="numeric"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </form>
  )
}
