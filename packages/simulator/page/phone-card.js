import { bubble } from './bubble.js'
import { CallFailed, phonePath, post } from './calls.js'
import { chatChoice } from './chats.js'
import { composer } from './composer.js'
import { h } from './dom.js'

/** @import { BusinessNumber, Message, Phone } from './model.d.ts' */

const lookMs = 700
const shown = 400

/**
 * One phone: who it is, its chat with each number of the business, and where the customer writes. What was delivered while the phone
 * is before somebody's eyes is read a moment later.
 * @param {Phone} phone
 * @param {BusinessNumber[]} numbers
 */
export function phoneCard(phone, numbers) {
  const { number } = phone
  /** @type {Map<string, ReturnType<typeof bubble>>} */
  const bubbles = new Map()
  /** By id, for quotations. @type {Map<string, Message>} */
  const messages = new Map()
  /** @type {Set<string>} */
  const unread = new Set()
  let inSight = false
  let { online, typingUntil } = phone
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let looking
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing

  const name = h('h2', { class: 'cut' })
  const avatar = h('span', { class: 'ava', 'aria-hidden': 'true' })
  avatar.style.setProperty('--h', String((Number(number.slice(-6)) * 67) % 360))
  const line = h('button', {
    class: 'line',
    type: 'button',
    role: 'switch',
    'aria-label': 'Online',
    click: switchLine,
  })
  const who = h('div', { class: 'grow' }, name, h('div', { class: 'meta muted num' }, spaced(number)))
  const list = h('ol')
  const empty = h('p', { class: 'empty' }, 'No messages yet. Write one below.')
  const typingLine = h('div', { class: 'typing', 'aria-live': 'polite' })
  const chat = h(
    'div',
    { class: 'chat', tabindex: '0', role: 'log', 'aria-label': 'Chat' },
    empty,
    list,
    typingLine,
  )
  const problem = h('p', { class: 'problem', role: 'alert' })
  const chats = chatChoice(numbers, showChat)
  const write = composer(number, chats.shown, failed)
  write.element.prepend(problem)
  write.element.addEventListener('input', () => problem.replaceChildren())
  const element = h(
    'article',
    { class: 'phone' },
    h('header', {}, avatar, who, line),
    chats.element,
    chat,
    write.element,
  )
  element.dataset['number'] = number

  new IntersectionObserver(
    ([entry]) => {
      inSight = entry?.isIntersecting ?? false
      look()
    },
    { threshold: 0.5 },
  ).observe(element)
  document.addEventListener('visibilitychange', look)

  function look() {
    const news = [...unread].some(id => messages.get(id)?.number === chats.shown())
    if (!news || !inSight || document.visibilityState !== 'visible') return
    looking ??= setTimeout(() => {
      looking = undefined
      if (document.visibilityState !== 'visible') return
      post(phonePath(number, 'read'), { number: chats.shown() }).catch(failed)
    }, lookMs)
  }

  /** @param {unknown} error */
  function failed(error) {
    if (!(error instanceof CallFailed)) throw error
    problem.textContent = error.message
  }

  function switchLine() {
    post(phonePath(number, 'connection'), { online: !online }).catch(failed)
  }

  /** @param {Phone} latest */
  function update(latest) {
    const title = latest.name ?? 'Unnamed'
    name.textContent = title
    element.setAttribute('aria-label', `Phone of ${title}`)
    avatar.textContent = initials(title)
    online = latest.online
    line.setAttribute('aria-checked', String(online))
    line.textContent = latest.online ? 'Online' : 'Offline'
    line.title = latest.online ? 'Take this phone offline' : 'Bring this phone back'
    write.enable(latest.online)
    typingUntil = latest.typingUntil
    showTyping()
  }

  function showTyping() {
    clearTimeout(typing)
    const until = typingUntil[chats.shown()]
    const left = until === undefined ? 0 : Date.parse(until) - Date.now()
    keepingEnd(() => typingLine.replaceChildren(left > 0 ? 'typing…' : ''))
    if (left > 0) typing = setTimeout(showTyping, left)
  }

  /** Another chat is to be shown. */
  function showChat() {
    for (const [id, { element: drawn }] of bubbles) drawn.hidden = messages.get(id)?.number !== chats.shown()
    empty.hidden = [...messages.values()].some(message => message.number === chats.shown())
    write.leave()
    problem.replaceChildren()
    showTyping()
    keepingEnd(() => undefined, true)
    look()
  }

  /** @param {Message} message */
  function put(message) {
    const known = bubbles.get(message.id)
    messages.set(message.id, message)
    // An offline phone shows the waiting messages when it is back.
    if (!known && message.direction === 'OUTBOUND' && message.status === 'sent' && !online) return
    if (known) known.update(message)
    else {
      const made = bubble(message, {
        grew: () => keepingEnd(() => undefined),
        failed,
        reply: () => write.answer(messages.get(message.id) ?? message),
        edit: () => write.edit(messages.get(message.id) ?? message),
        quoted: message.replyTo === null ? undefined : messages.get(message.replyTo),
      })
      bubbles.set(message.id, made)
      const isShown = message.number === chats.shown()
      made.element.hidden = !isShown
      empty.hidden ||= isShown
      keepingEnd(() => list.append(made.element), isShown && message.direction === 'INBOUND')
      forgetOldest()
    }
    if (message.direction === 'OUTBOUND' && message.status === 'delivered') unread.add(message.id)
    else unread.delete(message.id)
    chats.count([...unread].flatMap(id => messages.get(id)?.number ?? []))
    look()
  }

  function forgetOldest() {
    const [oldest] = bubbles
    if (bubbles.size <= shown || !oldest) return
    oldest[1].element.remove()
    bubbles.delete(oldest[0])
    messages.delete(oldest[0])
    unread.delete(oldest[0])
  }

  let atEnd = true
  let height = 0
  chat.addEventListener('scroll', () => {
    // A scroll after the chat grew by itself says nothing about where its reader wants to be.
    if (chat.scrollHeight === height) atEnd = height - chat.scrollTop - chat.clientHeight < 48
  })

  /**
   * Changes the chat; a reader at its end stays there, a reader further up is not moved.
   * @param {() => void} change
   * @param {boolean} [force]
   */
  function keepingEnd(change, force = false) {
    atEnd ||= force
    change()
    height = chat.scrollHeight
    if (atEnd) chat.scrollTop = height
  }

  update(phone)
  return { element, update, put, remove: () => document.removeEventListener('visibilitychange', look) }
}

/** @param {string} name */
function initials(name) {
  const words = name.split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map(word => String.fromCodePoint(word.codePointAt(0) ?? 32).toUpperCase())
    .join('')
}

/** +256700000001 in groups of three. @param {string} number */
function spaced(number) {
  return number.replace(/(\d{3})(?=\d)/g, '$1 ')
}
