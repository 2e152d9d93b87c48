import { FileQuestion } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '../ui/EmptyState.tsx'
import styles from './NotFoundPage.module.css'

/** For every address that has no screen, signed in or not. */
export function NotFoundPage() {
  useEffect(() => {
    document.title = 'Page Not Found · Parley'
  }, [])
  return (
    <main className={styles.page}>
      <EmptyState
        icon={<FileQuestion size={20} strokeWidth={1.7} aria-hidden="true" />}
        title="Page Not Found"
        titleAs="h1"
        hint="There is nothing at this address."
        action={<Link to="/">Return to Dashboard</Link>}
      />
    </main>
  )
}
