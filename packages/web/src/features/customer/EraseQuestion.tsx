import { t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, phoneOf } from '@parley/core/conversations/rules'
import { canonicalPhone, phoneLabel } from '@parley/core/customers/rules'
import { laterFailureWords } from '../../client/later-messages.ts'
import { eraseCustomer } from '../../data/conversations/customer.ts'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/forms/use-form.ts'

interface EraseQuestionProps {
  readonly conversation: ConversationMeta
  readonly id: string
  readonly onErased?: (() => void) | undefined
  readonly onClose: () => void
}

const failed = (cause: unknown) => laterFailureWords('eraseCustomer', cause)

/** Asks for the customer's number and for a reason before everything of them goes: it cannot be undone. */
export function EraseQuestion({ conversation, id, onErased, onClose }: EraseQuestionProps) {
  const name = customerNameOf(conversation)
  const phone = phoneOf(conversation)
  const wanted = canonicalPhone(phone)
  const isConfirmed = (typed: string) =>
    wanted === null ? typed.trim() === id : canonicalPhone(typed) === wanted
  const form = useForm({
    values: { confirm: '', reason: '' },
    isReady: ({ confirm, reason }) => isConfirmed(confirm) && reason.trim() !== '',
    send: async ({ confirm, reason }) => {
      await eraseCustomer(id, { confirm, reason: reason.trim() })
      onErased?.()
      onClose()
    },
    wordsOf: failed,
  })
  return (
    <FormDialog
      form={form}
      title={t('Erase this customer?')}
      action={t('Erase for good')}
      variant="danger"
      size="sm"
      onClose={onClose}
    >
      <p>
        {rich(
          'Every message, file, ticket, issue and application of {name} loses its text, and the customer’s name and number are deleted. Statistics stay. This cannot be undone.',
          { name: <strong dir="auto">{name}</strong> },
        )}
      </p>
      <TextField
        label={
          wanted === null
            ? t('Type the customer’s id, {id}', { id })
            : t('Type the phone number, {phone}', { phone: phoneLabel(phone) })
        }
        autoComplete="off"
        {...form.text('confirm')}
      />
      <TextField
        label={t('Reason')}
        hint={t('It stays on record: say why without the name and the number')}
        maxLength={500}
        autoComplete="off"
        {...form.text('reason')}
      />
    </FormDialog>
  )
}
