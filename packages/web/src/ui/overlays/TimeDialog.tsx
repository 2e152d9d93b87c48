import { t } from '@parley/core/text/translate'
import { calendar, momentLabel } from '@parley/core/text/format'
import { useRef } from 'react'
import { Button } from '../Button.tsx'
import { FormDialog } from './FormDialog.tsx'
import { Grid, Text } from '../layout/Layout.tsx'
import { namedTime, usualTimes } from './named-times.ts'
import { TextField } from '../fields/TextField.tsx'
import styles from './TimeDialog.module.css'
import { useForm } from '../forms/use-form.ts'
import { useNow } from '../hooks/use-now.ts'

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
  const { title, about = null, action, time = null, onClose, onChoose } = props
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
        label={props.timeLabel}
        placeholder={t('tomorrow 14:00, Monday, in 20 minutes')}
        autoComplete="off"
        hint={wanted === null ? props.hint : local.full(wanted)}
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
        label={props.wordsLabel}
        placeholder={t('Optional')}
        autoComplete="off"
        maxLength={props.mostWords}
        {...form.text('words')}
      />
    </FormDialog>
  )
}
