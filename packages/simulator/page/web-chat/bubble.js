import { h, icon } from '../dom.js'

/** @import { ChatMessage, Waiting } from './model.d.ts' */

/**
 * A message of the thread. What people wrote stands in text nodes alone.
 * @param {ChatMessage} message
 * @param {{ quoted: ChatMessage | undefined, reply: () => void, grew: () => void }} on
 */
export function bubble(message, { quoted, reply, grew }) {
  const own = message.from === 'visitor'
  const foot = h('div', { class: 'foot num' })
  const answer = h('button', { class: 'answer', type: 'button', click: reply }, 'Reply')
  const element = h(
    'li',
    { class: own ? 'msg own' : 'msg' },
    h(
      'div',
      { class: 'bub' },
      h('span', { class: 'unseen' }, own ? 'You: ' : 'Support: '),
      message.quotes === null ? null : quotation(quoted),
      message.file && attachment(message.file, grew),
      words(message.text),
    ),
    foot,
  )

  /** @param {ChatMessage} latest */
  function update({ at, state }) {
    element.dataset['state'] = state
    foot.replaceChildren(...(own ? [answer, time(at), ...mark(state)] : [time(at), answer]))
  }
  update(message)
  return { element, update }
}

/**
 * A message that waits.
 * @param {Waiting} item
 * @param {{ quoted: ChatMessage | undefined, retry: () => void, remove: () => void }} on
 */
export function waitingBubble(item, { quoted, retry, remove }) {
  const foot = h('div', { class: 'foot num' })
  const element = h(
    'li',
    { class: 'msg own waiting' },
    h(
      'div',
      { class: 'bub' },
      h('span', { class: 'unseen' }, 'You: '),
      item.quotes === null ? null : quotation(quoted),
      item.file && h('p', { class: 'file' }, icon('page'), h('span', { class: 'cut' }, item.file.name)),
      words(item.text),
    ),
    foot,
  )

  /** @param {Waiting} latest */
  function update({ problem, at }) {
    element.dataset['state'] = problem === null ? 'waiting' : 'problem'
    if (problem === null) return foot.replaceChildren(time(at), 'Waiting')
    foot.replaceChildren(
      h('span', { class: 'failed' }, `Not sent. ${problem}`),
      h('button', { class: 'answer shown', type: 'button', click: retry }, 'Try again'),
      h('button', { class: 'answer shown', type: 'button', click: remove }, 'Remove'),
    )
  }
  update(item)
  return { element, update }
}

/** A message in one line. @param {ChatMessage} message */
export const wordsOf = ({ text, file }) => text || (file?.name ?? '')

/** @param {string} text */
const words = text => (text === '' ? null : h('p', { dir: 'auto' }, text))

/** What a message answers; it may be gone here. @param {ChatMessage | undefined} quoted */
function quotation(quoted) {
  return h('p', { class: 'quotation', dir: 'auto' }, quoted ? wordsOf(quoted) : 'An earlier message')
}

/**
 * @param {NonNullable<ChatMessage['file']>} file
 * @param {() => void} grew
 */
function attachment({ id, name, size, picture }, grew) {
  const href = `/web-chat/files/${encodeURIComponent(id)}`
  if (picture) {
    return h(
      'a',
      { href, target: '_blank', rel: 'noreferrer' },
      h('img', { src: href, alt: name, load: grew }),
    )
  }
  return h(
    'a',
    { class: 'file', href, download: name },
    icon('page'),
    h('span', {}, `${name} (${sizeOf(size)})`),
  )
}

/** @param {number} bytes */
function sizeOf(bytes) {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1048576).toFixed(1)} MB`
}

/** @param {string} at */
function time(at) {
  const date = new Date(at)
  const clock = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const isToday = date.toDateString() === new Date().toDateString()
  const day = isToday ? '' : `${date.toLocaleDateString([], { day: 'numeric', month: 'short' })}, `
  return h('time', { datetime: at, title: date.toLocaleString() }, day + clock)
}

/** How far the visitor's own message came. @param {ChatMessage['state']} state */
function mark(state) {
  if (state === 'refused') return [h('span', { class: 'failed' }, 'Not delivered')]
  const words = state === 'here' ? 'Sent' : 'Received'
  const sign = h('span', { title: words }, icon(state === 'here' ? 'tick' : 'ticks'))
  return [sign, h('span', { class: 'unseen' }, words)]
}
