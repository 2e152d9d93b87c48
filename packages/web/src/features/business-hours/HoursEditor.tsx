import { t } from '@parley/core/text/translate'
import type { BusinessHours, Holiday, HoursSpan, KeptHours } from '@parley/core/business-hours/api'
import { hoursProblems, isOnLeapDay, isOvernight, weekdayName } from '@parley/core/business-hours/rules'
import { hoursLimits, weekdays } from '@parley/core/business-hours/constants'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { ConflictNotice, useVersionedDraft } from '../../ui/states/ConflictNotice.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import styles from './hours.module.css'
import { clockText } from './words.ts'

const notSaved = (cause: unknown) => laterFailureWords('changeHours', cause)

type HoursEditorProps = {
  kept: KeptHours
  onSave: (hours: BusinessHours, version: number) => Promise<void>
  onClose: () => void
}

/** Hours of each day and the holidays, as one form. What was typed stays when it cannot be saved. */
export function HoursEditor({ kept, onSave, onClose }: HoursEditorProps) {
  const { version, conflict, ...draft } = useVersionedDraft(kept.hours, kept.version)
  const form = useForm({
    ...draft,
    check: (hours, tried) => (tried ? hoursProblems(hours) : {}),
    isReady: () => !conflict.isOvertaken,
    send: async hours => {
      await onSave(hours, version)
      onClose()
    },
    wordsOf: notSaved,
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
          spans={week[day]}
          problems={week[day].map((_, place) => problems[`week.${day}.${place}`])}
          onChange={spans => change({ week: { ...week, [day]: spans } })}
        />
      ))}
      {problems.week !== undefined && (
        <FailureNote>{t('The week {week}.', { week: problems.week })}</FailureNote>
      )}
      <HolidayFields
        holidays={holidays}
        problems={holidays.map((_, place) => problems[`holidays.${place}`])}
        onChange={all => change({ holidays: all })}
      />
    </FormDialog>
  )
}

const without = <T,>(all: readonly T[], place: number): T[] => all.filter((_, one) => one !== place)
const replaced = <T,>(all: readonly T[], place: number, by: T): T[] =>
  all.map((old, one) => (one === place ? by : old))

const isComplete = ({ from, to }: HoursSpan): boolean => from.length === 5 && to.length === 5

type DayFieldsProps = {
  name: string
  spans: readonly HoursSpan[]
  problems: readonly (string | undefined)[]
  onChange: (spans: HoursSpan[]) => void
}

function DayFields({ name, spans, problems, onChange }: DayFieldsProps) {
  const id = useId()
  return (
    <Grid as="fieldset" gap={2} align="start" flex="shrink" className={styles.day}>
      <legend>{name}</legend>
      <Grid gap={2}>
        {spans.length === 0 && <span className={styles.closed}>{t('Closed')}</span>}
        {spans.map((span, place) => {
          const problem = problems[place]
          const field = (edge: 'from' | 'to') => (
            <input
              aria-label={`${name}, ${edge} (${place + 1})`}
              aria-invalid={problem === undefined ? undefined : true}
              aria-describedby={problem === undefined ? undefined : `${id}-${place}`}
              className={styles.clock}
              inputMode="numeric"
              placeholder="00:00"
              maxLength={5}
              value={span[edge]}
              onChange={({ target }) => onChange(replaced(spans, place, { ...span, [edge]: target.value }))}
              onBlur={({ target }) =>
                onChange(replaced(spans, place, { ...span, [edge]: clockText(target.value) }))
              }
            />
          )
          return (
            // oxlint-disable-next-line react/no-array-index-key -- hours are what stands at their place
            <HStack key={`${id}-${place}`} gap={2} wrap size="list" tone="muted">
              {field('from')}
              <span>{t('to')}</span>
              {field('to')}
              <IconButton
                size="small"
                label={t('Remove hours {place} of {name}', { place: place + 1, name })}
                onClick={() => onChange(without(spans, place))}
              >
                <X size={14} strokeWidth={1.8} aria-hidden="true" />
              </IconButton>
              {problem === undefined && isComplete(span) && isOvernight(span) && (
                <span className={styles.closed}>{t('the next day')}</span>
              )}
              {problem !== undefined && (
                <Text as="p" id={`${id}-${place}`} size="meta" tone="danger" className={styles.error}>
                  {name} {problem}
                </Text>
              )}
            </HStack>
          )
        })}
      </Grid>
      {spans.length < hoursLimits.spans && (
        <Button
          size="small"
          variant="quiet"
          icon={<Plus size={14} strokeWidth={1.8} aria-hidden="true" />}
          aria-label={t('Add hours on {name}', { name })}
          onClick={() => onChange([...spans, { from: '', to: '' }])}
        >
          {t('Add hours')}
        </Button>
      )}
    </Grid>
  )
}

type HolidayFieldsProps = {
  holidays: readonly Holiday[]
  problems: readonly (string | undefined)[]
  onChange: (holidays: Holiday[]) => void
}

function HolidayFields({ holidays, problems, onChange }: HolidayFieldsProps) {
  const id = useId()
  return (
    <Grid as="fieldset" gap={2} flex="shrink" className={styles.holidays}>
      <legend>{t('Holidays')}</legend>
      {holidays.length === 0 && <span className={styles.closed}>{t('None')}</span>}
      {holidays.map((holiday, place) => {
        const problem = problems[place]
        const put = (more: Partial<Holiday>) => onChange(replaced(holidays, place, { ...holiday, ...more }))
        const told = {
          'aria-invalid': problem === undefined ? undefined : true,
          'aria-describedby': problem === undefined ? undefined : `${id}-${place}`,
        }
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a holiday is what stands at its place
          <HStack key={`${id}-${place}`} gap={2} wrap size="list" tone="muted">
            <input
              type="date"
              aria-label={t('Day of holiday {place}', { place: place + 1 })}
              {...told}
              className={styles.date}
              value={holiday.date}
              onChange={({ target }) => put({ date: target.value })}
            />
            <input
              aria-label={t('Name of holiday {place}', { place: place + 1 })}
              {...told}
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
            <IconButton
              size="small"
              label={t('Remove holiday {place}', { place: place + 1 })}
              onClick={() => onChange(without(holidays, place))}
            >
              <X size={14} strokeWidth={1.8} aria-hidden="true" />
            </IconButton>
            {problem === undefined && isOnLeapDay(holiday) && (
              <span className={styles.closed}>{t('On 28 February in years without 29 February')}</span>
            )}
            {problem !== undefined && (
              <Text as="p" id={`${id}-${place}`} size="meta" tone="danger" className={styles.error}>
                {holiday.name.trim() === '' ? t('This holiday') : holiday.name} {problem}
              </Text>
            )}
          </HStack>
        )
      })}
      {holidays.length < hoursLimits.holidays && (
        <div>
          <Button
            size="small"
            variant="quiet"
            icon={<Plus size={14} strokeWidth={1.8} aria-hidden="true" />}
            onClick={() => onChange([...holidays, { date: '', name: '', yearly: true }])}
          >
            {t('Add holiday')}
          </Button>
        </div>
      )}
    </Grid>
  )
}
