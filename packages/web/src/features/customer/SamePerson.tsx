import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, phoneOf } from '@parley/core/conversations/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import { calendar } from '@parley/core/text/format'
import { t } from '@parley/core/text/translate'
import { Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { failureWords } from '../../client/action-messages.ts'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useMergeActions, useMerges, useOtherCustomers } from '../../data/conversations/customer.ts'
import { Button } from '../../ui/Button.tsx'
import { ListSearch } from '../../ui/fields/ListSearch.tsx'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import styles from './customer.module.css'

/** Says that this customer and another are one person, and shows what was said before. */
export function SamePerson({ conversation }: { readonly conversation: ConversationMeta }) {
  const [isOpen, setIsOpen] = useState(false)
  const { id: customerId } = conversation.user
  if (customerId === null) return null
  return (
    <Grid as="section" aria-label={t('Same person')} gap={3} className={styles.section}>
      <Button
        size="small"
        variant="quiet"
        icon={<Users size={14} strokeWidth={1.8} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('Link to another customer…')}
      </Button>
      {isOpen && (
        <MergeDialog conversation={conversation} customerId={customerId} onClose={() => setIsOpen(false)} />
      )}
    </Grid>
  )
}

/** Finds the other customer, shows both beside each other, and makes them one. What was merged before can be taken back. */
function MergeDialog({
  conversation,
  customerId,
  onClose,
}: {
  conversation: ConversationMeta
  customerId: string
  onClose: () => void
}) {
  const [search, setSearch] = useState('')
  const [chosenId, setChosenId] = useState('')
  const others = useOtherCustomers(search, customerId)
  const { merge } = useMergeActions(conversation.id)
  const { busy, failure, run } = useAction(cause => laterFailureWords('mergeCustomers', cause))
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
      <Grid gap={3}>
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
            choices={found.map(one => ({
              value: one.id,
              label: customerNameOf(one),
              hint: [phoneLabel(phoneOf(one)), one.last_message?.content].filter(Boolean).join(' · '),
            }))}
          />
        )}
        {chosen !== undefined && <MergePair key={chosen.id} kept={conversation} gone={chosen} />}
        {failure !== null && <FailureNote>{failure}</FailureNote>}
      </Grid>
    </Modal>
  )
}

const facts: readonly (readonly [string, (one: ConversationMeta) => string])[] = [
  [t('Name'), customerNameOf],
  [t('Phone'), one => phoneLabel(phoneOf(one))],
  [t('Account type'), one => one.metadata.account_type ?? '–'],
  [t('Customer ID'), one => one.metadata.customer_id ?? '–'],
  [t('Conversation'), one => `#${one.id}, ${one.status.toLowerCase()}`],
  [t('Tickets and applications'), one => one.references.join(', ') || t('None')],
]

/** Two customers beside each other, and what becomes of them; comes into view whole when it is made. */
function MergePair({ kept, gone }: { kept: ConversationMeta; gone: ConversationMeta }) {
  const pair = useRef<HTMLDivElement>(null)
  useEffect(() => {
    pair.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={pair}>
      <table className={styles.pair}>
        <caption className="visually-hidden">{t('Both customers')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('What')}</span>
            </th>
            <th scope="col">{t('This customer')}</th>
            <th scope="col">{t('The other')}</th>
          </tr>
        </thead>
        <tbody>
          {facts.map(([name, of]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td dir="auto">{of(kept)}</td>
              <td dir="auto">{of(gone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text as="p" size="meta" tone="muted">
        {t(
          'This customer gets all conversations, tickets and applications of the other. The name and phone stay. The other customer’s open conversation is archived. New messages from both arrive here. You can undo this.',
        )}
      </Text>
    </div>
  )
}

const local = calendar()
/** What was merged into a customer before, each to be taken back. Nothing where there is none. */
function MadeMerges({ conversationId }: { readonly conversationId: string }) {
  const { data: merges = [], error } = useMerges(conversationId)
  const { undo } = useMergeActions(conversationId)
  const { busy, failure, run } = useAction(cause => laterFailureWords('undoMerge', cause))
  const standing = merges.filter(merge => merge.undone === null)
  return (
    <>
      {standing.length > 0 && (
        <Grid as="ul" aria-label={t('Merged into this customer')} gap={3}>
          {standing.map(({ id, gone, made_at: at, made_by: by, conversation_ids: [first] }) => (
            <HStack as="li" key={id} gap={2} justify="between" wrap size="list">
              <span>
                <bdi>{gone.name ?? t('A customer')}</bdi>{' '}
                {gone.phone_number !== null && phoneLabel(gone.phone_number)}
                <Text size="meta" tone="muted">
                  {' '}
                  {t('merged by {by}, {time}', { by, time: local.full(new Date(at)) })}
                  {first !== undefined && (
                    <>
                      {' · '}
                      <Link to={`/conversations/${first}`}>{t('their conversation')}</Link>
                    </>
                  )}
                </Text>
              </span>
              <Button size="small" busy={busy} onClick={() => void run(() => undo(id))}>
                {t('Undo merge')}
              </Button>
            </HStack>
          ))}
        </Grid>
      )}
      {error !== null && <FailureNote>{failureWords('fetchMerges', error)}</FailureNote>}
      {failure !== null && <FailureNote>{failure}</FailureNote>}
    </>
  )
}
