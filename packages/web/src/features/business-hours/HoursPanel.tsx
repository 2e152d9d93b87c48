import { t } from '@parley/core/text/translate'
import { dayOf } from '@parley/core/text/days'
import {
  holidayDate,
  isOpenAt,
  nextClosingAfter,
  nextOpeningAfter,
  openingWords,
} from '@parley/core/business-hours/rules'
import { useState } from 'react'
import type { BusinessHours, KeptHours } from '@parley/core/business-hours/api'
import { useBusinessHours, useChangeHours } from '../../data/business-hours/hours.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ChangedBy } from '../../ui/Moment.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { HoursEditor } from './HoursEditor.tsx'
import styles from './hours.module.css'
import { nextHolidays, weekLines } from './words.ts'

/** When people are there. @param timeZone IANA, the workspace's */
export function HoursPanel({ timeZone }: { timeZone: string }) {
  const held = useBusinessHours()
  const change = useChangeHours()
  const [editing, setEditing] = useState(false)
  const now = useNow()
  const kept = held.data
  return (
    <Grid as="section" gap={3} aria-label={t('Business hours')}>
      {kept !== undefined && (
        <HStack>
          <OpenBadge hours={kept.hours} now={now} timeZone={timeZone} />
        </HStack>
      )}
      {held.isPending && <Spinner label={t('Loading business hours')} />}
      {held.isError && kept === undefined && (
        <RetryState
          title={t('The business hours could not be fetched')}
          busy={held.isFetching}
          onRetry={() => void held.refetch()}
          action={t('Try again')}
        />
      )}
      {kept !== undefined && (
        <>
          <HoursLines kept={kept} now={now} timeZone={timeZone} />
          <div>
            <Button size="small" onClick={() => setEditing(true)}>
              {t('Edit hours and holidays')}
            </Button>
          </div>
          {editing && <HoursEditor kept={kept} onSave={change} onClose={() => setEditing(false)} />}
        </>
      )}
    </Grid>
  )
}

type At = { now: Date; timeZone: string }

function OpenBadge({ hours, now, timeZone }: At & { hours: BusinessHours }) {
  if (isOpenAt(hours, now, timeZone)) {
    const closing = nextClosingAfter(hours, now, timeZone)
    return (
      <Badge tone="ok">
        {closing === null
          ? t('Open now')
          : t('Open now, until {time}', {
              time: openingWords(closing, now, timeZone).replace(/^today at /, ''),
            })}
      </Badge>
    )
  }
  const opening = nextOpeningAfter(hours, now, timeZone)
  return (
    <Badge tone="grey">
      {opening === null
        ? t('Closed')
        : t('Closed until {opening}', { opening: openingWords(opening, now, timeZone) })}
    </Badge>
  )
}

const shownHolidays = 3

function HoursLines({
  kept: { hours, updated_at: at, updated_by: by },
  now,
  timeZone,
}: At & { kept: KeptHours }) {
  return (
    <>
      <Grid as="dl" gap={1.5} size="list" className={styles.lines}>
        {weekLines(hours).map(line => (
          <div key={line.days}>
            <dt>{line.days}</dt>
            <dd>{line.hours}</dd>
          </div>
        ))}
        {nextHolidays(hours, dayOf(now, timeZone), shownHolidays).map(holiday => (
          <div key={holiday.date}>
            <dt>
              <bdi>{holiday.name}</bdi>, {holidayDate(holiday)}
            </dt>
            <dd>{t('Closed')}</dd>
          </div>
        ))}
      </Grid>
      <Text as="p" size="meta" tone="muted">
        {t('Times are those of {timeZone}.', { timeZone: timeZone.replaceAll('_', ' ') })}
        {at !== null && (
          <>
            {' '}
            <ChangedBy at={at} by={by} />
          </>
        )}
      </Text>
    </>
  )
}
