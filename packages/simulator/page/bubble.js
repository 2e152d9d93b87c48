import { phonePath, post } from './calls.js'
import { changes } from './changes.js'
import { h, icon } from './dom.js'

/** @import { Media, Message } from './model.d.ts' */

/**
 * One message as the customer sees it. The file is drawn once; words, ticks, reactions and the tapped choice
 * follow `update`, so that a playing recording plays on.
 * @param {Message} message
 * @param {{ grew: () => void, failed: (problem: unknown) => void, reply: () => void, edit: () => void, quoted: Message | undefined }} on
 */
export function bubble(message, { grew, failed, reply, edit, quoted }) {
  const own = message.direction === 'INBOUND'
  const foot = h('div', { class: 'foot num' })
  const answer = h('button', { class: 'answer', type: 'button', click: reply }, 'Reply')
  const reaction = h('span', { class: 'reaction', hidden: true })
  const words = h('p', { dir: 'auto' })
  const gone = h('p', { class: 'small', hidden: true }, 'You deleted this message')
  const change = changes(message, { failed, edit })
  const buttons = new Map(message.choices.map(choice => [choice.id, choiceButton(message, choice, failed)]))
  const content = h(
    'div',
    {},
    message.replyTo && quotation(quoted),
    message.header && h('p', { class: 'head' }, message.header),
    message.media && attachment(message.media, grew),
    words,
    message.footer && h('p', { class: 'small' }, message.footer),
    message.links.length > 0 ? h('div', { class: 'choices' }, ...message.links.map(link)) : null,
    buttons.size > 0 ? h('div', { class: 'choices' }, ...buttons.values()) : null,
  )
  const element = h(
    'li',
    { class: own ? 'msg own' : 'msg' },
    h('div', { class: 'bub' }, content, gone, reaction),
    change.strip,
    foot,
  )

  /** @param {Message} latest */
  function update(latest) {
    element.dataset['status'] = latest.status
    const signs = [latest.reaction, latest.ownReaction].filter(sign => sign !== null)
    element.classList.toggle('reacted', signs.length > 0)
    reaction.hidden = signs.length === 0
    reaction.textContent = signs.join(' ')
    words.hidden = latest.text === null
    words.textContent = latest.text
    content.hidden = latest.deleted
    gone.hidden = !latest.deleted
    change.update(latest)
    for (const [id, button] of buttons) {
      button.setAttribute('aria-pressed', String(latest.chosen === id))
      button.disabled = latest.chosen !== null
    }
    foot.replaceChildren(
      answer,
      ...change.foot,
      ...(latest.edited ? ['Edited'] : []),
      time(latest.at),
      ...(own ? ticks(latest.status) : fate(latest.status)),
    )
  }

  update(message)
  return { element, update }
}

/** The answered message; the phone may not have it any more. @param {Message | undefined} quoted */
function quotation(quoted) {
  return h('p', { class: 'quotation', dir: 'auto' }, quoted ? wordsOf(quoted) : 'A message that is not here')
}

/** A message in one line. @param {Message} message */
export function wordsOf({ text, media, type }) {
  return text ?? media?.filename ?? type
}

/**
 * @param {Message} message
 * @param {Message['choices'][number]} choice
 * @param {(problem: unknown) => void} failed
 */
function choiceButton({ phone, id }, choice, failed) {
  const tap = () =>
    void post(phonePath(phone, 'taps'), { message_id: id, choice_id: choice.id }).catch(failed)
  const description = choice.description ? h('small', {}, choice.description) : null
  return h(
    'button',
    { class: 'btn small', type: 'button', click: tap },
    h('span', {}, choice.title, description),
  )
}

/** A button of a template that leads elsewhere. @param {Message['links'][number]} link */
function link({ title, target }) {
  if (target === null) return h('p', { class: 'small' }, title)
  return h('a', { class: 'btn small', href: target, target: '_blank', rel: 'noreferrer' }, title)
}

/**
 * @param {Media} media
 * @param {() => void} grew
 */
function attachment({ kind, url, filename, size, voice }, grew) {
  const name = voice ? 'Voice message' : (filename ?? kind)
  if (kind === 'image')
    return h('a', { href: url, target: '_blank' }, h('img', { src: url, alt: name, load: grew }))
  if (kind === 'audio')
    return h('audio', { src: url, controls: true, preload: 'metadata', 'aria-label': name })
  if (kind === 'video')
    return h('video', { src: url, controls: true, 'aria-label': name, loadedmetadata: grew })
  const label = h('span', {}, `${name} (${sizeOf(size)})`)
  return h('a', { class: 'file', href: url, download: name }, icon('page'), label)
}

/** @param {number} bytes */
function sizeOf(bytes) {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1048576).toFixed(1)} MB`
}

/** @param {string} at */
function time(at) {
  const date = new Date(at)
  const short = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return h('time', { datetime: at, title: date.toLocaleString() }, short)
}

/** @param {Message['status']} status */
function ticks(status) {
  const words = { sent: 'Sent', delivered: 'Delivered', read: 'Read', failed: 'Failed' }[status]
  const mark = h(
    'span',
    { class: status === 'read' ? 'read' : '', title: words },
    icon(status === 'sent' ? 'tick' : 'ticks'),
  )
  return [mark, h('span', { class: 'unseen' }, words)]
}

/** @param {Message['status']} status */
function fate(status) {
  return status === 'failed' ? [h('span', { class: 'failed' }, 'Not delivered: file unusable')] : []
}
