import { byId } from '../dom.js'
import { bubble, waitingBubble } from './bubble.js'

/** @import { ChatMessage, Waiting } from './model.d.ts' */

/** So near is at the end, in pixels. */
const near = 48

/**
 * The thread on the page: what is there, and below it what waits. It stays at its end while somebody reads there.
 * @param {{ reply: (message: ChatMessage) => void, retry: (key: string) => void, remove: (key: string) => void }} on
 */
export function thread({ reply, retry, remove }) {
  const log = byId('thread', HTMLDivElement)
  const list = byId('messages', HTMLOListElement)
  const line = byId('waiting', HTMLOListElement)
  const empty = byId('empty', HTMLParagraphElement)
  const newer = byId('newer', HTMLButtonElement)
  /** @type {Map<string, { message: ChatMessage, shown: ReturnType<typeof bubble> }>} */
  const messages = new Map()
  /** @type {Map<string, ReturnType<typeof waitingBubble>>} */
  const waiting = new Map()

  const isAtEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < near
  const toEnd = () => log.scrollTo({ top: log.scrollHeight })

  /** Does something that may make the thread longer; who is at its end stays there. @param {() => void} act */
  function keepingEnd(act) {
    const follow = isAtEnd()
    act()
    empty.hidden = messages.size + waiting.size > 0
    if (follow) toEnd()
  }

  /** @param {string | null} id */
  const quotedOf = id => (id === null ? undefined : messages.get(id)?.message)

  /** @param {ChatMessage} message */
  function show(message) {
    const known = messages.get(message.id)
    if (known) {
      known.message = message
      known.shown.update(message)
      return
    }
    const shown = bubble(message, {
      quoted: quotedOf(message.quotes),
      reply: () => reply(message),
      // A picture that has come pushed what was at the end below it.
      grew: () => wasAtEnd && toEnd(),
    })
    messages.set(message.id, { message, shown })
    list.append(shown.element)
  }

  let wasAtEnd = true
  log.addEventListener('scroll', () => {
    wasAtEnd = isAtEnd()
    if (wasAtEnd) newer.hidden = true
  })
  newer.addEventListener('click', () => {
    toEnd()
    log.focus()
  })

  return {
    element: log,
    isAtEnd,
    toEnd,
    all: () => [...messages.values()].map(({ message }) => message),

    /** All that is there, after a connection was made. @param {ChatMessage[]} latest */
    start(latest) {
      // Nobody wants to have a whole thread read out.
      log.setAttribute('aria-busy', 'true')
      keepingEnd(() => {
        const ids = new Set(latest.map(({ id }) => id))
        for (const [id, { shown }] of messages) {
          if (ids.has(id)) continue
          shown.element.remove()
          messages.delete(id)
        }
        latest.forEach(show)
      })
      requestAnimationFrame(() => log.removeAttribute('aria-busy'))
    },

    /** @param {ChatMessage} message */
    put(message) {
      const isNew = !messages.has(message.id)
      keepingEnd(() => show(message))
      if (isNew && message.from === 'agent' && !isAtEnd()) newer.hidden = false
    },

    /** @param {Waiting} item */
    wait(item) {
      keepingEnd(() => {
        const known = waiting.get(item.key)
        if (known) return known.update(item)
        const { key } = item
        const shown = waitingBubble(item, {
          quoted: quotedOf(item.quotes),
          retry: () => retry(key),
          remove: () => remove(key),
        })
        waiting.set(key, shown)
        line.append(shown.element)
      })
    },

    /** @param {Waiting} item */
    forget({ key }) {
      keepingEnd(() => {
        waiting.get(key)?.element.remove()
        waiting.delete(key)
      })
    },
  }
}
