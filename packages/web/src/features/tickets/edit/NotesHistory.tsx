import { t } from '@parley/core/text/translate'
import type { TicketNoteEntity } from '@parley/core/tickets/api'
import { Moment } from '../../../ui/Moment.tsx'
import { Grid, Text } from '../../../ui/layout/Layout.tsx'
import styles from '../TicketEntry.module.css'

/** What agents wrote about a ticket, newest first, each entry with its author and time. */
export function NotesHistory({ notes }: { notes: readonly TicketNoteEntity[] }) {
  if (notes.length === 0) return null
  return (
    <Grid as="section" aria-label={t('Agent notes history')} gap={1.5}>
      <Text as="h5" size="meta" weight={600} tone="muted">
        {t('Agent notes history')}
      </Text>
      <Grid as="ol" gap={2}>
        {notes.toReversed().map(({ at, by, text }) => (
          <li key={`${at} ${by} ${text}`}>
            {(by !== null || at !== null) && (
              <Text as="p" size="list" tone="muted">
                {by !== null && <bdi>{by}</bdi>}
                {by !== null && at !== null && ', '}
                {at !== null && <Moment iso={at} />}
              </Text>
            )}
            <Text as="p" dir="auto" size="list" breaks className={styles.text}>
              {text}
            </Text>
          </li>
        ))}
      </Grid>
    </Grid>
  )
}
