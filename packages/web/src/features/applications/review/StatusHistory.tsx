import type { StatusChangeEntity } from '@parley/core/read/application'
import { applicationStatusLabel } from '@parley/core/rules/application'
import { ArrowRight } from 'lucide-react'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ApplicationBadge } from '../ApplicationBadge.tsx'
import { ApplicationTime } from '../ApplicationTime.tsx'
import styles from './StatusHistory.module.css'

/** Every change of the status, newest first: from what to what, who, when, and what was said about it. */
export function StatusHistory({ changes }: { changes: readonly StatusChangeEntity[] }) {
  if (changes.length === 0) {
    return <EmptyState title="No changes yet" hint="Every change of the status is kept here." />
  }
  return (
    <ol className={styles.changes} aria-label="Status history">
      {changes
        .map((change, at) => ({ change, key: `${change.changed_at} ${at}` }))
        .toReversed()
        .map(({ change, key }) => (
          <li key={key} className={styles.change}>
            <p className={styles.statuses}>
              {change.from_status === null ? (
                <span className={styles.muted}>Begun as</span>
              ) : (
                <>
                  <ApplicationBadge status={change.from_status} />
                  <ArrowRight size={14} strokeWidth={1.8} role="img" aria-label="to" />
                </>
              )}
              <ApplicationBadge status={change.to_status} />
              {change.from_status === change.to_status && (
                <span className={styles.muted}>
                  {applicationStatusLabel(change.to_status)} recorded again
                </span>
              )}
            </p>
            <p className={styles.muted}>
              {change.changed_by === null ? 'No agent recorded' : <bdi>{change.changed_by.name}</bdi>}
              {change.changed_at !== null && (
                <>
                  {', '}
                  <ApplicationTime iso={change.changed_at} />
                </>
              )}
            </p>
            {change.notes !== null && (
              <p dir="auto" className={styles.notes}>
                {change.notes}
              </p>
            )}
          </li>
        ))}
    </ol>
  )
}
