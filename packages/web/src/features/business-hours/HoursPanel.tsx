import type { BusinessHours, Holiday, HoursSpan, KeptHours } from '@parley/core/business-hours/api'
import { hoursLimits, weekdays } from '@parley/core/business-hours/constants'
import {
  holidayDate,
  hoursProblems,
  isOnLeapDay,
  isOpenAt,
  isOvernight,
  nextClosingAfter,
  nextOpeningAfter,
  openingWords,
  weekdayName,
} from '@parley/core/business-hours/rules'
import { dayOf } from '@parley/core/text/days'
import { t } from '@parley/core/text/translate'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useBusinessHours, useChangeHours } from '../../data/business-hours/hours.ts'
import { Button } from '../../ui/Button.tsx'
import { ChangedBy } from '../../ui/Moment.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useVersionedDraft, ConflictNotice } from '../../ui/states/ConflictNotice.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Fetched } from '../../ui/states/Fetched.tsx'
import styles from './hours.module.css'
import { clockText, nextHolidays, weekLines } from './words.ts'

/** When people are there. @param timeZone IANA, the workspace's */
export function HoursPanel({ timeZone }: { timeZone: string }) {
  const [editing, setEditing] = useState(false)
  const now = useNow()
  return (
    <Grid as="section" gap={3} aria-label={t('Business hours')}>
      <Fetched
        held={useBusinessHours()}
        loading={t('Loading business hours')}
        failed={t('The business hours could not be fetched')}
      >
        {kept => (
          <>
            <HStack>
              <OpenBadge hours={kept.hours} now={now} timeZone={timeZone} />
            </HStack>
            <HoursLines kept={kept} now={now} timeZone={timeZone} />
            <div>
              <Button size="small" onClick={() => setEditing(true)}>
                {t('Edit hours and holidays')}
              </Button>
            </div>
            {editing && <HoursEditor kept={kept} onClose={() => setEditing(false)} />}
          </>
        )}
      </Fetched>
    </Grid>
  )
}

type At = { now: Date; timeZone: string }

function OpenBadge({ hours, now, timeZone }: At & { hours: BusinessHours }) {
  if (isOpenAt(hours, now, timeZone)) {
    const closing = nextClosingAfter(hours, now, timeZone)
    const time = closing && openingWords(closing, now, timeZone).replace(/^today at /, '')
    return <Badge tone="ok">{time === null ? t('Open now') : t('Open now, until {time}', { time })}</Badge>
  }
  const next = nextOpeningAfter(hours, now, timeZone)
  const opening = next && openingWords(next, now, timeZone)
  return (
    <Badge tone="grey">{opening === null ? t('Closed') : t('Closed until {opening}', { opening })}</Badge>
  )
}

const shownHolidays = 3

function HoursLines({ kept, now, timeZone }: At & { kept: KeptHours }) {
  const { hours, updated_at: at, updated_by: by } = kept
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

/** Hours of each day and the holidays, as one form. What was typed stays when it cannot be saved. */
function HoursEditor({ kept, onClose }: { kept: KeptHours; onClose: () => void }) {
  const save = useChangeHours()
  const { version, conflict, ...draft } = useVersionedDraft(kept.hours, kept.version)
  const form = useForm({
    ...draft,
    check: (hours, tried) => (tried ? hoursProblems(hours) : {}),
    isReady: () => !conflict.isOvertaken,
    send: async hours => {
      await save(hours, version)
      onClose()
    },
    wordsOf: cause => laterFailureWords('changeHours', cause),
  })
  const { values, problems, change } = form
  const { week, holidays } = values
  return (
    <FormDialog
      // The notice says it.
      form={conflict.isOvertaken ? { ...form, failure: null } : form}
      title={t('Business hours')}
      action={t('Save')}
      size="lg"
      onClose={onClose}
    >
      <ConflictNotice conflict={conflict} by={kept.updated_by}>
        {t('saved other hours meanwhile.')}
      </ConflictNotice>
      {weekdays.map(day => (
        <DayFields
          key={day}
          name={weekdayName(day)}
          all={week[day]}
          problems={week[day].map((_, place) => problems[`week.${day}.${place}`])}
          onChange={spans => change({ week: { ...week, [day]: spans } })}
        />
      ))}
      {problems.week !== undefined && (
        <FailureNote>{t('The week {week}.', { week: problems.week })}</FailureNote>
      )}
      <HolidayFields
        all={holidays}
        problems={holidays.map((_, place) => problems[`holidays.${place}`])}
        onChange={all => change({ holidays: all })}
      />
    </FormDialog>
  )
}

const isComplete = ({ from, to }: HoursSpan): boolean => from.length === 5 && to.length === 5

interface FieldsProps<One> {
  readonly all: readonly One[]
  /** At their places. */
  readonly problems: readonly (string | undefined)[]
  readonly onChange: (all: One[]) => void
}

function DayFields({ name, all, problems, onChange }: FieldsProps<HoursSpan> & { readonly name: string }) {
  const id = useId()
  return (
    <Grid as="fieldset" gap={2} align="start" flex="shrink" className={styles.day}>
      <legend>{name}</legend>
      <Grid gap={2}>
        {all.length === 0 && <span className={styles.closed}>{t('Closed')}</span>}
        {all.map((span, place) => {
          const problem = problems[place]
          const put = (edge: 'from' | 'to', time: string) =>
            onChange(all.with(place, { ...span, [edge]: time }))
          const field = (edge: 'from' | 'to') => (
            <input
              aria-label={`${name}, ${edge} (${place + 1})`}
              {...told(problem, `${id}-${place}`)}
              className={styles.clock}
              inputMode="numeric"
              placeholder="00:00"
              maxLength={5}
              value={span[edge]}
              onChange={({ target }) => put(edge, target.value)}
              onBlur={({ target }) => put(edge, clockText(target.value))}
            />
          )
          return (
            <Line
              // oxlint-disable-next-line react/no-array-index-key -- hours are what stands at their place
              key={`${id}-${place}`}
              id={`${id}-${place}`}
              remove={t('Remove hours {place} of {name}', { place: place + 1, name })}
              onRemove={() => onChange(all.toSpliced(place, 1))}
              note={isComplete(span) && isOvernight(span) && t('the next day')}
              problem={problem && `${name} ${problem}`}
            >
              {field('from')}
              <span>{t('to')}</span>
              {field('to')}
            </Line>
          )
        })}
      </Grid>
      {all.length < hoursLimits.spans && (
        <Button
          size="small"
          variant="quiet"
          icon={<Plus size={14} strokeWidth={1.8} aria-hidden="true" />}
          aria-label={t('Add hours on {name}', { name })}
          onClick={() => onChange([...all, { from: '', to: '' }])}
        >
          {t('Add hours')}
        </Button>
      )}
    </Grid>
  )
}

function HolidayFields({ all, problems, onChange }: FieldsProps<Holiday>) {
  const id = useId()
  return (
    <Grid as="fieldset" gap={2} flex="shrink" className={styles.holidays}>
      <legend>{t('Holidays')}</legend>
      {all.length === 0 && <span className={styles.closed}>{t('None')}</span>}
      {all.map((holiday, place) => {
        const problem = problems[place]
        const put = (more: Partial<Holiday>) => onChange(all.with(place, { ...holiday, ...more }))
        return (
          <Line
            // oxlint-disable-next-line react/no-array-index-key -- a holiday is what stands at its place
            key={`${id}-${place}`}
            id={`${id}-${place}`}
            remove={t('Remove holiday {place}', { place: place + 1 })}
            onRemove={() => onChange(all.toSpliced(place, 1))}
            note={isOnLeapDay(holiday) && t('On 28 February in years without 29 February')}
            problem={problem && `${holiday.name.trim() === '' ? t('This holiday') : holiday.name} ${problem}`}
          >
            <input
              type="date"
              aria-label={t('Day of holiday {place}', { place: place + 1 })}
              {...told(problem, `${id}-${place}`)}
              className={styles.date}
              value={holiday.date}
              onChange={({ target }) => put({ date: target.value })}
            />
            <input
              aria-label={t('Name of holiday {place}', { place: place + 1 })}
              {...told(problem, `${id}-${place}`)}
              dir="auto"
              className={styles.name}
              maxLength={hoursLimits.holidayName}
              value={holiday.name}
              onChange={({ target }) => put({ name: target.value })}
            />
            <Checkbox
              label={t('Every year')}
              checked={holiday.yearly}
              onChange={({ target }) => put({ yearly: target.checked })}
            />
          </Line>
        )
      })}
      {all.length < hoursLimits.holidays && (
        <div>
          <Button
            size="small"
            variant="quiet"
            icon={<Plus size={14} strokeWidth={1.8} aria-hidden="true" />}
            onClick={() => onChange([...all, { date: '', name: '', yearly: true }])}
          >
            {t('Add holiday')}
          </Button>
        </div>
      )}
    </Grid>
  )
}

/** What the fields of a line say of its problem. */
const told = (problem: string | undefined, id: string) =>
  problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': id }

interface LineProps {
  /** Of its problem. */
  readonly id: string
  /** The name of the button that takes it away. */
  readonly remove: string
  readonly onRemove: () => void
  /** What is remarkable about it; said while nothing is wrong. */
  readonly note: string | false
  readonly problem: string | undefined
  readonly children: ReactNode
}

function Line({ id, remove, onRemove, note, problem, children }: LineProps) {
  return (
    <HStack gap={2} wrap size="list" tone="muted">
      {children}
      <IconButton size="small" label={remove} onClick={onRemove}>
        <X size={14} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
      {problem === undefined && note && <span className={styles.closed}>{note}</span>}
      {problem !== undefined && (
        <Text as="p" id={id} size="meta" tone="danger" className={styles.error}>
          {problem}
        </Text>
      )}
    </HStack>
  )
}
