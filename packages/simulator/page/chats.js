import { h } from './dom.js'

/** @import { BusinessNumber } from './model.d.ts' */

/**
 * The chats of a phone, one with each number of the business: which one is shown, and what is new in the others. Not to
 * be seen where there is only one.
 * @param {BusinessNumber[]} numbers
 * @param {() => void} changed
 */
export function chatChoice(numbers, changed) {
  let shown = numbers[0]?.phone_number_id ?? ''
  const entries = numbers.map(({ phone_number_id: id, name, display_phone_number: digits }) => {
    const count = h('span', { class: 'count num', hidden: true })
    const choose = () => {
      shown = id
      draw()
      changed()
    }
    const words = h('span', { class: 'cut' }, name)
    const button = h(
      'button',
      { class: 'btn small', type: 'button', title: `+${digits}`, click: choose },
      words,
      // The accessible name holds the visible words.
      ' ',
      count,
    )
    return { id, name, button, count }
  })

  function draw() {
    for (const { id, button } of entries) button.setAttribute('aria-pressed', String(id === shown))
  }

  draw()
  return {
    element: h(
      'div',
      { class: 'chats', role: 'group', 'aria-label': 'Chat with', hidden: numbers.length < 2 },
      ...entries.map(({ button }) => button),
    ),
    /** The id of the number whose chat is shown. */
    shown: () => shown,
    /** Shows how many messages in each chat are not read. @param {string[]} unread the number of each */
    count(unread) {
      for (const { id, name, button, count } of entries) {
        const times = unread.filter(number => number === id).length
        count.hidden = times === 0
        count.textContent = String(times)
        if (times > 0) button.setAttribute('aria-label', `${name}, ${times} not read`)
        else button.removeAttribute('aria-label')
      }
    },
  }
}
