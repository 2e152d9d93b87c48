import { calendar, momentLabel } from '@parley/core/text/format'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { Grid, Text } from '../layout/Layout.tsx'
import { Modal } from './Modal.tsx'
import { namedTime, usualTimes } from './named-times.ts'
import { TextField } from '../fields/TextField.tsx'
import styles from './TimeDialog.module.css'
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
  const [named, setNamed] = useState('')
  const [words, setWords] = useState(props.words ?? '')
  const [tried, setTried] = useState(false)
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const isNamed = named.trim() !== ''
  const stays = time !== null && time > now ? time : null
  const wanted = isNamed ? namedTime(named, now) : stays
  const choose = (chosen: Date) => {
    onClose()
    onChoose(chosen, words.trim())
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wanted === null) field.current?.focus()
    else choose(wanted)
  }
  const missing = isNamed
    ? 'This names no time to come'
    : `Say ${timeLabel === 'Until' ? 'until when' : 'when'}, for instance "tomorrow 14:00", or choose a time below`
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      size="md"
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            {action}
          </Button>
        </>
      }
    >
      <Grid as="form" id={formId} gap={4} noValidate onSubmit={onSubmit}>
        {about !== null && (
          <Text as="p" dir="auto" size="list" tone="muted" breaks className={styles.about}>
            {about}
          </Text>
        )}
        <TextField
          ref={field}
          label={timeLabel}
          placeholder="tomorrow 14:00, Monday, in 20 minutes"
          autoComplete="off"
          value={named}
          onChange={event => setNamed(event.target.value)}
          error={tried && wanted === null ? missing : undefined}
          hint={wanted === null ? hint : local.full(wanted)}
        />
        <Grid role="group" aria-label="Usual times" gap={2} className={styles.times}>
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
          placeholder="Optional"
          autoComplete="off"
          maxLength={mostWords}
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      </Grid>
    </Modal>
  )
}
