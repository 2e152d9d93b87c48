import { post, problemLine } from './calls.js'
import { h } from './dom.js'

/** @import { SimulatedClock } from './model.d.ts' */

const day = 24 * 60
/** Minutes ahead; negative: behind. */
const pushes = [
  { minutes: -day + 2, words: '2 min before 24 h', title: 'What a customer writes now is 23 h 58 min old' },
  { minutes: 0, words: 'Now', title: 'As this machine’s clock' },
  { minutes: day, words: '+ 24 h', title: 'Windows that are open now are over' },
]

/** The time at the simulated WhatsApp, and pushes of it. */
export function clockPanel() {
  const problem = problemLine()
  const time = h('output', { class: 'num' })
  const buttons = pushes.map(({ minutes, words, title }) => {
    const push = () => void problem.run(() => post('/clock', { ahead_minutes: minutes }))
    return h('button', { class: 'btn', type: 'button', title, click: push }, words)
  })

  return {
    element: h('div', { class: 'orders' }, time, h('div', { class: 'row' }, ...buttons), problem.element),
    /** @param {SimulatedClock} clock */
    update({ now, ahead_minutes: ahead }) {
      const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
      const apart = [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ')
      time.textContent =
        ahead === 0
          ? 'As this machine’s clock'
          : `${new Date(now).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}, ${apart} ${ahead > 0 ? 'ahead' : 'behind'}`
      for (const [at, button] of buttons.entries()) {
        button.setAttribute('aria-pressed', String(pushes[at]?.minutes === ahead))
      }
    },
  }
}
