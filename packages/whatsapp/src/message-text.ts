import { readTyped } from './inbound/content.ts'
import { type Node, nodeOf, textOf } from './node.ts'

/** What is said of a message that changes another one; null for other types. The customer's words come through unchanged. */
export function messageText(type: string, message: Node): string | null {
  const write = Object.hasOwn(writers, type) ? writers[type] : undefined
  return write?.(message) ?? null
}

const writers: Readonly<Record<string, (message: Node) => string | null>> = {
  reaction: message => {
    const emoji = textOf(nodeOf(message['reaction'])?.['emoji'])
    return emoji === null ? 'Removed a reaction' : `Reacted with ${emoji}`
  },
  edit: message => {
    const edited = nodeOf(nodeOf(message['edit'])?.['message'])
    const text = edited && readTyped(textOf(edited['type']) ?? 'text', edited)?.text
    return text ? `Edited a message: ${text}` : 'Edited a message'
  },
  revoke: () => 'Deleted a message',
}
