import { plural, t } from '@parley/core/text/translate'
import { calendar, momentLabel } from '@parley/core/text/format'
import { useRef } from 'react'
import { readCopied } from '@parley/core/text/fold'
import { GB } from 'chrono-node/en'
import { Button } from '../Button.tsx'
import { FormDialog } from './FormDialog.tsx'
import { Grid, Text } from '../layout/Layout.tsx'
import { TextField } from '../fields/TextField.tsx'
import { useForm } from '../forms/use-form.ts'
import { useNow } from '../hooks/use-now.ts'
import styles from './TimeDialog.module.css'

const local = calendar()

interface TimeDialogProps {
  readonly title: string
  /** What it is for, above the fields; null: the title says it. */
  readonly about?: string | null
  /** What the button says that takes the time in words. */
  readonly action: string
  readonly timeLabel: string
  /** Below the field, for as long as it names no time. */
  readonly hint?: string
  /** The time it is now, which stays where no other is named; null: there is none. */
  readonly time?: Date | null
  readonly wordsLabel: string
  /** UTF-16 units. */
  readonly mostWords: number
  readonly words?: string
  /** The error when no time is given. */
  readonly noTime: string
  readonly onClose: () => void
  /** It has closed. `words` are trimmed. */
  readonly onChoose: (time: Date, words: string) => void
}

/** Asks for a time to come: by a press on a usual one, or in words. A few words more are optional, and come with either. */
export function TimeDialog(props: TimeDialogProps) {
  const {
    title,
    about = null,
    action,
    timeLabel,
    hint,
    time = null,
    wordsLabel,
    mostWords,
    onClose,
    onChoose,
  } = props
  const now = useNow()
  const field = useRef<HTMLInputElement>(null)
  const stays = time !== null && time > now ? time : null
  const timeOf = (named: string) => (named.trim() === '' ? stays : namedTime(named, now))
  const problemOf = (named: string) => {
    if (timeOf(named) !== null) return undefined
    if (named.trim() !== '') return t('Enter a time in the future, for instance "tomorrow 14:00"')
    return props.noTime
  }
  const form = useForm({
    values: { named: '', words: props.words ?? '' },
    check: ({ named }, tried) => ({ named: tried ? problemOf(named) : undefined }),
    send: async ({ named }) => {
      const chosen = timeOf(named)
      if (chosen !== null) choose(chosen)
    },
  })
  const choose = (chosen: Date) => {
    onClose()
    onChoose(chosen, form.values.words.trim())
  }
  const wanted = timeOf(form.values.named)
  return (
    <FormDialog form={form} title={title} action={action} initialFocus={field} gap={4} onClose={onClose}>
      {about !== null && (
        <Text as="p" dir="auto" size="list" tone="muted" breaks className={styles.about}>
          {about}
        </Text>
      )}
      <TextField
        ref={field}
        label={timeLabel}
        placeholder={t('tomorrow 14:00, Monday, in 20 minutes')}
        autoComplete="off"
        hint={wanted === null ? hint : local.full(wanted)}
        {...form.text('named')}
      />
      <Grid role="group" aria-label={t('Usual times')} gap={2} className={styles.times}>
        {usualTimes(now).map(({ label, at }) => (
          <Button key={label} onClick={() => choose(at)}>
            {label}{' '}
            <Text weight={400} tone="muted" digits>
              {momentLabel(local, at, now)}
            </Text>
          </Button>
        ))}
      </Grid>
      <TextField
        label={wordsLabel}
        placeholder={t('Optional')}
        autoComplete="off"
        maxLength={mostWords}
        {...form.text('words')}
      />
    </FormDialog>
  )
}

/** A time to come, as people name it. */
interface UsualTime {
  readonly label: string
  readonly at: Date
}

/** At which hour a day begins that is named without one. */
const morning = 9

const inHours = (now: Date, hours: number): Date => new Date(now.getTime() + hours * 3_600_000)

function morningOf(now: Date, daysAhead: number): Date {
  const day = new Date(now)
  day.setDate(day.getDate() + daysAhead)
  day.setHours(morning, 0, 0, 0)
  return day
}

/** What is chosen most, in the browser's zone: hours from now, the next morning, and Monday's where that is another. */
export function usualTimes(now: Date): readonly UsualTime[] {
  const toMonday = (8 - now.getDay()) % 7 || 7
  return [
    { label: t('In 1 hour'), at: inHours(now, 1) },
    { label: t('In 3 hours'), at: inHours(now, 3) },
    { label: t('Tomorrow'), at: morningOf(now, 1) },
    {
      label: plural(toMonday, { one: 'In a week', other: 'Monday' }),
      at: morningOf(now, toMonday === 1 ? 8 : toMonday),
    },
  ]
}

/**
 * The time that words name ("tomorrow 14:00", "Monday", "in 20 minutes", "3 Dec"), in the browser's zone; a day without an
 * hour means its morning. Days go before months ("5/12" is 5 December), and a day is one of the calendar however long it is.
 * Null where they name none, or one that is over.
 */
export function namedTime(words: string, now: Date): Date | null {
  const [found] = GB.parse(readCopied(words), now, { forwardDate: true })
  if (found === undefined) return null
  const { start } = found
  const day = [start.get('year') ?? 0, (start.get('month') ?? 1) - 1, start.get('day') ?? 1] as const
  const time = start.isCertain('hour') ? start.date() : new Date(...day, morning)
  return time > now ? time : null
}
