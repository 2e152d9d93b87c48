import { calendar, momentLabel } from '@parley/core/rules/format'
import { maxSnoozeReason } from '@parley/core/words/conversations'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { SnoozeChange } from '../../data/conversations/snooze.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './SnoozeDialog.module.css'
import { namedTime, usualTimes } from './snooze-times.ts'

const local = calendar()

interface SnoozeDialogProps {
  readonly onClose: () => void
  readonly onSnooze: (change: SnoozeChange) => void
}

/** Until when a conversation is put off: by a press on a usual time, or in words. Why is optional, and comes with either. */
export function SnoozeDialog({ onClose, onSnooze }: SnoozeDialogProps) {
  const now = useNow()
  const [words, setWords] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const formId = useId()
  const until = namedTime(words, now)
  const when = useRef<HTMLDivElement>(null)
  const choose = (time: Date) => {
    onClose()
    onSnooze({ until: time, reason: reason.trim() === '' ? null : reason.trim() })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (until === null) when.current?.querySelector('input')?.focus()
    else choose(until)
  }
  const named = words.trim() === '' ? null : until === null ? 'This names no time to come' : null
  return (
    <Modal
      open
      onClose={onClose}
      title="Snooze this conversation"
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Snooze
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={onSubmit}>
        <div ref={when}>
          <TextField
            label="Until"
            placeholder="tomorrow 14:00, Monday, in 20 minutes"
            autoComplete="off"
            value={words}
            onChange={event => setWords(event.target.value)}
            error={
              tried && until === null
                ? (named ?? 'Say until when, for instance "tomorrow 14:00", or choose a time below')
                : undefined
            }
            hint={until === null ? 'It is back earlier if the customer writes.' : local.full(until)}
          />
        </div>
        <div role="group" aria-label="Usual times" className={styles.times}>
          {usualTimes(now).map(({ label, until: time }) => (
            <Button key={label} onClick={() => choose(time)}>
              {label} <span className={styles.time}>{momentLabel(local, time, now)}</span>
            </Button>
          ))}
        </div>
        <TextField
          label="Reason, for colleagues"
          placeholder="Optional"
          autoComplete="off"
          maxLength={maxSnoozeReason}
          value={reason}
          onChange={event => setReason(event.target.value)}
        />
      </form>
    </Modal>
  )
}
