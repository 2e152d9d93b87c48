import { History, X } from 'lucide-react'
import { Link } from 'react-router'
import type { RecentSearches } from '../../data/search/recent.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './RecentList.module.css'

/** What was searched for last, each to be searched again or forgotten. */
export function RecentList({ texts, remove, clear }: Omit<RecentSearches, 'add'>) {
  if (texts.length === 0) return null
  return (
    <section aria-label="Recent searches" className={styles.recent}>
      <h2 className={styles.head}>
        Recent searches
        <Button size="small" variant="quiet" onClick={clear}>
          Remove all
        </Button>
      </h2>
      <ul className={styles.list}>
        {texts.map(text => (
          <li key={text} className={styles.one}>
            <Link className={styles.link} to={`/search?${new URLSearchParams({ q: text })}`} replace>
              <History size={15} strokeWidth={1.7} aria-hidden="true" />
              <bdi className={styles.text}>{text}</bdi>
            </Link>
            <IconButton label={`Remove “${text}”`} size="small" onClick={() => remove(text)}>
              <X size={14} strokeWidth={1.8} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <p className={styles.note}>Kept in this browser for you alone, and for two weeks.</p>
    </section>
  )
}
