import { awayWords } from '@parley/core/agents/rules'
import {
  type AwayStatus,
  maxStatusReason,
  type StatusMinutes,
  statusMinutes,
  usualStatusReasons,
} from '@parley/core/agents/constants'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { sayStatus } from '../../data/agents/own-status.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import styles from './own-status.module.css'

const untilChanged = 'changed'
type Until = `${StatusMinutes}` | typeof untilChanged

const untilChoices: readonly { readonly value: Until; readonly label: string }[] = [
  { value: untilChanged, label: 'Until I change it' },
  ...statusMinutes.map(minutes => ({ value: `${minutes}` as const, label: `For ${minutes} minutes` })),
]

const failed = (cause: unknown) => {
  logFailure('setOwnStatus', cause)
  return failureWords('setOwnStatus', cause)
}

/** Why one takes nothing, and for how long. Neither has to be said. */
export function StatusDialog({ status, onClose }: { status: AwayStatus; onClose: () => void }) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState<Until>(untilChanged)
  const { busy, failure, run, dismiss } = useAction(failed)
  const formId = useId()
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const minutes = statusMinutes.find(one => `${one}` === until) ?? null
    if (await run(() => sayStatus(client, { status, reason: reason.trim() || null, minutes }))) onClose()
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={awayWords[status]}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            Set status
          </Button>
        </>
      }
    >
      <Grid as="form" id={formId} gap={4} noValidate onSubmit={event => void onSubmit(event)}>
        <Text as="p" size="list" tone="muted">
          You are offered no new conversations, and what waits for your answer goes on to others. What you
          have stays yours.
        </Text>
        <TextField
          label="Reason (visible to your team)"
          placeholder="Optional"
          autoComplete="off"
          maxLength={maxStatusReason}
          value={reason}
          onChange={event => setReason(event.target.value)}
        />
        <HStack role="group" aria-label="Usual reasons" gap={2} align="stretch" wrap className={styles.usual}>
          {usualStatusReasons[status].map(usual => (
            <Button
              key={usual}
              size="small"
              aria-pressed={reason === usual}
              onClick={() => setReason(reason === usual ? '' : usual)}
            >
              {usual}
            </Button>
          ))}
        </HStack>
        <RadioList label="How long" value={until} onChange={setUntil} choices={untilChoices} />
        {failure !== null && <FailureNote onDismiss={dismiss}>{failure}</FailureNote>}
      </Grid>
    </Modal>
  )
}
