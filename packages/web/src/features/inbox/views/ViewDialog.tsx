import { viewLimits, type ViewScope } from '@parley/core/saved-views/constants'
import { useId, useRef, useState } from 'react'
import { laterFailureWords } from '../../../client/later-messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Grid } from '../../../ui/layout/Layout.tsx'
import { FailureNote } from '../../../ui/states/FailureNote.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useAction } from '../../../ui/hooks/use-action.ts'

interface ViewDialogProps {
  readonly title: string
  /** What it is called so far. */
  readonly name: string
  /** Whether it may be everybody's. */
  readonly mayShare: boolean
  readonly onClose: () => void
  readonly onSave: (name: string, scope: ViewScope) => Promise<void>
}

const words = (cause: unknown) => laterFailureWords('saveView', cause)

/** What a view is called, and whose it is. */
export function ViewDialog({ title, name: before, mayShare, onClose, onSave }: ViewDialogProps) {
  const [name, setName] = useState(before)
  const [shared, setShared] = useState(false)
  const [asked, setAsked] = useState(false)
  const { busy, failure, run } = useAction(words)
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const isEmpty = name.trim() === ''
  const save = async () => {
    setAsked(true)
    if (isEmpty) return field.current?.focus()
    if (await run(() => onSave(name.trim(), shared ? 'shared' : 'own'))) onClose()
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      size="sm"
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <Grid
        as="form"
        id={form}
        gap={3}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          ref={field}
          label="Name"
          value={name}
          maxLength={viewLimits.name}
          error={asked && isEmpty ? 'Give it a name' : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        {mayShare && (
          <Checkbox
            label="Shared with everybody"
            checked={shared}
            onChange={({ target }) => setShared(target.checked)}
          />
        )}
        {failure !== null && <FailureNote>{failure}</FailureNote>}
      </Grid>
    </Modal>
  )
}
