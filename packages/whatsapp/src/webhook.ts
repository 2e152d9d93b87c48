import { type DeliveryStatus, readStatus } from './delivery-status.ts'
import { type InboundMessage, readMessage } from './inbound-message.ts'
import { listOf, type Node, nameOf, nodeOf, numberOf, textOf } from './node.ts'
import type { Reading } from './reading.ts'

/**
 * One item of a webhook. `what` is its place in the document, `reason` a sentence; neither holds customer text.
 * Ignored: well formed and not for us. Refused: malformed, so somebody should look at it.
 */
export type WebhookItem =
  | { kind: 'message'; phoneNumberId: string; message: InboundMessage }
  | { kind: 'status'; phoneNumberId: string; status: DeliveryStatus }
  | { kind: 'ignored'; what: string; reason: string }
  | { kind: 'refused'; what: string; reason: string }

/**
 * Every item of a webhook's parsed body: all entries, all changes, all messages and statuses, in their order. Total:
 * it throws for no input, and one bad item never hides its neighbours. The same item may come many times and in any
 * order (Meta repeats); keeping each once is the caller's duty.
 */
export function readWebhook(body: unknown): WebhookItem[] {
  const root = nodeOf(body)
  if (!root || !Array.isArray(root['entry'])) {
    return [
      { kind: 'refused', what: 'body', reason: 'The body is not a webhook: it has no list of entries.' },
    ]
  }
  if (root['object'] !== undefined && root['object'] !== 'whatsapp_business_account') {
    return [{ kind: 'ignored', what: 'body', reason: `It is about the object ${nameOf(root['object'])}.` }]
  }
  return root['entry'].flatMap((entry: unknown, e) => {
    const what = `entry[${e}]`
    const changes = nodeOf(entry)?.['changes']
    if (!Array.isArray(changes)) return [refused(what, 'The entry has no list of changes.')]
    return changes.flatMap((change: unknown, c) => readChange(change, `${what}.changes[${c}]`))
  })
}

function readChange(change: unknown, what: string): WebhookItem[] {
  const node = nodeOf(change)
  if (!node) return [refused(what, 'The change is not an object.')]
  if (node['field'] !== 'messages') {
    return [{ kind: 'ignored', what, reason: `The field ${nameOf(node['field'])} is not served.` }]
  }
  const value = nodeOf(node['value'])
  if (!value) return [refused(what, 'The change has no value.')]
  const items = [...messagesOf(value, what), ...statusesOf(value, what), ...errorsOf(value, what)]
  if (items.length > 0) return items
  return [{ kind: 'ignored', what, reason: 'The change holds neither messages nor statuses.' }]
}

function messagesOf(value: Node, what: string): WebhookItem[] {
  const contacts = listOf(value['contacts'])
    .map(nodeOf)
    .filter(contact => contact !== null)
  const messages = listOf(value['messages'])
  const sole = contacts.length === 1 && messages.length === 1 ? contacts[0] : undefined
  return messages.map((message, m) =>
    item(value, `${what}.messages[${m}]`, readMessage(message, contacts, sole), (phoneNumberId, read) => ({
      kind: 'message',
      phoneNumberId,
      message: read,
    })),
  )
}

function statusesOf(value: Node, what: string): WebhookItem[] {
  return listOf(value['statuses']).map((status, s) =>
    item(value, `${what}.statuses[${s}]`, readStatus(status), (phoneNumberId, read) => ({
      kind: 'status',
      phoneNumberId,
      status: read,
    })),
  )
}

function errorsOf(value: Node, what: string): WebhookItem[] {
  return listOf(value['errors']).map((error, e) => ({
    kind: 'ignored',
    what: `${what}.errors[${e}]`,
    reason: `WhatsApp reports the error ${numberOf(nodeOf(error)?.['code']) ?? 'without a code'}.`,
  }))
}

function item<T>(
  value: Node,
  what: string,
  reading: Reading<T>,
  make: (phoneNumberId: string, read: T) => WebhookItem,
): WebhookItem {
  if ('ignored' in reading) return { kind: 'ignored', what, reason: reading.ignored }
  if ('refused' in reading) return refused(what, reading.refused)
  const phoneNumberId = textOf(nodeOf(value['metadata'])?.['phone_number_id'])
  if (phoneNumberId === null) return refused(what, 'It does not say which business number it belongs to.')
  return make(phoneNumberId, reading.read)
}

function refused(what: string, reason: string): WebhookItem {
  return { kind: 'refused', what, reason }
}
