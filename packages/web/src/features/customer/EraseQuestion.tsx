import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, phoneOf } from '@parley/core/conversations/rules'
import { canonicalPhone, phoneLabel } from '@parley/core/customers/rules'
import { type FormEvent, useId, useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { eraseCustomer } from '../../data/conversations/personal-data.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'

interface EraseQuestionProps {
  readonly conversation: ConversationMeta
  readonly id: string
  readonly onClose: () => void
}

const failed = (cause: unknown) => laterFailureWords('eraseCustomer', cause)

/** Asks for the customer's number and for a reason before everything of them goes: it cannot be undone. */
export function EraseQuestion({ conversation, id, onClose }: EraseQuestionProps) {
  const name = customerNameOf(conversation)
  const phone = phoneOf(conversation)
  const wanted = canonicalPhone(phone)
  const [confirm, setConfirm] = useState('')
  const [reason, setReason] = useState('')
  const { busy, failure, run } = useAction(failed)
  const form = useId()
  const isConfirmed = wanted === null ? confirm.trim() === id : canonicalPhone(confirm) === wanted
  const isReady = isConfirmed && reason.trim() !== ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || busy) return
    if (await run(() => eraseCustomer(id, { confirm, reason: reason.trim() }))) onClose()
  }
  return (
    <Modal
      open
      onClose={onClose}
      title="Erase this customer?"
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" type="submit" form={form} busy={busy} disabled={!isReady}>
            Erase for good
          </Button>
        </>
      }
    >
      <Grid as="form" id={form} gap={3} onSubmit={event => void submit(event)}>
        <p>
          Every message, file, ticket, issue and application of <strong dir="auto">{name}</strong> loses its
          words, and who they are is forgotten. Figures stay. This cannot be undone.
        </p>
        <TextField
          label={
            wanted === null ? `Type the customer’s id, ${id}` : `Type the phone number, ${phoneLabel(phone)}`
          }
          autoComplete="off"
          value={confirm}
          onChange={({ target }) => setConfirm(target.value)}
        />
        <TextField
          label="Reason"
          hint="It stays on record: say why without the name and the number"
          maxLength={500}
          autoComplete="off"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {failure !== null && <FailureNote>{failure}</FailureNote>}
      </Grid>
    </Modal>
  )
}
