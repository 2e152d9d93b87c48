import { phonePath, post } from './calls.js'
import { h } from './dom.js'

/** @import { Message } from './model.d.ts' */

const emojis = ['👍', '❤️', '😂', '😮', '😢', '🙏']

/**
 * The customer's actions on a message: react, and edit or delete their own. `foot` are the buttons,
 * `strip` the emojis that one of them shows.
 * @param {Message} message
 * @param {{ failed: (problem: unknown) => void, edit: () => void }} on
 */
export function changes(message, { failed, edit }) {
  const path = phonePath(message.phone, 'changes')
  let own = message.ownReaction
  /** @param {object} change */
  const send = change => void post(path, { ...change, message_id: message.id }).catch(failed)
  const choices = emojis.map(emoji =>
    h(
      'button',
      { class: 'btn icon', type: 'button', 'aria-label': `React with ${emoji}`, click: () => pick(emoji) },
      emoji,
    ),
  )
  const strip = h('div', { class: 'strip', hidden: true }, ...choices)
  const react = h(
    'button',
    { class: 'answer', type: 'button', 'aria-expanded': 'false', click: toggle },
    'React',
  )
  const isOwn = message.direction === 'INBOUND'
  const change = h('button', { class: 'answer', type: 'button', click: edit }, 'Edit')
  const remove = h(
    'button',
    { class: 'answer', type: 'button', click: () => send({ type: 'revoke' }) },
    'Delete',
  )

  function toggle() {
    strip.hidden = !strip.hidden
    react.setAttribute('aria-expanded', String(!strip.hidden))
  }

  /** The same one again takes it back. @param {string} emoji */
  function pick(emoji) {
    send({ type: 'reaction', emoji: own === emoji ? null : emoji })
    toggle()
  }

  /** @param {Message} latest */
  function update(latest) {
    own = latest.ownReaction
    for (const [place, choice] of choices.entries()) {
      choice.setAttribute('aria-pressed', String(emojis[place] === own))
    }
    for (const button of [react, change, remove]) button.hidden = latest.deleted
  }

  return {
    foot: isOwn && message.text !== null ? [react, change, remove] : isOwn ? [react, remove] : [react],
    strip,
    update,
  }
}
