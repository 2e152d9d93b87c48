import { CallFailed, get, post } from './calls.js'
import { h } from './dom.js'

/** @import { BusinessNumber } from './model.d.ts' */

const choices = {
  quality: { label: 'Quality', words: { GREEN: 'High', YELLOW: 'Medium', RED: 'Low' } },
  sending: { label: 'Sending', words: { AVAILABLE: 'Allowed', LIMITED: 'Limited', BLOCKED: 'Blocked' } },
}

/** How the business number stands, to be made worse and better; each change is told to the server. */
export function numberPanel() {
  const problem = h('p', { class: 'problem', role: 'alert' })
  const selects = Object.entries(choices).map(([name, { label, words }]) => ({
    name,
    select: h(
      'select',
      { class: 'field', 'aria-label': label, change: event => void change(name, event) },
      ...Object.entries(words).map(([value, said]) => h('option', { value }, `${label}: ${said}`)),
    ),
  }))

  /**
   * @param {string} name
   * @param {Event} event
   */
  async function change(name, { target }) {
    if (!(target instanceof HTMLSelectElement)) return
    problem.textContent = ''
    try {
      await post('/number', { [name]: target.value })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      problem.textContent = error.message
    }
  }

  /** @param {BusinessNumber} standing */
  function update(standing) {
    for (const { name, select } of selects) {
      select.value = name === 'quality' ? standing.quality : standing.sending
    }
  }

  return {
    element: h(
      'div',
      { class: 'orders' },
      h('div', { class: 'row' }, ...selects.map(({ select }) => select)),
      problem,
    ),
    update,
    /** Reads how it stands. */
    start: async () => update(await get('/number')),
  }
}
