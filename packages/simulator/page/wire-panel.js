import { h } from './dom.js'

/** @import { WireEntry } from './model.d.ts' */

const shown = 200

/** The calls between WhatsApp and the server, newest first. */
export function wirePanel() {
  const empty = h('li', { class: 'empty' }, 'No calls yet.')
  const element = h('ol', { class: 'wire num', tabindex: '0', 'aria-label': 'Calls, newest first' }, empty)
  return {
    element,
    /** @param {WireEntry} entry */
    add(entry) {
      empty.remove()
      element.prepend(line(entry))
      if (element.childElementCount > shown) element.lastElementChild?.remove()
    },
    clear: () => element.replaceChildren(empty),
  }
}

/** @param {WireEntry} entry */
function line({ at, direction, what, status, ms }) {
  const time = new Date(at).toLocaleTimeString([], { hourCycle: 'h23' })
  const good = typeof status === 'number' && status < 300
  const arrow = h('span', { 'aria-hidden': 'true' }, direction === 'out' ? '→' : '←')
  const words = h('span', { class: 'unseen' }, direction === 'out' ? 'to the server' : 'from the server')
  const result = h('span', { class: good ? 'ok' : 'bad' }, `${status} ${ms} ms`)
  return h('li', {}, `${time} `, arrow, words, ` ${what} `, result)
}
