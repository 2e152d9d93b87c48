import { CallFailed, get, post } from './calls.js'
import { h } from './dom.js'

/** @import { Playing, ScenarioEntry } from './model.d.ts' */

/** Plays what customers did, and takes down what they do. */
export function scenariosPanel() {
  const problem = h('p', { class: 'problem', role: 'alert' })
  const which = h('select', { class: 'field', 'aria-label': 'Scenario' })
  const speed = h(
    'select',
    { class: 'field', 'aria-label': 'Speed' },
    ...[1, 10, 60].map(times =>
      h('option', { value: String(times) }, times === 1 ? 'As it was' : `× ${times}`),
    ),
  )
  const play = h('button', { class: 'btn', type: 'button', click: guarded(toggle) }, 'Play')
  const record = h('button', { class: 'btn', type: 'button', click: guarded(take) }, 'Record')
  const file = h('input', { type: 'file', accept: 'application/json', hidden: true, change: guarded(own) })
  const open = h('button', { class: 'btn', type: 'button', click: () => file.click() }, 'Play a file…')
  const state = h('p', { class: 'meta muted', role: 'status' })
  /** @type {Playing | null} */
  let playing = null
  let recording = false

  /** @param {() => Promise<void>} act */
  function guarded(act) {
    return () => {
      problem.textContent = ''
      act().catch(error => {
        if (!(error instanceof CallFailed)) throw error
        problem.textContent = error.message
      })
    }
  }

  async function toggle() {
    if (playing) await post('/scenarios/stop', {})
    else await post('/scenarios/play', { name: which.value, speed: Number(speed.value) })
  }

  async function take() {
    const { scenario } = await post('/recording', { on: !recording })
    if (!recording && scenario) save(scenario)
  }

  async function own() {
    const text = (await file.files?.[0]?.text()) ?? ''
    file.value = ''
    /** @type {unknown} */
    let scenario
    try {
      scenario = JSON.parse(text)
    } catch {
      throw new CallFailed('The file is no JSON.')
    }
    await post('/scenarios/play', { scenario, speed: Number(speed.value) })
  }

  function draw() {
    play.textContent = playing ? 'Stop' : 'Play'
    record.textContent = recording ? 'Stop and save' : 'Record'
    open.toggleAttribute('disabled', playing !== null)
    const skipped = playing && playing.skipped > 0 ? `, ${playing.skipped} not possible` : ''
    state.textContent = playing
      ? `${playing.title}: ${playing.done} of ${playing.total}${skipped}`
      : recording
        ? 'Recording what customers do'
        : ''
  }

  return {
    element: h(
      'div',
      { class: 'orders' },
      h('div', { class: 'row' }, which, speed, play),
      h('div', { class: 'row' }, record, open, file),
      state,
      problem,
    ),
    /** Reads which there are, and what goes on. */
    async start() {
      /** @type {{ scenarios: ScenarioEntry[], playing: Playing | null, recording: boolean }} */
      const found = await get('/scenarios')
      const chosen = which.value
      which.replaceChildren(...found.scenarios.map(({ name, title }) => h('option', { value: name }, title)))
      if (chosen !== '') which.value = chosen
      playing = found.playing
      recording = found.recording
      draw()
    },
    /** @param {Playing | null} now */
    play(now) {
      playing = now
      draw()
    },
    /** @param {boolean} now */
    record(now) {
      recording = now
      draw()
    },
  }
}

/** @param {object} scenario */
function save(scenario) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(scenario, null, 1)], { type: 'application/json' }))
  const link = h('a', { href: url, download: 'scenario.json' })
  link.click()
  URL.revokeObjectURL(url)
}
