import { get, post, problemLine } from './calls.js'
import { h } from './dom.js'

/** @import { Playing, ScenarioEntry } from './model.d.ts' */

/** Plays scenarios. */
export function scenariosPanel() {
  const problem = problemLine()
  const which = h('select', { class: 'field', 'aria-label': 'Scenario' })
  const speed = h(
    'select',
    { class: 'field', 'aria-label': 'Speed' },
    ...[1, 10, 60].map(times =>
      h('option', { value: String(times) }, times === 1 ? 'As it was' : `× ${times}`),
    ),
  )
  const play = h('button', { class: 'btn', type: 'button', click: () => toggle() }, 'Play')
  const state = h('p', { class: 'meta muted', role: 'status' })
  /** @type {Playing | null} */
  let playing = null

  const toggle = () =>
    void problem.run(() =>
      playing
        ? post('/scenarios/stop', {})
        : post('/scenarios/play', { name: which.value, speed: Number(speed.value) }),
    )

  function draw() {
    play.textContent = playing ? 'Stop' : 'Play'
    const skipped = playing && playing.skipped > 0 ? `, ${playing.skipped} not possible` : ''
    state.textContent = playing ? `${playing.title}: ${playing.done} of ${playing.total}${skipped}` : ''
  }

  return {
    element: h(
      'div',
      { class: 'orders' },
      h('div', { class: 'row' }, which, speed, play),
      state,
      problem.element,
    ),
    /** Reads the scenarios and the playing one. */
    async start() {
      /** @type {{ scenarios: ScenarioEntry[], playing: Playing | null}} */
      const found = await get('/scenarios')
      const chosen = which.value
      which.replaceChildren(...found.scenarios.map(({ name, title }) => h('option', { value: name }, title)))
      if (chosen !== '') which.value = chosen
      playing = found.playing
      draw()
    },
    /** @param {Playing | null} now */
    play(now) {
      playing = now
      draw()
    },
  }
}
