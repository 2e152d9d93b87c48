import { type Node, nodeOf, textOf } from '../node.ts'
import { readCallPermission, readChoice } from './choice.ts'
import { readContacts } from './contacts.ts'
import type { Content } from './details.ts'
import { readFormReply } from './form-reply.ts'
import { lines } from './lines.ts'
import { readLocation } from './location.ts'
import { readOrder } from './order.ts'

/** Reads the part that a message of this type has; null where there is none that can be read. */
export function readTyped(type: string, message: Node): Content | null {
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  return read?.(message) ?? null
}

const plain = (text: string | null): Content | null => (text === null ? null : { text, details: {} })

const readers: Readonly<Record<string, (message: Node) => Content | null>> = {
  text: message => plain(textOf(nodeOf(message['text'])?.['body']) ?? textOf(message['text'])),
  button: message => {
    const button = nodeOf(message['button'])
    return readChoice('button', textOf(button?.['text']), textOf(button?.['payload']))
  },
  interactive: message => readInteractive(nodeOf(message['interactive'])),
  location: message => readLocation(nodeOf(message['location'])),
  contacts: message => readContacts(message['contacts']),
  order: message => readOrder(nodeOf(message['order'])),
  request_welcome: () => plain('Opened the chat'),
}

const replies = ['button_reply', 'list_reply', 'nfm_reply', 'call_permission_reply'] as const

/** What was sent to be chosen from has words of its own; a reply has none but those of its choice. */
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

/** A reply of a kind that nobody has taught us reads like the others: by its title, or as the answers that it holds. */
const readAnyReply = (name: string | undefined, reply: Node): Content | null =>
  (textOf(reply['title']) === null
    ? null
    : readChoice('list', textOf(reply['title']), textOf(reply['id']), textOf(reply['description']))) ??
  (Object.keys(reply).length === 0 ? null : readFormReply({ name, response_json: reply }))
