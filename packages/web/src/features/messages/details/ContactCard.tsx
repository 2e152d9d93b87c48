import { t } from '@parley/core/text/translate'
import { canonicalPhone, phoneLabel } from '@parley/core/customers/rules'
import type { SentCard } from '@parley/core/messages/asks'
import type { ContactEntity } from '@parley/core/messages/details'
import { Check, Copy, MessageCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { failureWords } from '../../../client/action-messages.ts'
import { openContact } from '../../../data/conversations/conversation.ts'
import { useAction } from '../../../ui/hooks/use-action.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { FailureNote } from '../../../ui/states/FailureNote.tsx'
import styles from './details.module.css'
import { Faint, Small, Title, WebLink } from './lines.tsx'

/**
 * A card of somebody's address book, whole; each of its numbers becomes a customer at a press.
 * @param messageId the message that brought it
 */
export function ContactCard({ contact, messageId }: { contact: ContactEntity; messageId: string }) {
  const shown = contact.name ?? t('Contact without a name')
  return (
    <div role="group" aria-label={t('Contact: {shown}', { shown })} className={styles.card}>
      <Title>{shown}</Title>
      <Small>{contact.full_name}</Small>
      <Small>{contact.organisation}</Small>
      <Grid as="ul" gap={0.5}>
        {rowsOf(contact, messageId).map((row, index) => (
          // A card never changes, and may name the same number twice.
          // oxlint-disable-next-line react/no-array-index-key
          <Row key={index} {...row} />
        ))}
      </Grid>
    </div>
  )
}

interface RowProps {
  readonly label: string | null
  /** What its button copies, and what that is; none where there is nothing to copy. */
  readonly copies?: { readonly what: string; readonly text: string }
  readonly shown: ReactNode
  readonly action?: ReactNode
}

const rowsOf = (contact: ContactEntity, messageId: string): readonly RowProps[] => [
  ...contact.phones.map(({ number, label, wa_id: waId }) => ({
    label,
    copies: { what: t('number'), text: number },
    shown: <Phone number={number} waId={waId} />,
    action: (waId !== null || canonicalPhone(number) !== null) && (
      <OpenContact messageId={messageId} number={number} />
    ),
  })),
  ...contact.emails.map(({ text, label }) => ({
    label,
    copies: { what: t('e-mail address'), text },
    shown: isEmail(text) ? <a href={`mailto:${text}`}>{text}</a> : text,
  })),
  ...contact.urls.map(({ text, label }) => ({ label, shown: <WebLink address={text} /> })),
  ...contact.addresses.map(({ text, label }) => ({ label, shown: text })),
  ...(contact.birthday === null ? [] : [{ label: t('Birthday'), shown: contact.birthday }]),
]

const Row = ({ label, copies, shown, action }: RowProps) => (
  <HStack as="li" gap={2} size="list">
    <Text dir="auto" flex="grow" breaks>
      {shown}
      {label !== null && <Faint as="span"> {label.toLowerCase()}</Faint>}
    </Text>
    {copies !== undefined && <CopyButton text={copies.text} what={`${copies.what} ${copies.text}`} />}
    {action}
  </HStack>
)

function Phone({ number, waId }: { number: string; waId: string | null }) {
  const digits = number.replace(/[^\d+]/g, '')
  return (
    <>
      {digits.length >= 3 ? <a href={`tel:${digits}`}>{phoneLabel(number)}</a> : number}
      {waId !== null && <Faint as="span"> {t('on WhatsApp')}</Faint>}
    </>
  )
}

/** One address, and nothing that a mail program would take for more. */
const isEmail = (text: string): boolean => /^[^\s@?&%<>"]+@[^\s@?&%<>"]+$/.test(text)

/** Puts a text into the clipboard, and says so. */
function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // On plain http there is no clipboard, and a browser may refuse it: the text is there to be copied by hand.
      setCopied(false)
    }
  }
  return (
    <IconButton
      label={copied ? t('Copied {what}', { what }) : t('Copy {what}', { what })}
      size="small"
      onClick={() => void copy()}
    >
      <Icon size={13} strokeWidth={1.8} aria-hidden="true" />
    </IconButton>
  )
}

const failed = (cause: unknown) => failureWords('openContact', cause)

/** Goes to the conversation with the holder of a number, who becomes a customer thereby. */
function OpenContact({ messageId, number }: { messageId: string; number: string }) {
  const navigate = useNavigate()
  const { busy, failure, run } = useAction(failed)
  const open = async () => {
    await navigate(`/conversations/${await openContact(messageId, number)}`)
  }
  return (
    <>
      <IconButton
        label={t('Open conversation with {number}', { number })}
        size="small"
        disabled={busy}
        onClick={() => void run(open)}
      >
        <MessageCircle size={13} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
      {failure !== null && <FailureNote>{failure}</FailureNote>}
    </>
  )
}

/** A card that is on its way: what stands on it, with nothing to press yet. */
export function SentCardFacts({ card: { name, organisation, number, email } }: { card: SentCard }) {
  const rows = [phoneLabel(number), email ?? ''].filter(text => text.trim() !== '')
  return (
    <div className={styles.card}>
      <Title>{name.trim() === '' ? t('Contact without a name') : name}</Title>
      <Small>{organisation}</Small>
      <Grid as="ul" gap={0.5}>
        {rows.map(text => (
          <HStack as="li" key={text} gap={2} size="list">
            {text}
          </HStack>
        ))}
      </Grid>
    </div>
  )
}
