import { type DeliveryStatus, readStatus } from './delivery-status.ts'
import { type MessageChange, readMessageChange } from './fold.ts'
import { type InboundMessage, readMessage } from './inbound-message.ts'
import { itemDigest, listOf, nameOf, type Node, nodeOf, numberOf, type Reading, textOf } from './node.ts'
import { readCall, readEcho, readPreference, readUserIdNotice } from './notices.ts'

interface Placed {
  /**
   * `message`, `status` or `error`; for other fields the field's own name; `body`, `entry` or `change` if that part is malformed.
   */
  readonly noun: string
  /** The business number; null: the item is about the account, or names no number. */
  readonly phoneNumberId: string | null
}

/** An item without content for a conversation. */
interface Unread extends Placed {
  /** Its path in the document. Neither this nor the reason holds customer text. */
  readonly what: string
  /** One sentence. */
  readonly reason: string
  /** The digest of content and entry, which recognises a repetition. */
  readonly digest: string
}

/** One item of a webhook. Noted: well formed, but not for a conversation. Refused: malformed. */
export type WebhookItem =
  | { kind: 'message'; phoneNumberId: string; message: InboundMessage }
  | { kind: 'fold'; phoneNumberId: string; change: MessageChange }
  | { kind: 'status'; phoneNumberId: string; status: DeliveryStatus }
  | ({ kind: 'noted' } & Unread)
  | ({ kind: 'refused' } & Unread)

/**
 * All items of a webhook's parsed body, in order. Never throws; a bad item hides no other, and each change has at least one item.
 * Meta repeats items in any order; the caller stores each once.
 */
export function readWebhook(body: unknown): WebhookItem[] {
  const root = nodeOf(body)
  const whole = { noun: 'body', phoneNumberId: null, what: 'body' }
  if (!root || !Array.isArray(root['entry'])) {
    return [{ kind: 'refused', ...whole, reason: noEntries, digest: itemDigest({ body }) }]
  }
  if (root['object'] !== undefined && root['object'] !== 'whatsapp_business_account') {
    return [
      {
        kind: 'noted',
        ...whole,
        reason: `It is about the object ${nameOf(root['object'])}.`,
        digest: itemDigest({ body }),
      },
    ]
  }
  return root['entry'].flatMap((entry: unknown, e) => {
    const what = `entry[${e}]`
    const node = nodeOf(entry)
    const changes = node?.['changes']
    if (!Array.isArray(changes)) {
      const place = { noun: 'entry', phoneNumberId: null, what, digest: itemDigest({ entry }) }
      return [{ kind: 'refused' as const, ...place, reason: 'The entry has no list of changes.' }]
    }
    const about = { id: node?.['id'], time: node?.['time'] }
    return changes.flatMap((change: unknown, c) => readChange(change, `${what}.changes[${c}]`, about))
  })
}

const noEntries = 'The body is not a webhook: it has no list of entries.'

/** The business number of a change; null: it names none. */
export const numberOfChange = (change: unknown): string | null =>
  textOf(nodeOf(nodeOf(nodeOf(change)?.['value'])?.['metadata'])?.['phone_number_id'])

/** The lists of events in fields without a reader; any other content is one event. */
const eventLists = [
  'messages',
  'statuses',
  'errors',
  'message_echoes',
  'calls',
  'groups',
  'history',
  'state_sync',
  'user_preferences',
  'user_id_update',
]

/** The path of an item, and the surrounding content that tells it from items with the same text. */
interface Around {
  readonly what: string
  readonly phoneNumberId: string | null
  readonly about: unknown
}

function readChange(change: unknown, what: string, about: unknown): WebhookItem[] {
  const around = { what, phoneNumberId: numberOfChange(change), about }
  const node = nodeOf(change)
  if (!node) return [unread('refused', around, 'change', what, change, 'The change is not an object.')]
  const value = nodeOf(node['value'])
  if (!isOfMessages(node['field'], value)) return otherFieldOf(node, around)
  if (!value) return [unread('refused', around, 'change', what, change, 'The change has no value.')]
  const items = [...messagesOf(value, around), ...statusesOf(value, around), ...othersOf(value, around)]
  if (items.length > 0) return items
  return [unread('noted', around, 'change', what, change, 'The change holds neither messages nor statuses.')]
}

/**
 * `standby`: another app has the conversation, but the customer wrote to this number. A change without a field name is recognised
 * by its content.
 */
const isOfMessages = (field: unknown, value: Node | null): boolean =>
  field === 'messages' ||
  field === 'standby' ||
  (field === undefined && (Array.isArray(value?.['messages']) || Array.isArray(value?.['statuses'])))

/** The lists of other fields about one customer, and their readers. */
const ofCustomers = {
  calls: readCall,
  message_echoes: readEcho,
  user_id_update: readUserIdNotice,
  user_preferences: readPreference,
} as const

function otherFieldOf(change: Node, around: Around): WebhookItem[] {
  const noun = nameOf(change['field'])
  const value = nodeOf(change['value'])
  const reason = `The field ${noun} is not shown in conversations.`
  const items =
    value === null
      ? []
      : eventLists.flatMap(list =>
          isOfCustomers(list)
            ? customersOf(value, list, around)
            : eventsOf(value, list, around).map(({ what, content }) =>
                unread('noted', around, noun, what, content, reason),
              ),
        )
  return items.length > 0 ? items : [unread('noted', around, noun, around.what, change, reason)]
}

const isOfCustomers = (list: string): list is keyof typeof ofCustomers => Object.hasOwn(ofCustomers, list)

const eventsOf = (value: Node, list: string, { what }: Around) =>
  listOf(value[list]).map((content, n) => ({ what: `${what}.${list}[${n}]`, content }))

function messagesOf(value: Node, around: Around): WebhookItem[] {
  return readWith(value, 'messages', 'message', around, readMessage)
}

const customersOf = (value: Node, list: keyof typeof ofCustomers, around: Around): WebhookItem[] =>
  readWith(value, list, list, around, ofCustomers[list])

function readWith(
  value: Node,
  list: string,
  noun: string,
  around: Around,
  read: (content: unknown, contacts: readonly Node[], sole: Node | undefined) => Reading<InboundMessage>,
): WebhookItem[] {
  const contacts = listOf(value['contacts'])
    .map(nodeOf)
    .filter(contact => contact !== null)
  const events = eventsOf(value, list, around)
  const sole = contacts.length === 1 && events.length === 1 ? contacts[0] : undefined
  return events.map(({ what, content }) => {
    const fold = list === 'messages' ? readMessageChange(content) : null
    if (fold !== null) {
      return item(around, noun, what, content, fold, (phoneNumberId, one) => ({
        kind: 'fold',
        phoneNumberId,
        change: one,
      }))
    }
    return item(around, noun, what, content, read(content, contacts, sole), (phoneNumberId, message) => ({
      kind: 'message',
      phoneNumberId,
      message,
    }))
  })
}

function statusesOf(value: Node, around: Around): WebhookItem[] {
  return eventsOf(value, 'statuses', around).map(({ what, content }) =>
    item(around, 'status', what, content, readStatus(content), (phoneNumberId, read) => ({
      kind: 'status',
      phoneNumberId,
      status: read,
    })),
  )
}

/** Errors of the account, and lists that belong to other fields but may stand beside messages. */
function othersOf(value: Node, around: Around): WebhookItem[] {
  return eventLists
    .slice(2)
    .flatMap(list =>
      isOfCustomers(list)
        ? customersOf(value, list, around)
        : eventsOf(value, list, around).map(({ what, content }) =>
            list === 'errors'
              ? unread('noted', around, 'error', what, content, errorSentence(content))
              : unread(
                  'noted',
                  around,
                  list,
                  what,
                  content,
                  `A list of ${list} is not shown in conversations.`,
                ),
          ),
    )
}

const errorSentence = (error: unknown): string =>
  `WhatsApp reports the error ${numberOf(nodeOf(error)?.['code']) ?? 'without a code'}.`

function item<T>(
  around: Around,
  noun: string,
  what: string,
  content: unknown,
  reading: Reading<T>,
  make: (phoneNumberId: string, read: T) => WebhookItem,
): WebhookItem {
  if ('ignored' in reading) return unread('noted', around, noun, what, content, reading.ignored)
  if ('refused' in reading) return unread('refused', around, noun, what, content, reading.refused)
  const { phoneNumberId } = around
  if (phoneNumberId !== null) return make(phoneNumberId, reading.read)
  return unread(
    'refused',
    around,
    noun,
    what,
    content,
    'It does not say which business number it belongs to.',
  )
}

function unread(
  kind: 'noted' | 'refused',
  { phoneNumberId, about }: Around,
  noun: string,
  what: string,
  content: unknown,
  reason: string,
): WebhookItem {
  return { kind, noun, phoneNumberId, what, reason, digest: itemDigest({ about, noun, content }) }
}
