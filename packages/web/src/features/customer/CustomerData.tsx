import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, phoneOf } from '@parley/core/conversations/rules'
import { canonicalPhone, phoneLabel } from '@parley/core/customers/rules'
import { t } from '@parley/core/text/translate'
import { Download, Eraser } from 'lucide-react'
import { useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { eraseCustomer, exportCustomer } from '../../data/conversations/customer.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useAction } from '../../ui/hooks/use-action.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { rich } from '../../ui/rich.ts'
import { FailureNote } from '../../ui/states/FailureNote.tsx'

interface CustomerDataProps {
  readonly conversation: ConversationMeta
  readonly onErased?: (() => void) | undefined
}

/** What an administrator can do with all that is held about the customer: take it along, or take it away. */
export function CustomerData({ conversation, onErased }: CustomerDataProps) {
  const { id } = conversation.user
  const [isAsking, setIsAsking] = useState(false)
  const { busy, failure, run } = useAction(cause => laterFailureWords('exportCustomer', cause))
  if (id === null) return null
  return (
    <Grid as="section" aria-label={t("Customer's data")} gap={2}>
      <Text as="h3" size="list" weight={600}>
        {t('Customer’s data')}
      </Text>
      <HStack gap={2} align="stretch" wrap>
        <Button
          size="small"
          busy={busy}
          icon={<Download size={14} strokeWidth={1.8} aria-hidden="true" />}
          onClick={() => void run(() => exportCustomer(id))}
        >
          {t('Export customer’s data')}
        </Button>
        {conversation.erased === null && (
          <Button
            size="small"
            icon={<Eraser size={14} strokeWidth={1.8} aria-hidden="true" />}
            onClick={() => setIsAsking(true)}
          >
            {t('Erase customer…')}
          </Button>
        )}
      </HStack>
      {failure !== null && <FailureNote>{failure}</FailureNote>}
      {isAsking && (
        <EraseQuestion
          conversation={conversation}
          id={id}
          onErased={onErased}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Grid>
  )
}

type EraseQuestionProps = CustomerDataProps & { readonly id: string; readonly onClose: () => void }

/** Asks for the customer's number and for a reason before everything of them goes: it cannot be undone. */
function EraseQuestion({ conversation, id, onErased, onClose }: EraseQuestionProps) {
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
    wordsOf: cause => laterFailureWords('eraseCustomer', cause),
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
