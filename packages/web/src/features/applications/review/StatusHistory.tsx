import { t } from '@parley/core/text/translate'
import type {
  ApplicationEntity,
  DocumentAskEntity,
  FlagChangeEntity,
  StatusChangeEntity,
} from '@parley/core/applications/application'
import { applicationStatusLabel, untoldWords } from '@parley/core/applications/rules'
import { documentTypeLabels, flagLabels } from '@parley/core/applications/form'
import { ArrowRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { rich } from '../../../ui/rich.ts'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ApplicationBadge, ApplicationTime, Byline } from '../ApplicationMarks.tsx'
import styles from './StatusHistory.module.css'

type History = Pick<ApplicationEntity, 'status_history' | 'flag_history' | 'document_asks'>

interface Entry extends ComponentProps<typeof Byline> {
  readonly what: ReactNode
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
      <EmptyState
        title={t('No changes yet')}
        hint={t('Every change of the status and of the checks is kept here.')}
      />
    )
  }
  return (
    <Text as="ol" frame size="list" aria-label={t('Status history')}>
      {entries
        .map((entry, place) => ({ entry, key: `${entry.at} ${place}` }))
        .toReversed()
        .map(({ entry, key }) => (
          <Grid as="li" key={key} gap={1} narrow className={styles.change}>
            <HStack as="p" gap={2} wrap>
              {entry.what}
            </HStack>
            <Byline {...entry} />
            {entry.despite.length > 0 && (
              <Text as="div" tone="muted" breaks className={styles.despite}>
                <p>{t('Approved despite:')}</p>
                <ul>
                  {entry.despite.map(({ code, field, sentence }) => (
                    <li key={`${code} ${field}`} dir="auto">
                      {sentence}
                    </li>
                  ))}
                </ul>
              </Text>
            )}
            {entry.told !== null && <Told told={entry.told} />}
            {entry.notes !== null && (
              <Text as="p" dir="auto" breaks className={styles.notes}>
                {entry.notes}
              </Text>
            )}
          </Grid>
        ))}
    </Text>
  )
}

/** Whether the customer was written to about it; where the message is, its bubble says. */
function Told({ told }: { told: NonNullable<Entry['told']> }) {
  const isTold = 'conversation_id' in told
  return (
    <Text as="p" size="meta" tone={isTold ? 'muted' : 'warn'}>
      {isTold ? (
        <Link to={`/conversations/${told.conversation_id}`}>{t('Message to the customer')}</Link>
      ) : (
        untoldWords(told.not)
      )}
    </Text>
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
  ...((change.to_status === 'DRAFT' || change.to_status === 'SUBMITTED') && {
    otherwise: t('The customer, in the chat'),
  }),
  notes: change.notes,
  told: change.told,
  despite: change.despite,
  what: (
    <>
      {change.from_status === null ? (
        <Text size="meta" tone="muted">
          {t('Begun as')}
        </Text>
      ) : (
        <>
          <ApplicationBadge status={change.from_status} />
          <ArrowRight size={14} strokeWidth={1.8} role="img" aria-label={t('to')} />
        </>
      )}
      <ApplicationBadge status={change.to_status} />
      {change.from_status === change.to_status && (
        <Text size="meta" tone="muted">
          {t('{to_status} recorded again', { to_status: applicationStatusLabel(change.to_status) })}
        </Text>
      )}
    </>
  ),
})

/** Of what only agents do, and write nothing about. */
const ofAgent = { notes: null, told: null, despite: [] }

const flagEntry = ({ flag, value, changed_at, changed_by }: FlagChangeEntity): Entry => ({
  ...ofAgent,
  at: changed_at,
  by: changed_by,
  what: (
    <span>
      {flagLabels[flag]}: {value ? t('set') : t('taken back')}
    </span>
  ),
})

const askEntry = (asked: DocumentAskEntity): Entry => ({
  ...ofAgent,
  at: asked.asked_at,
  by: asked.asked_by,
  told:
    asked.message_id === null || asked.conversation_id === null
      ? null
      : { message_id: asked.message_id, conversation_id: asked.conversation_id },
  what: (
    <span>
      {t('Asked the customer for: {document}', {
        document: documentTypeLabels[asked.document_type],
      })}
      {asked.brought_at !== null && (
        <Text size="meta" tone="muted">
          {' '}
          {rich('(received {time})', { time: <ApplicationTime iso={asked.brought_at} /> })}
        </Text>
      )}
    </span>
  ),
})
