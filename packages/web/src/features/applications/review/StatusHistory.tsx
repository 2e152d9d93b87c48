import type { NamedAgent } from '@parley/core/agents/api'
import type {
  ApplicationEntity,
  DocumentAskEntity,
  FlagChangeEntity,
  StatusChangeEntity,
} from '@parley/core/applications/application'
import { applicationStatusLabel, untoldWords } from '@parley/core/applications/rules'
import { documentTypeLabels, flagLabels } from '@parley/core/applications/form'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ApplicationBadge } from '../ApplicationBadge.tsx'
import { ApplicationTime } from '../ApplicationTime.tsx'
import styles from './StatusHistory.module.css'

type History = Pick<ApplicationEntity, 'status_history' | 'flag_history' | 'document_asks'>

interface Entry {
  readonly at: string | null
  readonly what: ReactNode
  readonly by: NamedAgent | null
  /** Who it was where nobody of ours did it. */
  readonly otherwise: string
  readonly notes: string | null
  readonly told: StatusChangeEntity['told']
  /** What stood open as it was approved all the same. */
  readonly despite: StatusChangeEntity['despite']
}

/** Every change of the status and of what was verified, newest first: what, who, when, and what was said about it. */
export function StatusHistory({ application }: { application: History }) {
  const entries = entriesOf(application)
  if (entries.length === 0) {
    return (
      <EmptyState title="No changes yet" hint="Every change of the status and of the checks is kept here." />
    )
  }
  return (
    <ol className={styles.changes} aria-label="Status history">
      {entries
        .map((entry, place) => ({ entry, key: `${entry.at} ${place}` }))
        .toReversed()
        .map(({ entry, key }) => (
          <li key={key} className={styles.change}>
            <p className={styles.statuses}>{entry.what}</p>
            <p className={styles.muted}>
              {entry.by === null ? entry.otherwise : <bdi>{entry.by.name}</bdi>}
              {entry.at !== null && (
                <>
                  {', '}
                  <ApplicationTime iso={entry.at} />
                </>
              )}
            </p>
            {entry.despite.length > 0 && (
              <div className={styles.despite}>
                <p>Approved despite:</p>
                <ul>
                  {entry.despite.map(({ code, field, sentence }) => (
                    <li key={`${code} ${field}`} dir="auto">
                      {sentence}
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {entry.told !== null && <Told told={entry.told} />}
            {entry.notes !== null && (
              <p dir="auto" className={styles.notes}>
                {entry.notes}
              </p>
            )}
          </li>
        ))}
    </ol>
  )
}

/** Whether the customer was written to about it; where the message is, its bubble says. */
function Told({ told }: { told: NonNullable<Entry['told']> }) {
  if ('not' in told) return <p className={styles.untold}>{untoldWords(told.not)}</p>
  return (
    <p className={styles.muted}>
      <Link to={`/conversations/${told.conversation_id}`}>Message to the customer</Link>
    </p>
  )
}

/** Oldest first; of one instant the status first. What has no time stays in its place, after what came before it. */
function entriesOf({ status_history, flag_history, document_asks }: History): readonly Entry[] {
  return [
    ...status_history.map(statusEntry),
    ...flag_history.map(flagEntry),
    ...document_asks.map(askEntry),
  ].toSorted((a, b) => (a.at === null || b.at === null || a.at === b.at ? 0 : a.at < b.at ? -1 : 1))
}

/** Beginning a form and sending it in are the customer's own steps. */
const statusEntry = (change: StatusChangeEntity): Entry => ({
  at: change.changed_at,
  by: change.changed_by,
  otherwise:
    change.to_status === 'DRAFT' || change.to_status === 'SUBMITTED'
      ? 'The customer, in the chat'
      : 'No agent recorded',
  notes: change.notes,
  told: change.told,
  despite: change.despite,
  what: (
    <>
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
        <span className={styles.muted}>{applicationStatusLabel(change.to_status)} recorded again</span>
      )}
    </>
  ),
})

const flagEntry = ({ flag, value, changed_at, changed_by }: FlagChangeEntity): Entry => ({
  at: changed_at,
  by: changed_by,
  otherwise: 'No agent recorded',
  notes: null,
  told: null,
  despite: [],
  what: (
    <span>
      {flagLabels[flag]}: {value ? 'set' : 'taken back'}
    </span>
  ),
})

const askEntry = (asked: DocumentAskEntity): Entry => ({
  at: asked.asked_at,
  by: asked.asked_by,
  otherwise: 'No agent recorded',
  notes: null,
  despite: [],
  told:
    asked.message_id === null || asked.conversation_id === null
      ? null
      : { message_id: asked.message_id, conversation_id: asked.conversation_id },
  what: (
    <span>
      Asked the customer for: {documentTypeLabels[asked.document_type]}
      {asked.brought_at !== null && (
        <span className={styles.muted}>
          {' '}
          (received <ApplicationTime iso={asked.brought_at} />)
        </span>
      )}
    </span>
  ),
})
