import { createHash } from 'node:crypto'
import type { FileView } from './chat-files.ts'

export type ChatMessage = {
  /** The channel's own id of the message; Parley uses it too. */
  id: string
  from: 'visitor' | 'agent'
  /** The writer's key, the page's or Parley's: the same key is the same message. */
  key: string
  /** ISO 8601. */
  at: string
  text: string
  file: FileView | null
  /** The id of the quoted message. */
  quotes: string | null
  /** A visitor's message is here, passed to Parley, or refused there; an agent's is here, delivered to a page, or read. */
  state: 'here' | 'passed' | 'refused' | 'delivered' | 'read'
}

/** A message as pages get it: without Parley's key. */
export type ShownMessage = Omit<ChatMessage, 'key'> & { key: string | null }

/** The frames to a page. */
export type ServerFrame =
  | { kind: 'thread'; messages: ShownMessage[] }
  | { kind: 'message'; message: ShownMessage }
  | { kind: 'refused'; key: string; detail: string }
  | { kind: 'beat' }

/** An open page. */
export type Page = { send: (frame: ServerFrame) => void }

export type Visitor = {
  /** Parley's id of the visitor. */
  id: string
  thread: ChatMessage[]
  pages: Set<Page>
}

const mostVisitors = 1_000
const keptPerVisitor = 2_000

export type Visitors = ReturnType<typeof visitorsOf>

/** All visitors, in memory. A new one replaces the visitor who was away longest; no message reaches that one any more. */
export function visitorsOf() {
  const visitors = new Map<string, Visitor>()

  function show({ pages }: Visitor, message: ChatMessage): void {
    for (const page of pages) page.send({ kind: 'message', message: shown(message) })
  }

  return {
    /** The visitor with this secret, made on first use. */
    enter(secret: string): Visitor {
      const id = idOf(secret)
      const visitor: Visitor = visitors.get(id) ?? { id, thread: [], pages: new Set() }
      visitors.delete(id)
      if (visitors.size >= mostVisitors) {
        const gone = [...visitors.values()].find(({ pages }) => pages.size === 0)
        if (gone) visitors.delete(gone.id)
      }
      visitors.set(id, visitor)
      return visitor
    },
    /** The visitor with this secret, if they entered. */
    withSecret: (secret: string) => visitors.get(idOf(secret)),
    find: (id: string) => visitors.get(id),
    /** Adds a message and sends it to all pages of the visitor. */
    add(visitor: Visitor, message: ChatMessage): void {
      visitor.thread.push(message)
      if (visitor.thread.length > keptPerVisitor) visitor.thread.shift()
      show(visitor, message)
    },
    setState(visitor: Visitor, message: ChatMessage, state: ChatMessage['state']): void {
      message.state = state
      show(visitor, message)
    },
  }
}

export const shown = (message: ChatMessage): ShownMessage =>
  message.from === 'agent' ? { ...message, key: null } : message

/** The same for the same secret; it does not reveal the secret. */
function idOf(secret: string): string {
  return `v-${createHash('sha256').update(secret).digest('hex').slice(0, 32)}`
}
