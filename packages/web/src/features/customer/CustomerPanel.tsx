import { longestName } from '@parley/core/agents/constants'
import { channelName } from '@parley/core/channel/rules'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, isNameless, numberBeside } from '@parley/core/conversations/rules'
import { lengthOf, tooLong } from '@parley/core/text/length'
import { t } from '@parley/core/text/translate'
import { Pencil, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useRename } from '../../data/conversations/customer.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Box, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { rich } from '../../ui/rich.ts'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import styles from './customer.module.css'

interface CustomerPanelProps {
  readonly id: string
  readonly conversation: ConversationMeta
  /** The conversation is loaded, and no placeholder. */
  readonly isReal: boolean
  /** Laid over the thread on narrow screens; null where it stands beside it. */
  readonly onClose: (() => void) | null
  /** What else belongs to the customer: sections under who it is. */
  readonly children?: ReactNode
}

/** Who the customer is: name, phone and account. */
export function CustomerPanel({ id, conversation, isReal, onClose, children }: CustomerPanelProps) {
  const name = customerNameOf(conversation)
  const { metadata } = conversation
  const number = numberBeside(conversation)
  const facts = [
    { title: t('Account type'), said: t('account type'), value: metadata.account_type },
    { title: t('Customer ID'), said: t('customer ID'), value: metadata.customer_id },
  ]
  const known = facts.filter(({ value }) => value !== null)
  const missing = facts.filter(({ value }) => value === null).map(({ said }) => said)
  useEscape(onClose)
  return (
    <aside id={id} aria-label={t('Customer')} className={onClose === null ? styles.panel : styles.drawer}>
      <section>
        <HStack gap={3} className={styles.who}>
          <Avatar name={name} nameless={isNameless(conversation)} size="large" />
          <Box flex="grow">
            <CustomerName
              key={conversation.id}
              conversation={conversation}
              isEditable={isReal && conversation.erased === null}
            />
            {number !== null && (
              <Text as="p" size="list" tone="muted" digits>
                {number}
              </Text>
            )}
          </Box>
          {onClose !== null && (
            <IconButton label={t('Close')} onClick={onClose}>
              <X size={16} strokeWidth={1.8} aria-hidden="true" />
            </IconButton>
          )}
        </HStack>
        {(known.length > 0 || conversation.rated !== null) && (
          <Facts>
            {known.map(({ title, value }) => (
              <Fact key={title} name={title}>
                {value}
              </Fact>
            ))}
            {conversation.rated !== null && (
              <Fact name={t('Rated')}>{t('{rated} of 5', { rated: conversation.rated })}</Fact>
            )}
          </Facts>
        )}
        {missing.length > 0 && (
          <Text as="p" size="meta" tone="faint" className={styles.missing}>
            {t('Missing: {missing}', { missing: missing.join(', ') })}
          </Text>
        )}
      </section>
      {children}
    </aside>
  )
}

function useEscape(close: (() => void) | null): void {
  useEffect(() => {
    if (close === null) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [close])
}

interface CustomerNameProps {
  readonly conversation: ConversationMeta
  /** Sample data and erased customers have no name to correct. */
  readonly isEditable: boolean
}

/** The customer's name, with the profile's beneath where an agent set another one. */
function CustomerName({ conversation, isEditable }: CustomerNameProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen && isEditable) return <Editor conversation={conversation} onClose={() => setIsOpen(false)} />
  return (
    <>
      <HStack as="p" gap={1} breaks className={styles.name}>
        <bdi>{customerNameOf(conversation)}</bdi>
        {isEditable && (
          <IconButton label={t('Edit the customer’s name')} size="small" onClick={() => setIsOpen(true)}>
            <Pencil size={14} strokeWidth={1.8} aria-hidden="true" />
          </IconButton>
        )}
      </HStack>
      <ProfileName conversation={conversation} />
    </>
  )
}

function ProfileName({ conversation }: { readonly conversation: ConversationMeta }) {
  const { profile_name: profileName } = conversation.user
  if (profileName === null || profileName === customerNameOf(conversation)) return null
  return (
    <Text as="p" size="meta" tone="faint" breaks>
      {rich('On {conversation}: {profileName}', {
        conversation: channelOf(conversation),
        profileName: <bdi>{profileName}</bdi>,
      })}
    </Text>
  )
}

const channelOf = ({ channel, business_number: number }: ConversationMeta): string =>
  channelName(channel, number)

type EditorProps = Pick<CustomerNameProps, 'conversation'> & { readonly onClose: () => void }

function Editor({ conversation, onClose }: EditorProps) {
  const [typed, setTyped] = useState(isNameless(conversation) ? '' : customerNameOf(conversation))
  const rename = useRename(conversation.id)
  const { busy, failure, run } = useAction(cause => laterFailureWords('renameCustomer', cause))
  const isTooLong = lengthOf(typed) > longestName
  const save = async (wanted: string | null) => {
    if (await run(() => rename(wanted))) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isTooLong) void save(typed.trim() === '' ? null : typed)
  }
  return (
    <Grid as="form" aria-label={t('Edit the customer’s name')} gap={2} onSubmit={submit}>
      <TextField
        label={t('Name')}
        hint={t('All agents see this name. New messages do not change it.')}
        value={typed}
        readOnly={busy}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be written in
        autoFocus
        error={isTooLong ? tooLong(longestName) : undefined}
        onChange={event => setTyped(event.target.value)}
      />
      {failure !== null && <FailureNote>{failure}</FailureNote>}
      {conversation.user.profile_name !== null && (
        <>
          <ProfileName conversation={conversation} />
          <Button size="small" disabled={busy} onClick={() => void save(null)}>
            {t('Use {conversation}’s name', { conversation: channelOf(conversation) })}
          </Button>
        </>
      )}
      <HStack gap={2} align="stretch" justify="end">
        <Button size="small" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button size="small" type="submit" variant="primary" busy={busy} disabled={isTooLong}>
          {t('Save name')}
        </Button>
      </HStack>
    </Grid>
  )
}
