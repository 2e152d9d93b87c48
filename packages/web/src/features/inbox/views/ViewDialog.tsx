import { type ViewScope, viewLimits } from '@parley/core/saved-views/constants'
import { t } from '@parley/core/text/translate'
import { useRef } from 'react'
import { laterFailureWords } from '../../../client/later-messages.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'

interface ViewDialogProps {
  readonly title: string
  /** What it is called so far. */
  readonly name: string
  /** Whether it may be everybody's. */
  readonly mayShare: boolean
  readonly onClose: () => void
  readonly onSave: (name: string, scope: ViewScope) => Promise<void>
}

/** What a view is called, and whose it is. */
export function ViewDialog({ title, name: before, mayShare, onClose, onSave }: ViewDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const form = useForm({
    values: { name: before, shared: false },
    check: ({ name }, tried) => ({ name: tried && name.trim() === '' ? t('Give it a name') : undefined }),
    send: async ({ name, shared }) => {
      await onSave(name.trim(), shared ? 'shared' : 'own')
      onClose()
    },
    wordsOf: cause => laterFailureWords('saveView', cause),
  })
  return (
    <FormDialog form={form} title={title} action={t('Save')} size="sm" initialFocus={field} onClose={onClose}>
      <TextField ref={field} label={t('Name')} maxLength={viewLimits.name} {...form.text('name')} />
      {mayShare && <Checkbox label={t('Shared with everybody')} {...form.tick('shared')} />}
    </FormDialog>
  )
}
