import { t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { channelName } from '@parley/core/channel/rules'
import { customerNameOf, isNameless } from '@parley/core/conversations/rules'
import { lengthOf, tooLong } from '@parley/core/text/length'
import { longestName } from '@parley/core/agents/constants'
import { Pencil } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useRename } from '../../data/conversations/customer.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import styles from './CustomerPanel.module.css'

interface CustomerNameProps {
  readonly conversation: ConversationMeta
  /** Sample data and erased customers have no name to correct. */
  readonly isEditable: boolean
}

/** The customer's name, with the profile's beneath where an agent set another one. */
export function CustomerName({ conversation, isEditable }: CustomerNameProps) {
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
  const name = customerNameOf(conversation)
  const { profile_name: profileName } = conversation.user
  if (profileName === null || profileName === name) return null
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

const failed = (cause: unknown) => laterFailureWords('renameCustomer', cause)

function Editor({
  conversation,
  onClose,
}: {
  readonly conversation: ConversationMeta
  readonly onClose: () => void
}) {
  const name = customerNameOf(conversation)
  const {
    id,
    user: { profile_name: profileName },
  } = conversation
  const [typed, setTyped] = useState(isNameless(conversation) ? '' : name)
  const rename = useRename(id)
  const { busy, failure, run } = useAction(failed)
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
      {profileName !== null && (
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
