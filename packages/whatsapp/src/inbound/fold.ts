import { readTyped } from './content.ts'
import { type Node, nodeOf, type Reading, secondsOf, textOf } from './node.ts'

/**
 * A customer's reaction, edit or deletion of an existing message. It comes in the list of messages but is none: agents need not
 * read or answer it.
 */
export type MessageChange = {
  /** Meta's id (wamid) of this change. */
  id: string
  /** The wamid of the message that it changes. */
  targetId: string
  kind: 'reaction' | 'edit' | 'revoke'
  /** A reaction's emoji, or the new text of an edited message; null: none, as after a reaction was removed. */
  content: string | null
  /** The time of the customer's action, to the second; null: unreadable. */
  at: Date | null
  /** The customer's number in digits without `+`, and the business-scoped user id; null: not given. */
  from: string | null
  userId: string | null
}

const kinds = ['reaction', 'edit', 'revoke'] as const

/** Reads one element of `messages` that changes another message; null: it is a message. */
export function readMessageChange(value: unknown): Reading<MessageChange> | null {
  const node = nodeOf(value)
  const type = textOf(node?.['type'])
  const kind = kinds.find(name => (type === null ? nodeOf(node?.[name]) !== null : type === name))
  if (node === null || kind === undefined) return null
  const id = textOf(node['id'])
  if (id === null) return { refused: `The ${kind} has no id.` }
  if (textOf(node['group_id']) !== null) return { ignored: 'It was written in a group.' }
  const change = nodeOf(node[kind])
  const targetId = textOf(change?.[kind === 'reaction' ? 'message_id' : 'original_message_id'])
  if (change === null || targetId === null) return { refused: `The ${kind} does not name its message.` }
  const content = contentOf(kind, change)
  if (content === undefined) return { refused: 'The edit has no words.' }
  return {
    read: {
      id,
      targetId,
      kind,
      content,
      at: secondsOf(node['timestamp']),
      from: textOf(node['from'])?.replace(/\D/g, '') || null,
      userId: textOf(node['from_user_id']),
    },
  }
}

/** Undefined: the edit is unreadable. */
function contentOf(kind: MessageChange['kind'], change: Node): string | null | undefined {
  if (kind === 'revoke') return null
  if (kind === 'reaction') return textOf(change['emoji'])
  const message = nodeOf(change['message'])
  const type = textOf(message?.['type']) ?? (nodeOf(message?.['text']) === null ? null : 'text')
  if (message === null || type === null) return undefined
  const content = nodeOf(message[type])
  if (type === 'text') return textOf(content?.['body']) ?? undefined
  return content === null ? undefined : (textOf(content['caption']) ?? readTyped(type, message)?.text ?? null)
}
