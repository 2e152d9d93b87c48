import { createHash } from 'node:crypto'
import type { FileView } from './chat-files.ts'

export type ChatMessage = {
  /** The channel's own, which Parley knows it by, too. */
  id: string
  from: 'visitor' | 'agent'
  /** The writer's key, a page's or Parley's: the same key is the same message. */
  key: string
  /** ISO 8601. */
  at: string
  text: string
  file: FileView | null
  /** The id of the message that it answers. */
  quotes: string | null
  /** A visitor's is here, at Parley, or refused there for good; an agent's is here, on a page, or read. */
  state: 'here' | 'passed' | 'refused' | 'delivered' | 'read'
}

/** An open page. */
export type Page = { send: (frame: object) => void }

export type Visitor = {
  /** Parley's id of the visitor. */
  id: string
  thread: ChatMessage[]
  pages: Set<Page>
}

export type Visitors = {
  /** The visitor with this secret, made on first use. */
  enter: (secret: string) => Visitor
  /** The visitor with this secret, if they entered. */
  withSecret: (secret: string) => Visitor | undefined
  find: (id: string) => Visitor | undefined
  /** Adds a message and sends it to all pages of the visitor. */
  add: (visitor: Visitor, message: ChatMessage) => void
  setState: (visitor: Visitor, message: ChatMessage, state: ChatMessage['state']) => void
}

const mostVisitors = 1_000
const keptPerVisitor = 2_000

/** All visitors, in memory. New ones replace the visitor who was away longest, whom no message reaches any more. */
export function visitorsOf(): Visitors {
  const visitors = new Map<string, Visitor>()

  function tell({ pages }: Visitor, message: ChatMessage): void {
    for (const page of pages) page.send({ kind: 'message', message: messageView(message) })
  }

  function forgetOne(): void {
    const gone = [...visitors.values()].find(({ pages }) => pages.size === 0)
    if (gone) visitors.delete(gone.id)
  }

  return {
    enter(secret) {
      const id = idOf(secret)
      const visitor = visitors.get(id) ?? { id, thread: [], pages: new Set() }
      visitors.delete(id)
      if (visitors.size >= mostVisitors) forgetOne()
      visitors.set(id, visitor)
      return visitor
    },
    withSecret: secret => visitors.get(idOf(secret)),
    find: id => visitors.get(id),
    add(visitor, message) {
      visitor.thread.push(message)
      if (visitor.thread.length > keptPerVisitor) visitor.thread.shift()
      tell(visitor, message)
    },
    setState(visitor, message, state) {
      message.state = state
      tell(visitor, message)
    },
  }
}

/** A message as pages get it: without Parley's key. */
export function messageView(message: ChatMessage): object {
  return message.from === 'agent' ? { ...message, key: null } : message
}

/** Always the same for the same secret, which cannot be found out from it. */
function idOf(secret: string): string {
  return `v-${createHash('sha256').update(secret).digest('hex').slice(0, 32)}`
}
