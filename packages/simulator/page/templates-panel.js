import { post, problemLine } from './calls.js'
import { h } from './dom.js'

/** @import { BusinessNumber, Template } from './model.d.ts' */

/** Meta's changes of a template, in the words of its fields. */
const changes = [
  ...['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'].map(status => ({ status })),
  ...['GREEN', 'YELLOW', 'RED'].map(quality => ({ quality })),
  ...['UTILITY', 'MARKETING'].map(category => ({ category })),
]

/** The templates, and Meta's changes of them: the server gets each by webhook. */
export function templatesPanel() {
  const problem = problemLine()
  const state = h('output', {})
  const which = h('select', { class: 'field', 'aria-label': 'Template', change: show })
  const what = h(
    'select',
    { class: 'field', 'aria-label': 'Change' },
    ...changes.map((change, at) =>
      h(
        'option',
        { value: String(at) },
        Object.entries(change)
          .map(([name, word]) => `${name} ${word.toLowerCase()}`)
          .join(),
      ),
    ),
  )
  const set = h('button', { class: 'btn', type: 'button', click: change }, 'Set')
  /** @type {Map<string, Template>} */
  const known = new Map()

  function show() {
    const one = known.get(which.value)
    state.textContent =
      one === undefined
        ? ''
        : [one.status, one.category, `quality ${one.quality_score.score}`].join(', ').toLowerCase()
  }

  function change() {
    const one = known.get(which.value)
    if (one === undefined) return
    const { language, account } = one
    const body = { language, business_account_id: account, ...changes[Number(what.value)] }
    void problem.run(() => post(`/templates/${encodeURIComponent(one.name)}`, body))
  }

  return {
    element: h(
      'div',
      { class: 'orders' },
      h('div', { class: 'row' }, which),
      h('div', { class: 'row' }, what, set),
      state,
      problem.element,
    ),
    /**
     * @param {Template[]} templates
     * @param {BusinessNumber[]} numbers
     */
    start(templates, numbers) {
      known.clear()
      for (const one of templates) known.set(keyOf(one), one)
      const accounts = [...new Set(templates.map(({ account }) => account))].map(account => {
        const own = templates.filter(one => one.account === account)
        const options = own.map(one => h('option', { value: keyOf(one) }, `${one.name} (${one.language})`))
        const names = numbers.flatMap(({ business_account_id: id, name }) => (id === account ? name : []))
        return { label: names.join(', '), options }
      })
      which.replaceChildren(
        ...(accounts.length > 1
          ? accounts.map(({ label, options }) => h('optgroup', { label }, ...options))
          : accounts.flatMap(({ options }) => options)),
      )
      show()
    },
    /** @param {Template} template */
    update(template) {
      known.set(keyOf(template), template)
      show()
    },
  }
}

/** @param {Template} template */
const keyOf = ({ account, name, language }) => `${account} ${language} ${name}`
