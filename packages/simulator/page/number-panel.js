import { post, problemLine } from './calls.js'
import { h } from './dom.js'

/** @import { BusinessNumber } from './model.d.ts' */

const choices = {
  quality: { label: 'Quality', words: { GREEN: 'High', YELLOW: 'Medium', RED: 'Low' } },
  sending: { label: 'Sending', words: { AVAILABLE: 'Allowed', LIMITED: 'Limited', BLOCKED: 'Blocked' } },
}

/** Shows and changes the standing of a business number; the server gets each change by webhook. */
export function numberPanel() {
  const problem = problemLine()
  const which = h('select', { class: 'field', 'aria-label': 'Number', change: show })
  const row = h('div', { class: 'row' }, which)
  const selects = Object.entries(choices).map(([name, { label, words }]) => ({
    name,
    select: h(
      'select',
      { class: 'field', 'aria-label': label, change: event => change(name, event) },
      ...Object.entries(words).map(([value, said]) => h('option', { value }, `${label}: ${said}`)),
    ),
  }))
  /** @type {Map<string, BusinessNumber>} */
  const known = new Map()

  /**
   * @param {string} name
   * @param {Event} event
   */
  function change(name, { target }) {
    if (!(target instanceof HTMLSelectElement)) return
    void problem.run(() => post('/number', { phone_number_id: which.value, [name]: target.value }))
  }

  function show() {
    const number = known.get(which.value)
    if (number === undefined) return
    for (const { name, select } of selects) {
      select.value = name === 'quality' ? number.quality : number.sending
    }
  }

  return {
    element: h(
      'div',
      { class: 'orders' },
      row,
      h('div', { class: 'row' }, ...selects.map(({ select }) => select)),
      problem.element,
    ),
    /** @param {BusinessNumber} number */
    update(number) {
      known.set(number.phone_number_id, number)
      show()
    },
    /** @param {BusinessNumber[]} numbers */
    start(numbers) {
      const chosen = which.value
      known.clear()
      for (const number of numbers) known.set(number.phone_number_id, number)
      which.replaceChildren(
        ...numbers.map(({ phone_number_id: value, name, display_phone_number: digits }) =>
          h('option', { value }, `${name}, +${digits}`),
        ),
      )
      if (known.has(chosen)) which.value = chosen
      row.hidden = numbers.length < 2
      show()
    },
  }
}
