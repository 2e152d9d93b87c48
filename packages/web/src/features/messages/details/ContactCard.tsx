import { t } from '@parley/core/text/translate'
import type { ContactEntity } from '@parley/core/messages/details'
import { phoneLabel } from '@parley/core/customers/rules'
import type { ReactNode } from 'react'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { CopyButton } from './CopyButton.tsx'
import styles from './details.module.css'
import { OpenContact } from './OpenContact.tsx'
import { WebLink } from './WebLink.tsx'

interface ContactCardProps {
  readonly contact: ContactEntity
  /** The message that brought it. */
  readonly messageId: string
}

/** A card of somebody's address book, whole; each of its numbers becomes a customer at a press. */
export function ContactCard({ contact, messageId }: ContactCardProps) {
  const { name, full_name: fullName, organisation } = contact
  const shown = name ?? t('Contact without a name')
  return (
    <div role="group" aria-label={t('Contact: {shown}', { shown })} className={styles.card}>
      <Text as="p" dir="auto" size="list" weight={500} breaks>
        {shown}
      </Text>
      {fullName !== null && (
        <Text as="p" dir="auto" size="meta" tone="muted" breaks>
          {fullName}
        </Text>
      )}
      {organisation !== null && (
        <Text as="p" dir="auto" size="meta" tone="muted" breaks>
          {organisation}
        </Text>
      )}
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
    action: <OpenContact messageId={messageId} number={number} waId={waId} />,
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

function Row({ label, copies, shown, action }: RowProps) {
  return (
    <HStack as="li" gap={2} size="list">
      <Text dir="auto" flex="grow" breaks>
        {shown}
        {label !== null && (
          <Text tone="muted" breaks className={styles.faint}>
            {' '}
            {label.toLowerCase()}
          </Text>
        )}
      </Text>
      {copies !== undefined && <CopyButton text={copies.text} what={`${copies.what} ${copies.text}`} />}
      {action}
    </HStack>
  )
}

function Phone({ number, waId }: { number: string; waId: string | null }) {
  const digits = number.replace(/[^\d+]/g, '')
  return (
    <>
      {digits.length >= 3 ? <a href={`tel:${digits}`}>{phoneLabel(number)}</a> : number}
      {waId !== null && (
        <Text tone="muted" breaks className={styles.faint}>
          {' '}
          {t('on WhatsApp')}
        </Text>
      )}
    </>
  )
}

/** One address, and nothing that a mail program would take for more. */
const isEmail = (text: string): boolean => /^[^\s@?&%<>"]+@[^\s@?&%<>"]+$/.test(text)
