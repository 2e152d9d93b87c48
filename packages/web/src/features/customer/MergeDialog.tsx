import { t } from '@parley/core/text/translate'
import type { ConversationEntity, ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, phoneOf } from '@parley/core/conversations/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import { useState } from 'react'
import { failureWords } from '../../client/action-messages.ts'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useMergeActions, useOtherCustomers } from '../../data/conversations/customer.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { ListSearch } from '../../ui/fields/ListSearch.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import { MadeMerges } from './MadeMerges.tsx'
import { MergePair } from './MergePair.tsx'
import styles from './SamePerson.module.css'

interface MergeDialogProps {
  readonly conversation: ConversationMeta
  readonly customerId: string
  readonly onClose: () => void
}

const failed = (cause: unknown) => laterFailureWords('mergeCustomers', cause)

/** Finds the other customer, shows both beside each other, and makes them one. What was merged before can be taken back. */
export function MergeDialog({ conversation, customerId, onClose }: MergeDialogProps) {
  const [search, setSearch] = useState('')
  const [chosenId, setChosenId] = useState('')
  const others = useOtherCustomers(search, customerId)
  const { merge } = useMergeActions(conversation.id)
  const { busy, failure, run } = useAction(failed)
  const found = others.data ?? []
  const chosen = found.find(one => one.id === chosenId)
  const confirm = async () => {
    if (chosen !== undefined && (await run(() => merge(chosen.id)))) onClose()
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t('Merge with another customer')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={chosen === undefined}
            onClick={() => void confirm()}
          >
            {t('Merge into this customer')}
          </Button>
        </>
      }
    >
      <Grid gap={3} className={styles.dialog}>
        <MadeMerges conversationId={conversation.id} />
        <ListSearch of={t('customers')} search={search} onSearch={setSearch} />
        {search === '' && (
          <Text as="p" size="meta" tone="muted">
            {t('Search for the other customer by name, phone number or ticket number.')}
          </Text>
        )}
        {others.isError && <FailureNote>{failureWords('fetchConversations', others.error)}</FailureNote>}
        {others.isSuccess && found.length === 0 && (
          <Text as="p" size="meta" tone="muted">
            {t('No other customer found')}
          </Text>
        )}
        {found.length > 0 && (
          <RadioList
            label={t('Who is the same person?')}
            value={chosenId}
            onChange={setChosenId}
            choices={found.map(choiceOf)}
          />
        )}
        {chosen !== undefined && <MergePair key={chosen.id} kept={conversation} gone={chosen} />}
        {failure !== null && <FailureNote>{failure}</FailureNote>}
      </Grid>
    </Modal>
  )
}

const choiceOf = (one: ConversationEntity) => ({
  value: one.id,
  label: customerNameOf(one),
  hint: [phoneLabel(phoneOf(one)), one.last_message?.content ?? ''].filter(part => part !== '').join(' · '),
})
