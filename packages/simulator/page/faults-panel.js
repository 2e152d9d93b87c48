import { post, problemLine } from './calls.js'
import { h } from './dom.js'

const faults = {
  'webhook-duplicate': 'Send a webhook twice',
  'webhook-bad-signature': 'Sign a webhook wrongly',
  'status-first': 'Status before the answer',
  'server-error': 'Answer 500 with a code',
  'bare-500': 'Answer 500, no body',
  'bare-429': 'Answer 429, no body',
  'time-out': 'Never answer',
  reset: 'Reset the connection',
  'answer-lost': 'Accept, lose the answer',
  'window-closed': 'Refuse: 24 hours are over',
  'window-closed-later': 'Accept, then: 24 hours over',
  'undeliverable-later': 'Accept, then: not on WhatsApp',
  refused: 'Refuse with this code',
  'refused-later': 'Accept, then fail with this code',
  'token-expired': 'Say the token has expired',
  'media-limited': 'Refuse a file: too often',
  'media-error': 'Refuse a file: 500 with a code',
  'media-gone': 'Refuse a file: unknown id',
  'media-moved': 'Name an address without the file',
  'media-cut': 'Cut a file off half-way',
}

/** Those that take a code of Meta's. */
const coded = new Set(['refused', 'refused-later'])

/** The faults, each armed for a number of times; while armed it shows how often it will still fire. */
export function faultsPanel() {
  const problem = problemLine()
  const rows = Object.entries(faults).map(([name, words]) => faultRow(name, words, problem.run))
  const list = h('ul', { class: 'faults' }, ...rows.map(row => row.element))

  return {
    element: h('div', {}, list, problem.element),
    /** @param {Record<string, number>} left */
    update(left) {
      for (const row of rows) row.update(left[row.name] ?? 0)
    },
  }
}

/**
 * @param {string} name
 * @param {string} words
 * @param {ReturnType<typeof problemLine>['run']} run
 */
function faultRow(name, words, run) {
  const id = `fault-${name}`
  const label = h('label', { for: id }, words)
  const times = h('input', {
    class: 'field num',
    id,
    type: 'number',
    min: '1',
    max: '10000',
    value: '1',
    title: 'Times',
  })
  const code = h('input', {
    class: 'field num',
    type: 'number',
    min: '0',
    value: '131000',
    title: 'Code',
    'aria-label': `${words}: code`,
    hidden: !coded.has(name),
  })
  const count = h('span', { class: 'left num', hidden: true })
  const button = h('button', { class: 'btn', type: 'button', click: toggle }, 'Arm')
  let armed = false

  function toggle() {
    const asked = { name, times: times.valueAsNumber, ...(coded.has(name) && { code: code.valueAsNumber }) }
    void run(() => post('/faults', armed ? { clear: true, name } : asked))
  }

  return {
    name,
    element: h('li', {}, label, h('span', {}, code, times, count), button),
    /** @param {number} left */
    update(left) {
      armed = left > 0
      label.classList.toggle('armed', armed)
      times.hidden = armed
      code.hidden = armed || !coded.has(name)
      count.hidden = !armed
      count.textContent = `${left} left`
      button.textContent = armed ? 'Off' : 'Arm'
      button.setAttribute('aria-label', armed ? `${words}: switch off` : `${words}: arm`)
    },
  }
}
