import { CallFailed, post } from './calls.js'
import { clockPanel } from './clock-panel.js'
import { byId } from './dom.js'
import { faultsPanel } from './faults-panel.js'
import { numberPanel } from './number-panel.js'
import { phoneCard } from './phone-card.js'
import { scenariosPanel } from './scenarios-panel.js'
import { templatesPanel } from './templates-panel.js'
import { wirePanel } from './wire-panel.js'

/** @import { BusinessNumber, Message, Phone, Playing, SimulatedClock, Snapshot, Template, WireEntry } from './model.d.ts' */

const atFirst = 3

const phones = byId('phones', HTMLDivElement)
const offline = byId('offline', HTMLParagraphElement)
const clock = clockPanel()
const number = numberPanel()
const scenarios = scenariosPanel()
const templates = templatesPanel()
const faults = faultsPanel()
const wire = wirePanel()
byId('clock', HTMLElement).append(clock.element)
byId('number', HTMLElement).append(number.element)
byId('scenarios', HTMLElement).append(scenarios.element)
byId('templates', HTMLElement).append(templates.element)
byId('faults', HTMLElement).append(faults.element)
byId('wire', HTMLElement).append(wire.element)

/** The numbers that the address asks for; none means the first phones, and all that write or receive. */
const asked = (new URLSearchParams(location.search).get('phones') ?? '')
  .split(',')
  .map(number => `+${number.replace(/\D/g, '')}`)
  .filter(number => number !== '+')
const wanted = new Set(asked)

/** @type {Map<string, ReturnType<typeof phoneCard>>} */
const cards = new Map()
/** @type {Map<string, Phone>} */
const known = new Map()

/** @type {BusinessNumber[]} */
let numbers = []

/** @param {string} number */
function show(number) {
  const phone = known.get(number)
  const card = cards.get(number) ?? (phone && phoneCard(phone, numbers))
  if (!card || cards.has(number)) return card
  cards.set(number, card)
  phones.append(card.element)
  return card
}

/** @param {Message} message */
function put(message) {
  const card = asked.length === 0 || wanted.has(message.phone) ? show(message.phone) : undefined
  card?.put(message)
}

/** @param {Phone} phone */
function update(phone) {
  known.set(phone.number, phone)
  if (wanted.has(phone.number)) show(phone.number)
  cards.get(phone.number)?.update(phone)
}

/** @param {Snapshot} snapshot */
function start(snapshot) {
  for (const card of cards.values()) card.remove()
  cards.clear()
  known.clear()
  numbers = snapshot.numbers
  phones.replaceChildren()
  for (const phone of snapshot.phones) known.set(phone.number, phone)
  const first = asked.length > 0 ? [...wanted] : [...known.keys()].slice(0, atFirst).concat(...wanted)
  first.forEach(show)
  snapshot.messages.forEach(put)
  faults.update(snapshot.faults)
  clock.update(snapshot.clock)
  number.start(numbers)
  templates.start(snapshot.templates, numbers)
  void scenarios.start()
  wire.clear()
  for (const entry of snapshot.wire) wire.add(entry)
}

const events = new EventSource('/events')
events.addEventListener('error', () => {
  offline.hidden = false
})

/**
 * @template T
 * @param {string} name
 * @param {(data: T) => void} act
 */
function on(name, act) {
  events.addEventListener(name, event => act(JSON.parse(event.data)))
}

on('template', /** @param {Template} template */ template => templates.update(template))
on(
  'snapshot',
  /** @param {Snapshot} snapshot */ snapshot => {
    offline.hidden = true
    start(snapshot)
  },
)
on('phone', update)
on('message', put)
on('faults', /** @param {Record<string, number>} left */ left => faults.update(left))
on('number', /** @param {BusinessNumber} now */ now => number.update(now))
on('clock', /** @param {SimulatedClock} now */ now => clock.update(now))
on('scenario', /** @param {{ playing: Playing | null }} now */ ({ playing }) => scenarios.play(playing))
on('wire', /** @param {WireEntry} entry */ entry => wire.add(entry))

const dialog = byId('add-dialog', HTMLDialogElement)
const form = byId('add-form', HTMLFormElement)
const problem = byId('add-problem', HTMLParagraphElement)
byId('add', HTMLButtonElement).addEventListener('click', () => {
  form.reset()
  problem.textContent = ''
  dialog.showModal()
})
byId('add-cancel', HTMLButtonElement).addEventListener('click', () => dialog.close())
form.addEventListener('submit', event => {
  event.preventDefault()
  add().catch(error => {
    if (!(error instanceof CallFailed)) throw error
    problem.textContent = error.message
  })
})

async function add() {
  const data = new FormData(form)
  const phone = await post('/phones', { number: data.get('number'), name: data.get('name') })
  wanted.add(phone.number)
  update({ typingUntil: {}, ...phone })
  dialog.close()
  cards.get(phone.number)?.element.scrollIntoView({ behavior: 'smooth', inline: 'center' })
}
