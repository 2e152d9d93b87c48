import type { Locator, Page } from '@playwright/test'
import { postMessage } from '../e2e/harness/meta.ts'
import { accounts } from '../e2e/harness/sessions.ts'
import { higher, lower, type Measured } from './figures.ts'
import { type Ask, signIn } from './load.ts'
import { emptyQueue, idOf } from './next.ts'
import type { Product } from './product.ts'
import { signedIn } from './signed-in.ts'

/** How a conversation of the day is finished. */
type Kind = 'answer' | 'hand over' | 'put off' | 'ticket' | 'no reply' | 'failed'

/** Twenty conversations in the order in which their customers wrote. */
const day: readonly Kind[] = [
  'answer',
  'answer',
  'hand over',
  'answer',
  'put off',
  'answer',
  'answer',
  'failed',
  'answer',
  'ticket',
  'answer',
  'hand over',
  'answer',
  'no reply',
  'answer',
  'answer',
  'put off',
  'answer',
  'hand over',
  'answer',
]

const questions: Readonly<Record<Kind, string>> = {
  answer: 'Did you get my premium of this month?',
  'hand over': 'I want to change who gets my pension. Whom do I ask?',
  'put off': 'When does the bank pay me out?',
  ticket: 'My account shows the wrong date of birth. Can you correct it?',
  'no reply': 'Thanks a lot! 🙏',
  failed: 'Which papers do you need of me?',
}

/** A person who counts what they press. Words are not counted, since everybody writes them. */
interface Hands {
  readonly pressed: () => number
  /** Opens the first conversation, on the screen that follows signing in. */
  readonly openFirst: () => Promise<void>
  /** Finishes the open conversation. */
  readonly finish: (kind: Kind) => Promise<void>
}

/**
 * Works through a day of twenty conversations in the inbox, once by keys and once by pointer, while other customers write and
 * offers arrive: twelve are answered, three handed over with a note, two put off, and one each gets a ticket, needs no reply, or
 * has a reply that failed. Counts the presses of the one that took most, and how many are finished by what the server says.
 */
export async function workingDay(product: Product): Promise<readonly Measured[]> {
  const figures: Measured[] = []
  for (const [way, handsOf, most] of [
    ['keys', byKeys, 4],
    ['pointer', byPointer, 3],
  ] as const) {
    const { presses, toFirst, finished } = await workThrough(product, way, handsOf)
    figures.push(
      lower(`by ${way}: from signing in to the first reply`, toFirst, 'presses', { value: 1 }),
      lower(`by ${way}: most presses for one conversation`, Math.max(...presses), 'presses', { value: most }),
      higher(`by ${way}: conversations finished of ${day.length}`, finished, '', { value: day.length }),
    )
  }
  return figures
}

interface Customer {
  readonly id: string
  readonly number: string
  readonly kind: Kind
}

async function workThrough(product: Product, way: 'keys' | 'pointer', handsOf: HandsOf) {
  // Who took three would be full with three more.
  const colleague = way === 'keys' ? 'Brian' : 'Carol'
  await emptyQueue(product)
  const { ask, agentId } = await signIn(product)
  const brian = await signIn(product, accounts.brian)
  const customers = await begin(product, ask, agentId, way === 'keys' ? 1 : 2)
  const kinds = new Map(customers.map(({ id, kind }) => [id, kind]))
  return signedIn(product, async page => {
    const hands = handsOf(page, colleague)
    await hands.openFirst()
    await page.waitForURL(/conversations/)
    await box(page).and(page.locator(':focus')).waitFor()
    const toFirst = hands.pressed()
    const presses: number[] = []
    for (const no of customers.keys()) {
      const start = hands.pressed()
      await page.waitForURL(url => kinds.has(idIn(url)))
      const id = idIn(new URL(page.url()))
      await nameOf(page, customers, id).waitFor()
      // An agent reads first; meanwhile the server's word about the last answer comes.
      await page.waitForTimeout(500)
      await hands.finish(kinds.get(id) ?? 'answer')
      presses.push(hands.pressed() - start)
      kinds.delete(id)
      if (no % 4 === 0) await interrupt(product, brian.ask, agentId, `${way} ${no}`, no)
    }
    const finished = await finishedOf(ask, customers, colleague)
    return { presses, toFirst, finished }
  })
}

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
/** The heading of a conversation: what was typed before it is there would belong to the one before. */
const nameOf = (page: Page, customers: readonly Customer[], id: string) =>
  page.getByRole('heading', {
    name: `Customer ${customers.find(customer => customer.id === id)?.number.slice(-4)}`,
    level: 2,
  })
const idIn = (url: URL) => url.pathname.split('/').at(-1) ?? ''
const note = 'They want it this week'
const title = 'Wrong date of birth'
const answer = 'We have it, thank you.'

type HandsOf = (page: Page, colleague: string) => Hands

function byKeys(page: Page, colleague: string): Hands {
  let pressed = 0
  /** A key that is held down with another counts as one of its own. */
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      pressed += key.split('+').length
      await page.keyboard.press(key)
    }
  }
  const words = (text: string) => page.keyboard.type(text)
  const openFirst = async () => {
    await page.getByRole('button', { name: 'Open next' }).and(page.locator(':focus')).waitFor()
    await press('Enter')
  }
  const finish = async (kind: Kind) => {
    await box(page).and(page.locator(':focus')).waitFor()
    if (kind === 'answer') {
      await words(answer)
      return press('Control+Enter')
    }
    await press('Escape')
    if (kind === 'no reply') return press('d')
    if (kind === 'failed') {
      await retry(page).waitFor()
      await press('y')
      return retry(page).waitFor({ state: 'detached' })
    }
    if (kind === 'put off') {
      await press('h')
      await field(page).waitFor()
      await words('tomorrow 9:00')
      return press('Enter')
    }
    if (kind === 'hand over') {
      await press('s')
      await field(page).waitFor()
      await words(colleague)
      await press('Enter')
      await words(note)
      return press('Enter')
    }
    await press('t')
    await field(page).waitFor()
    await words(title)
    await press('Enter')
    await ticketWindow(page).waitFor({ state: 'detached' })
    await press('d')
  }
  return { pressed: () => pressed, openFirst, finish }
}

function byPointer(page: Page, colleague: string): Hands {
  let pressed = 0
  const press = async (target: Locator) => {
    pressed += 1
    await target.first().click()
  }
  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name })
  const words = (text: string) => page.keyboard.type(text)
  const finish = async (kind: Kind) => {
    if (kind === 'failed') {
      await press(retry(page))
      return retry(page).waitFor({ state: 'detached' })
    }
    await box(page).and(page.locator(':focus')).waitFor()
    if (kind === 'answer') {
      await words(answer)
      return press(button('Send and next'))
    }
    if (kind === 'no reply') return press(button(/^No reply needed/))
    if (kind === 'put off') {
      await press(button(/^Snooze(?!d)/))
      return press(button(/^Tomorrow/, page.getByRole('dialog')))
    }
    if (kind === 'hand over') {
      await press(button(/^Assign/))
      await press(page.getByRole('option', { name: colleague }))
      await words(note)
      return press(button('Assign', page.getByRole('dialog', { name: 'New Assignment' })))
    }
    await press(button('Create Ticket'))
    await field(page).waitFor()
    await words(title)
    await press(button('Create Ticket', ticketWindow(page)))
    await ticketWindow(page).waitFor({ state: 'detached' })
    await press(button(/^No reply needed/))
  }
  return { pressed: () => pressed, openFirst: () => press(button('Open next')), finish }
}

/** The field of a window that has the focus. */
const field = (page: Page) => page.locator('input:focus')
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' })
const ticketWindow = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Ticket' })

/** Lets the day's customers write, each a minute later, and assigns them to the agent. */
async function begin(
  product: Product,
  ask: Ask,
  agentId: string,
  round: number,
): Promise<readonly Customer[]> {
  const customers: Customer[] = []
  for (const [no, kind] of day.entries()) {
    const number = `25670${8_000_000 + round * 1_000 + no}`
    const at = new Date(Date.now() - (day.length - no) * 60_000)
    await postMessage(product, number, `wamid.day-${round}-${no}`, questions[kind], at)
    const id = await idOf(ask, number)
    await ask(`/assignments/conversation/${id}/assign`, 'POST', { agent_id: agentId })
    if (kind === 'failed') await failedReply(product, ask, id)
    customers.push({ id, number, kind })
  }
  return customers
}

/** Sends a reply whose fate is unknown, which a person retries. */
async function failedReply(product: Product, ask: Ask, id: string): Promise<void> {
  await fetch(`${product.simulatorUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bare-500', times: 1 }),
  })
  await ask(`/messages/agent/send/${id}`, 'POST', { client_message_id: `day-${id}`, content: answer })
  const lastReply = async () => (await rowOf(ask, id))['last_reply']
  while (!['failed', 'unknown'].includes(String(await lastReply())))
    await new Promise(done => setTimeout(done, 200))
}

const rowOf = async (ask: Ask, id: string) =>
  (
    (await ask(`/messages/admin/conversations?conversation_id=${id}`)) as readonly Record<string, unknown>[]
  )[0] ?? {}

/** Another customer writes, and their conversation is offered to the agent. */
async function interrupt(
  product: Product,
  ask: Ask,
  agentId: string,
  what: string,
  no: number,
): Promise<void> {
  const number = `25670${8_500_000 + (what.startsWith('keys') ? 0 : 500) + no}`
  await postMessage(product, number, `wamid.meanwhile-${what}`, 'Where is your office?')
  await ask(`/assignments/conversation/${await idOf(ask, number)}/assign`, 'POST', { agent_id: agentId })
}

/** How many stand as they were to be finished. */
async function finishedOf(ask: Ask, customers: readonly Customer[], colleague: string): Promise<number> {
  let finished = 0
  for (const { id, kind } of customers) {
    const row = await rowOf(ask, id)
    const isFinished = {
      answer: row['waiting_since'] === null && row['last_reply'] === null,
      'hand over':
        row['offer'] !== null || (row['agent'] as { name?: string } | null)?.name?.startsWith(colleague),
      'put off': row['snoozed'] !== null,
      ticket: row['ticket'] !== null,
      'no reply': row['waiting_since'] === null && row['status'] !== 'RESOLVED',
      failed: !['failed', 'unknown'].includes(String(row['last_reply'])),
    }[kind]
    if (isFinished === true) finished += 1
    else console.log(`not finished: ${kind} of conversation ${id}: ${JSON.stringify(row)}`)
  }
  return finished
}
