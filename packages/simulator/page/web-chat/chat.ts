import { useSyncExternalStore } from 'react'
import type { ServerFrame, ShownMessage } from '../../src/web-chat/visitors.ts'
import { connection } from './connection.ts'
import { Outbox, type Waiting } from './outbox.ts'
import { visitorSecret } from './visitor.ts'

type State = {
  isOffline: boolean
  /** The whole thread is being shown: a screen reader does not announce it. */
  isLoading: boolean
  messages: readonly ShownMessage[]
  waiting: readonly Waiting[]
}

const secret = visitorSecret()
const listeners = new Set<() => void>()
const send = connection(secret, {
  received,
  lost() {
    change({ isOffline: true })
    outbox.connected(false)
  },
})
export const outbox = new Outbox(secret, send, () => change({ waiting: outbox.all() }))
let state: State = { isOffline: false, isLoading: true, messages: [], waiting: outbox.all() }

function change(part: Partial<State>): void {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

function received(frame: ServerFrame): void {
  if (frame.kind === 'thread') {
    change({ isOffline: false, isLoading: true, messages: frame.messages })
    requestAnimationFrame(() => change({ isLoading: false }))
    for (const { key } of frame.messages) if (key !== null) outbox.remove(key)
    outbox.connected(true)
  } else if (frame.kind === 'message') {
    const { message } = frame
    const at = state.messages.findIndex(({ id }) => id === message.id)
    change({ messages: at === -1 ? [...state.messages, message] : state.messages.with(at, message) })
    if (message.key !== null) outbox.remove(message.key)
  } else if (frame.kind === 'refused') {
    outbox.refuse(frame.key, frame.detail)
  }
}

/** Reports that an agent's messages are on this page, or were read. The server ignores what it has heard already. */
export function reportReached(messages: State['messages'], isRead: boolean): void {
  for (const { id, from, state } of messages) {
    if (from !== 'agent' || state === 'read') continue
    if (state === 'here') send({ kind: 'reached', id, state: 'delivered' })
    if (isRead) send({ kind: 'reached', id, state: 'read' })
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useChat = (): State => useSyncExternalStore(subscribe, () => state)

window.addEventListener('beforeunload', event => {
  if (state.waiting.some(({ file }) => file !== null)) event.preventDefault()
})
