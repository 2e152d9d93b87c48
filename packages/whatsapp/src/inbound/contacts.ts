import { listOf, type Node, nodeOf, textOf, writtenOf } from '../node.ts'
import type { ContactDetails, Content, LabelledText } from './details.ts'
import { joined, lines } from './lines.ts'

/** Cards of an address book; null where nobody can be read in them. */
export function readContacts(value: unknown): Content | null {
  const contacts = listOf(value)
    .map(contact => contactOf(nodeOf(contact)))
    .filter(contact => contact !== null)
  return contacts.length === 0
    ? null
    : { text: lines(contacts.map(contact => `Contact: ${wordsOf(contact)}`)), details: { contacts } }
}

function contactOf(node: Node | null): ContactDetails | null {
  if (node === null) return null
  const names = nodeOf(node['name'])
  const part = (name: string) => textOf(names?.[name])
  const whole = joined(['prefix', 'first_name', 'middle_name', 'last_name', 'suffix'].map(part), ' ')
  const name = part('formatted_name') ?? whole
  const organisation = nodeOf(node['org'])
  const contact: ContactDetails = {
    name,
    full_name: whole === name ? null : whole,
    phones: listOf(node['phones']).flatMap(phoneOf),
    emails: labelled(node['emails'], entry => textOf(entry['email'])),
    addresses: labelled(node['addresses'], addressOf),
    urls: labelled(node['urls'], entry => textOf(entry['url'])),
    organisation: joined(['title', 'department', 'company'].map(field => textOf(organisation?.[field]))),
    birthday: textOf(node['birthday']),
  }
  return wordsOf(contact) === null ? null : contact
}

function phoneOf(value: unknown): ContactDetails['phones'] {
  const entry = nodeOf(value)
  const waId = writtenOf(entry?.['wa_id'])
  const number = writtenOf(entry?.['phone']) ?? waId
  return number === null ? [] : [{ number, label: textOf(entry?.['type']), wa_id: waId }]
}

function labelled(value: unknown, read: (entry: Node) => string | null): readonly LabelledText[] {
  return listOf(value).flatMap(given => {
    const entry = nodeOf(given)
    const text = entry && read(entry)
    return text ? [{ text, label: textOf(entry['type']) }] : []
  })
}

const addressOf = (entry: Node): string | null =>
  joined([
    ...['street', 'city', 'state', 'zip'].map(field => textOf(entry[field])),
    textOf(entry['country']) ?? textOf(entry['country_code']),
  ])

const wordsOf = (contact: ContactDetails): string | null =>
  joined([
    contact.name,
    ...contact.phones.map(({ number }) => number),
    ...contact.emails.map(({ text }) => text),
    contact.organisation,
    ...contact.addresses.map(({ text }) => text),
    ...contact.urls.map(({ text }) => text),
    contact.birthday,
  ])
