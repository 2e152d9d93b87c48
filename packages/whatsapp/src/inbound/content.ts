import type {
  ChoiceEntity,
  ContactEntity,
  DetailsEntity,
  FormEntity,
  OrderEntity,
} from '@parley/core/messages/details'
import { fileOf } from './inbound-media.ts'
import { listOf, type Node, nodeOf, numberOf, secondsOf, textOf, writtenOf } from './node.ts'

/** The content of one message: a text of one or more lines, and its parts. No address in it is ever fetched. */
export interface Content {
  readonly text: string | null
  readonly details: DetailsEntity
}

/** Reads the content of a message of this type; null: none, or unreadable. */
export function readTyped(type: string, message: Node): Content | null {
  if (type === 'request_welcome') return plain('Opened the chat')
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  return read?.(message[type]) ?? null
}

const plain = (text: string | null): Content | null => (text === null ? null : { text, details: {} })

/** By type: reads the field of the type's name. */
const readers: Readonly<Record<string, (field: unknown) => Content | null>> = {
  text: field => plain(textOf(nodeOf(field)?.['body']) ?? textOf(field)),
  location: field => readLocation(nodeOf(field)),
  contacts: readContacts,
  interactive: field => readInteractive(nodeOf(field)),
  button: field => {
    const button = nodeOf(field)
    return readChoice('button', textOf(button?.['text']), textOf(button?.['payload']))
  },
  order: field => readOrder(nodeOf(field)),
}

/** The types whose content is in a field of the same name. */
export const contentTypes = Object.keys(readers)

const replies = ['button_reply', 'list_reply', 'nfm_reply', 'call_permission_reply'] as const

/** A question with choices has its own text; a reply has only that of its choice. */
function readInteractive(node: Node | null): Content | null {
  const words = lines(['header', 'body', 'footer'].map(part => textOf(nodeOf(node?.[part])?.['text'])))
  return words === null ? readReply(node) : plain(words)
}

function readReply(node: Node | null): Content | null {
  const type = textOf(node?.['type']) ?? replies.find(name => nodeOf(node?.[name]) !== null)
  const reply = type === undefined ? null : nodeOf(node?.[type])
  if (reply === null) return null
  const { title, id, description } = reply
  switch (type) {
    case 'button_reply':
      return readChoice('button', textOf(title), textOf(id))
    case 'list_reply':
      return readChoice('list', textOf(title), textOf(id), textOf(description))
    case 'nfm_reply':
      return readFormReply(reply)
    case 'call_permission_reply':
      return readCallPermission(reply)
    default:
      return readAnyReply(type, reply)
  }
}

/** Reads a reply of an unknown kind by its title, or as a form's answers. */
const readAnyReply = (name: string | undefined, reply: Node): Content | null =>
  (textOf(reply['title']) === null
    ? null
    : readChoice('list', textOf(reply['title']), textOf(reply['id']), textOf(reply['description']))) ??
  (Object.keys(reply).length === 0 ? null : readFormReply({ name, response_json: reply }))

/** A template's quick reply, a reply button or a row of a list; null: it has neither title nor id. */
export function readChoice(
  kind: ChoiceEntity['kind'],
  titled: string | null,
  id: string | null,
  description: string | null = null,
): Content | null {
  const title = titled ?? id
  return title === null ? null : { text: title, details: { choice: { kind, title, description, id } } }
}

const permissions: Readonly<Record<string, string>> = {
  accept: 'Allowed calls from us',
  reject: 'Declined calls from us',
}

/** Whether the customer lets us call, and until when. */
export function readCallPermission(reply: Node): Content | null {
  const response = textOf(reply['response'])
  const title =
    response === null
      ? 'Answered whether we may call'
      : (Object.hasOwn(permissions, response) && permissions[response]) || `Calls from us: ${response}`
  const until = secondsOf(reply['expiration_timestamp'])
  const isKept = reply['is_permanent'] === true
  const description = isKept
    ? 'For good'
    : until === null
      ? null
      : `Until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return readChoice('permission', title, response, description)
}

/** Contact cards; null: none is readable. */
export function readContacts(value: unknown): Content | null {
  const contacts = listOf(value)
    .map(contact => contactOf(nodeOf(contact)))
    .filter(contact => contact !== null)
  return contacts.length === 0
    ? null
    : { text: lines(contacts.map(contact => `Contact: ${wordsOf(contact)}`)), details: { contacts } }
}

function contactOf(node: Node | null): ContactEntity | null {
  if (node === null) return null
  const names = nodeOf(node['name'])
  const part = (name: string) => textOf(names?.[name])
  const whole = joined(['prefix', 'first_name', 'middle_name', 'last_name', 'suffix'].map(part), ' ')
  const name = part('formatted_name') ?? whole
  const organisation = nodeOf(node['org'])
  const contact: ContactEntity = {
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

function phoneOf(value: unknown): ContactEntity['phones'] {
  const entry = nodeOf(value)
  const waId = writtenOf(entry?.['wa_id'])
  const number = writtenOf(entry?.['phone']) ?? waId
  return number === null ? [] : [{ number, label: textOf(entry?.['type']), wa_id: waId }]
}

function labelled(value: unknown, read: (entry: Node) => string | null): ContactEntity['emails'] {
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

const wordsOf = (contact: ContactEntity): string | null =>
  joined([
    contact.name,
    ...contact.phones.map(({ number }) => number),
    ...contact.emails.map(({ text }) => text),
    contact.organisation,
    ...contact.addresses.map(({ text }) => text),
    ...contact.urls.map(({ text }) => text),
    contact.birthday,
  ])

/** The answers of a form are JSON in a string, which may be invalid. */
export function readFormReply(reply: Node): Content {
  const given = reply['response_json']
  const answers = answersOf(given)
  const { flow_token: token, ...asked } = answers ?? {}
  const form: FormEntity = {
    name: textOf(reply['name']),
    body: textOf(reply['body']),
    answers: answers === null ? null : asked,
    raw: answers === null ? rawOf(given) : null,
    reference: typeof token === 'string' ? token : token === undefined ? null : JSON.stringify(token),
  }
  const said = Object.entries(form.answers ?? {}).map(([name, answer]) => `${name}: ${answerWords(answer)}`)
  return { text: lines([form.body, ...said, form.raw]) ?? 'Sent a form without answers', details: { form } }
}

/** In characters of JSON. Real forms have some hundreds. */
const longestForm = 100_000

function answersOf(given: unknown): Readonly<Record<string, unknown>> | null {
  const value = typeof given === 'string' && given.length <= longestForm ? parsed(given) : given
  const node = nodeOf(value)
  return node === null || isTooDeep(node) ? null : node
}

function rawOf(given: unknown): string | null {
  if (given === undefined || given === null) return null
  const text = typeof given === 'string' ? given : isTooDeep(given) ? '' : JSON.stringify(given)
  return textOf(text.slice(0, longestForm))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return null // Not JSON: it is kept unchanged.
  }
}

/** An answer in one line, for a list and the search. */
function answerWords(answer: unknown): string {
  if (Array.isArray(answer)) return answer.map(answerWords).join(', ')
  if (answer === null) return 'none'
  if (typeof answer !== 'object') return typeof answer === 'string' ? answer : JSON.stringify(answer)
  const file = fileOf(answer as Node)
  if (file !== null) return file.filename ?? 'a file'
  return Object.entries(answer)
    .map(([name, value]) => `${name} ${answerWords(value)}`)
    .join(', ')
}

/** A location; null: unreadable. */
export function readLocation(node: Node | null): Content | null {
  if (node === null) return null
  const latitude = degrees(node['latitude'], 90)
  const longitude = degrees(node['longitude'], 180)
  const isPoint = latitude !== null && longitude !== null
  const coordinates = isPoint ? null : joined([writtenOf(node['latitude']), writtenOf(node['longitude'])])
  const [name, address, url] = [textOf(node['name']), textOf(node['address']), textOf(node['url'])]
  const point = isPoint ? `${latitude}, ${longitude}` : coordinates
  const said = lines([name, address, point ?? url])
  if (said === null) return null
  return {
    text: `Location: ${said}`,
    details: {
      location: {
        latitude: isPoint ? latitude : null,
        longitude: isPoint ? longitude : null,
        coordinates,
        name,
        address,
        url,
      },
    },
  }
}

function degrees(value: unknown, most: number): number | null {
  const number = numberOf(value)
  return number === null || Math.abs(number) > most ? null : number
}

/** An order of catalogue products; null: unreadable. */
export function readOrder(node: Node | null): Content | null {
  if (node === null) return null
  const text = textOf(node['text'])
  const items = listOf(node['product_items']).flatMap(item => itemOf(nodeOf(item)))
  const said = lines([text, ...items.map(itemWords)])
  if (said === null) return null
  return {
    text: `Order: ${said}`,
    details: { order: { catalogue: writtenOf(node['catalog_id']), text, items } },
  }
}

function itemOf(entry: Node | null): OrderEntity['items'] {
  const product = writtenOf(entry?.['product_retailer_id'])
  if (entry === null || product === null) return []
  const amount = (value: unknown) => numberOf(value) ?? textOf(value)
  return [
    {
      product,
      quantity: amount(entry['quantity']),
      price: amount(entry['item_price']),
      currency: textOf(entry['currency']),
    },
  ]
}

function itemWords({ product, quantity, price, currency }: OrderEntity['items'][number]): string {
  const cost = price === null ? '' : ` at ${price} ${currency ?? ''}`.trimEnd()
  return `${quantity ?? '?'} × ${product}${cost}`
}

/** WhatsApp accepts no longer text, in UTF-16 units. */
const longestText = 4096

/** The parts that exist, each on its own line; null: none. */
export function lines(parts: readonly (string | null)[]): string | null {
  const text = parts.filter(part => part !== null).join('\n')
  if (text === '') return null
  // Do not cut a surrogate pair.
  return text.length <= longestText
    ? text
    : `${text.slice(0, longestText - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The parts that exist in one line; null: none. */
export const joined = (parts: readonly (string | null)[], between = ', '): string | null =>
  parts.filter(part => part !== null).join(between) || null

/** Deeper than any real form, and far below the stack's limit. */
const deepest = 24

/** Whether a JSON value is nested too deep. Not recursive, so that no depth overflows the stack. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= deepest; depth += 1) {
    level = level.flatMap(one => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) return false
  }
  return true
}
