import type { DetailsEntity } from '@parley/core/messages/details'
import { CallNote } from './CallNote.tsx'
import { ChoiceNote } from './ChoiceNote.tsx'
import { ContactCard } from './ContactCard.tsx'
import { FormCard } from './FormCard.tsx'
import { LocationCard } from './LocationCard.tsx'
import { OrderTable } from './OrderTable.tsx'
import { TemplateCard } from './TemplateCard.tsx'

interface DetailsProps {
  readonly messageId: string
  readonly details: DetailsEntity
  /** The message's own line. */
  readonly words: string
}

/** What a message says beyond its words, in their stead. */
export function Details({ messageId, details, words }: DetailsProps) {
  const { location, contacts = [], choice, form, order, call, template } = details
  return (
    <>
      {location !== undefined && <LocationCard location={location} />}
      {contacts.map((contact, index) => (
        // The cards of one message never move, so their place is their identity.
        // oxlint-disable-next-line react/no-array-index-key
        <ContactCard key={index} contact={contact} messageId={messageId} />
      ))}
      {choice !== undefined && <ChoiceNote choice={choice} />}
      {form !== undefined && <FormCard form={form} />}
      {template !== undefined && <TemplateCard template={template} />}
      {order !== undefined && <OrderTable order={order} />}
      {call !== undefined && <CallNote call={call} words={words} />}
    </>
  )
}
