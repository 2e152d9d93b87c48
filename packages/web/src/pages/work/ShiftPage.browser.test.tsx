import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole, setTime } from '../../../test/console.tsx'
import { address, focusOn, navigation } from '../../../test/screen.ts'
import type { FakeApi } from '../../../test/fake-api.ts'
import { keysAreHeard } from '../../../test/keys.ts'
import { brian, conversation, customer, me } from '../../../test/samples.ts'

const names = ['Nakato Prossy', 'Okello Mark', 'Achieng Ruth'] as const
const ids = ['71', '72', '73'] as const
/** Three of one's own, the longest wait first. */
const own = names.map((name, at) =>
  conversation({
    id: ids[at] ?? '',
    user: customer(name, `+25670000000${at}`),
    agent: { id: me.id, name: me.name },
    waiting_since: `2026-03-02T08:1${at}:00.000Z`,
    version: 4,
  }),
)
type Row = (typeof own)[number]

const rows = () => page.getByRole('list', { name: 'Your open conversations' }).getByRole('listitem')
const step = (at: 0 | 1 | 2) => page.getByRole('textbox', { name: `Next step with ${names[at]}` })
const to = (at: 0 | 1 | 2) => page.getByRole('combobox', { name: `Who gets ${names[at]}` })
const leave = () => page.getByRole('button', { name: 'Go offline' })
const stay = () => page.getByRole('button', { name: 'Save and stay' })
const toQueue = () => page.getByRole('button', { name: 'All to the queue', exact: true })
const undoToQueue = () => page.getByRole('button', { name: 'Undo all to the queue' })
const noOffers = () => page.getByText('You get no new offers while this page is open.')
const toast = () => page.getByRole('region', { name: 'New notifications' })
const asked = (api: FakeApi) => api.askedFor('handOver').map(({ body }) => body)
const countRows = () => expect.poll(() => rows().elements().length)

async function choose(at: 0 | 1 | 2, name: RegExp): Promise<void> {
  await to(at).click()
  await page.getByRole('option', { name }).click()
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
}

function serve(api: FakeApi, held: readonly Row[]): void {
  api.answer('conversations', ({ query }) => (query.queue === 'open' ? [...held] : []))
}

const finishing = { ...me, status: 'FINISHING', is_online: false }

/** The server stops the offers while the page is open. */
function serveFinishing(api: FakeApi): void {
  api.answer('setFinishing', ({ body }) => (body.open ? finishing : me))
}

/** Opens the end of the shift of an agent who has these. */
async function open(held: readonly Row[] = own, given?: (api: FakeApi) => void): Promise<FakeApi> {
  setTime('2026-03-02T12:00:00+03:00')
  const api = await openConsole('/shift', {
    given: one => {
      serve(one, held)
      one.answer('availableAgents', [me, brian])
      serveFinishing(one)
      given?.(one)
    },
  })
  await countRows().toBe(held.length)
  return api
}

/** Some of them are somebody else's from now on. */
function giveAway(api: FakeApi, given: readonly Row[], kept: readonly Row[]): void {
  serve(api, kept)
  for (const row of given)
    api.publish({ event: 'conversation', data: { ...row, agent: null, version: row.version + 1 } })
}

test('[Q-276] the end of the shift is reached by keys', async () => {
  await openConsole('/tickets', {
    given: api => {
      serve(api, own)
      serveFinishing(api)
    },
  })
  await expect.element(page.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible()
  await keysAreHeard()
  await userEvent.keyboard('ge')
  await expect.poll(address).toBe('/shift')
  await expect.element(page.getByRole('heading', { name: 'End of shift', level: 1 })).toBeVisible()
})

test('[Q-276 Q-391] it says who waits, and what going offline does, which can be done at any moment', async () => {
  await open()
  await expect
    .element(page.getByRole('heading', { name: 'Hand over your 3 open conversations' }))
    .toBeVisible()
  await expect.element(rows().nth(0)).toHaveTextContent('Waits 50 m')
  await expect.element(to(0)).toHaveTextContent('Queue (default)')
  await expect.element(leave()).toBeEnabled()
  await expect.element(leave()).toHaveAccessibleDescription('3 conversations go to the queue')
  await choose(0, /^Me$/)
  await expect
    .element(leave())
    .toHaveAccessibleDescription('2 conversations go to the queue, 1 stays with you')
  await choose(2, /^Brian/)
  await expect
    .element(leave())
    .toHaveAccessibleDescription(
      '1 conversation goes to the queue, 1 is offered to a colleague, 1 stays with you',
    )
  const room = page.getByRole('region', { name: /^Team capacity/ }).getByRole('listitem')
  await expect.element(room.filter({ hasText: 'Brian' })).toHaveTextContent('1 of 5')
  await expectAccessible()
})

test('[Q-431] a note changes no receiver, and goes to the queue with its conversation', async () => {
  const api = await open(own.slice(0, 1))
  await step(0).fill('Call the bank')
  await expect.element(to(0)).toHaveTextContent(/^Queue \(default\)$/)
  await expect.element(leave()).toHaveAccessibleDescription('1 conversation goes to the queue')
  api.answer('handOver', { results: [{ outcome: 'done', conversation_id: '71' }], offline: true })
  await leave().click()
  await expect.element(toast()).toHaveTextContent('1 conversation handed over, 1 note written.')
  const note = { text: 'Call the bank', client_note_id: expect.stringMatching(/./) }
  expect(asked(api)).toEqual([
    { go_offline: true, items: [{ conversation_id: '71', to: 'none', next_step: note }] },
  ])
})

test('[Q-431] the list of who gets a conversation names each once, and the field alone says the default', async () => {
  const [first, second] = own
  if (first === undefined || second === undefined) throw new Error('There are three')
  const snoozed = { until: '2026-03-03T06:00:00.000Z', by: null, reason: null }
  await open([first, { ...second, snoozed }])
  for (const [at, fallback] of [
    [0, 'Queue (default)'],
    [1, 'Me (default)'],
  ] as const) {
    await expect.element(to(at)).toHaveAccessibleName(`Who gets ${names[at]}: ${fallback}`)
    await to(at).click()
    const words = () =>
      page
        .getByRole('option')
        .elements()
        .map(option => option.textContent)
    await expect.poll(words).toEqual(['Me', 'Queue', expect.stringMatching(/^Brian/)])
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  }
  // What is the default can be chosen too, to hand it over and stay.
  await choose(0, /^Queue$/)
  await expect.element(to(0)).toHaveTextContent(/^Queue$/)
  await expect.element(stay()).toBeEnabled()
})

test('[Q-391] one press goes offline: what was not chosen goes to the queue, and what is kept or snoozed stays', async () => {
  const [first, second, third] = own
  if (first === undefined || second === undefined || third === undefined) throw new Error('There are three')
  const snoozed = { until: '2026-03-03T06:00:00.000Z', by: null, reason: null }
  const api = await open([first, second, { ...third, snoozed }])
  await choose(1, /^Me$/)
  await expect.element(to(2)).toHaveTextContent('Me (default)')
  api.answer('handOver', { results: [{ outcome: 'done', conversation_id: '71' }], offline: true })
  await leave().click()
  await expect.element(toast()).toHaveTextContent('You are offline')
  // What was chosen is named, and changes nothing.
  expect(asked(api)).toEqual([
    { go_offline: true, items: [{ conversation_id: '71', to: 'none' }, { conversation_id: '72' }] },
  ])
})

test('[Q-391 Q-431] a press sends all without a new owner to the queue, whatever their notes, and another takes that back', async () => {
  await open()
  await choose(0, /^Brian/)
  await step(1).fill('Listen to the voice message')
  await choose(1, /^Me$/)
  await expect
    .element(leave())
    .toHaveAccessibleDescription(
      '1 conversation goes to the queue, 1 is offered to a colleague, 1 stays with you',
    )
  await toQueue().click()
  await expect.element(to(0)).toHaveTextContent('Brian')
  await expect.element(to(1)).toHaveTextContent(/^Queue$/)
  await expect.element(to(2)).toHaveTextContent(/^Queue$/)
  await expect
    .element(leave())
    .toHaveAccessibleDescription('2 conversations go to the queue, 1 is offered to a colleague')
  await expect.element(undoToQueue()).toHaveFocus()
  await undoToQueue().click()
  await expect.element(to(1)).toHaveTextContent(/^Me$/)
  await expect.element(to(2)).toHaveTextContent('Queue (default)')
  await expect.element(toQueue()).toBeEnabled()
})

test('[Q-391] the agent gets no offers while the page is open, which it says, and gets them once it is left', async () => {
  const api = await open()
  await expect.element(noOffers()).toBeVisible()
  await expect.element(page.getByRole('banner')).toHaveTextContent('You are finishing your shift')
  const said = () => api.askedFor('setFinishing').map(({ body }) => body.open)
  expect(said().at(-1)).toBe(true)
  const before = said().length
  // Another tab has left the page, or a break is over.
  api.publish({ event: 'agent', data: { ...me, disabled: false } })
  await expect.poll(() => said().slice(before)).toEqual([true])
  await expect.element(noOffers()).toBeVisible()
  await page.getByRole('link', { name: 'Tickets' }).click()
  await expect.poll(() => said().at(-1)).toBe(false)
  await expect.element(page.getByRole('banner')).not.toHaveTextContent('You are finishing your shift')
})

test('[Q-391] offers that could not be stopped are said, and stopped at another press', async () => {
  const api = await open(own, one => one.refuse('setFinishing', 'agent.not-found', { id: me.id }))
  await expect.element(page.getByText(/^Failed to stop your offers/)).toBeVisible()
  await expect.element(noOffers()).not.toBeInTheDocument()
  serveFinishing(api)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(noOffers()).toBeVisible()
  await expect.element(page.getByText(/^Failed to stop your offers/)).not.toBeInTheDocument()
})

test('[Q-391] who is offline is told so, and stays offline', async () => {
  const offline = { ...me, status: 'OFFLINE', is_online: false }
  await open(own, one => {
    one.answer('availableAgents', [offline, brian])
    one.answer('setFinishing', offline)
  })
  await expect.element(page.getByText('You are offline: you get no new offers.')).toBeVisible()
})

test('[Q-276] by keys alone one goes from next step to next step, and chooses who gets a conversation', async () => {
  await open()
  focusOn(step(0))
  await userEvent.keyboard('Listen to the voice message')
  await expect.element(step(0)).toHaveValue('Listen to the voice message')
  await userEvent.keyboard('{Tab}')
  await expect.element(to(0)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('option')
  await userEvent.keyboard('Bri')
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Brian/)
  await userEvent.keyboard('{Enter}')
  await expect.element(to(0)).toHaveTextContent('Brian')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await expect.element(to(0)).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(step(0)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(step(1)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(step(2)).toHaveFocus()
})

test('[Q-276] two of three are handed over with what comes next, and who does it is offline', async () => {
  const api = await open()
  await step(0).fill('Listen to the voice message')
  await choose(0, /^Brian/)
  await choose(1, /^Queue$/)
  await step(2).fill('Nothing open, resolve if they stay silent')
  await choose(2, /^Me$/)
  api.answer('handOver', ({ body }) => ({
    results: body.items.map(({ conversation_id }) => ({ outcome: 'done', conversation_id })),
    offline: true,
  }))
  await leave().click()
  await expect.element(toast()).toHaveTextContent('You are offline')
  await expect.element(toast()).toHaveTextContent('2 conversations handed over, 2 notes written.')
  giveAway(api, own.slice(0, 2), own.slice(2))
  await countRows().toBe(1)
  await expect.element(step(2)).toHaveValue('')
  const note = (text: string) => ({ text, client_note_id: expect.stringMatching(/./) })
  expect(asked(api)).toEqual([
    {
      go_offline: true,
      items: [
        { conversation_id: '71', to: '2', next_step: note('Listen to the voice message') },
        { conversation_id: '72', to: 'none' },
        { conversation_id: '73', next_step: note('Nothing open, resolve if they stay silent') },
      ],
    },
  ])
})

test('[Q-276] what is begun is kept when one looks elsewhere', async () => {
  await open()
  await step(0).fill('Listen to the voice message')
  await choose(1, /^Queue$/)
  await page.getByRole('link', { name: 'Tickets' }).click()
  await expect.poll(address).toBe('/tickets')
  history.back()
  await expect.element(step(0)).toHaveValue('Listen to the voice message')
  await expect.element(to(1)).toHaveTextContent('Queue')
})

test('[Q-276] what is refused stays with its words and its reason, and holds whoever has it still', async () => {
  const api = await open()
  for (const [at, words] of [
    [0, 'Call the bank'],
    [1, 'Wait for the letter'],
    [2, 'Send the form'],
  ] as const) {
    await step(at).fill(words)
    await choose(at, /^Queue$/)
  }
  const refused = { outcome: 'refused', code: 'assignment.taken' } as const
  api.answer('handOver', {
    results: [
      { ...refused, conversation_id: '71', detail: 'Brian has this conversation' },
      { ...refused, conversation_id: '72', detail: 'Agent with ID 999999 not found' },
      { outcome: 'done', conversation_id: '73' },
    ],
    offline: false,
  })
  await leave().click()
  await expect.element(page.getByText('You are not offline yet')).toBeVisible()
  const [first, second, third] = own
  if (first === undefined || second === undefined || third === undefined) throw new Error('There are three')
  giveAway(api, [first, third], [second])
  await countRows().toBe(1)
  const lost = page.getByText('was not handed over: Brian has this conversation')
  await expect.element(lost).toHaveTextContent('Call the bank')
  await expect.element(rows()).toHaveTextContent('Not handed over: Agent with ID 999999 not found')
  await expect.element(step(1)).toHaveValue('Wait for the letter')
  await expect.element(step(1)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible()
  await page.getByRole('button', { name: 'Dismiss: Nakato Prossy' }).click()
  await expect.element(lost).not.toBeInTheDocument()
  api.answer('handOver', { results: [{ outcome: 'done', conversation_id: '72' }], offline: true })
  await leave().click()
  await expect.element(toast()).toHaveTextContent('You are offline')
  giveAway(api, [second], [])
  await expect.element(page.getByText('Nothing to hand over')).toBeVisible()
})

test('[Q-276] an answer that was lost is asked for again: the same notes under the same ids', async () => {
  const api = await open(own.slice(0, 2))
  await expect.element(stay()).toBeDisabled()
  await step(0).fill('Call the bank')
  await choose(0, /^Brian/)
  await step(1).fill('Nothing open')
  api.cut('handOver')
  await stay().click()
  await expect.element(page.getByText(/^Failed to hand over/)).toBeVisible()
  await expect.element(step(0)).toHaveValue('Call the bank')
  api.answer('handOver', {
    results: [
      { outcome: 'done', conversation_id: '71' },
      { outcome: 'done', conversation_id: '72' },
    ],
    offline: false,
  })
  await stay().click()
  await expect.element(toast()).toHaveTextContent('Saved')
  await expect.element(step(0)).toHaveValue('')
  await expect.element(page.getByText(/^Failed to hand over/)).not.toBeInTheDocument()
  const [before, after] = asked(api)
  expect(before).toMatchObject({ go_offline: false, items: [{ to: '2' }, {}] })
  expect(after).toEqual(before)
})

test('[Q-276] one that is offered to a colleague stays with who has it until then, and the offer can be taken back', async () => {
  const [row] = own
  if (row === undefined) throw new Error('There are three')
  const offer = {
    id: '5',
    agent_id: brian.id,
    agent_name: brian.name,
    by: null,
    offered_at: '2026-03-02T09:00:00.000Z',
    deadline: '2026-03-02T09:05:00.000Z',
  }
  const api = await open([{ ...row, offer }])
  await expect.element(to(0)).toHaveTextContent('Brian')
  await expect.element(leave()).toHaveAccessibleDescription('1 conversation is offered to a colleague')
  await choose(0, /^Me$/)
  await stay().click()
  await expect
    .poll(() => asked(api))
    .toEqual([{ go_offline: false, items: [{ conversation_id: '71', to: me.id }] }])
})

test('[Q-276] on a phone rows stand under each other, and everything is within reach', async () => {
  setTime('2026-03-02T12:00:00+03:00')
  const api = await openConsole('/', {
    size: [390, 844],
    given: one => {
      serve(one, own.slice(0, 2))
      one.answer('availableAgents', [me, brian])
      serveFinishing(one)
    },
  })
  await navigation().getByRole('button', { name: 'agent' }).click()
  await page.getByRole('menuitem', { name: 'End of shift' }).click()
  await expect.poll(address).toBe('/shift')
  await countRows().toBe(2)
  await step(0).fill('Call the bank')
  await choose(1, /^Queue$/)
  const [who, words, place] = [rows().nth(0).getByRole('link'), step(0), to(0)].map(one =>
    one.element().getBoundingClientRect(),
  )
  expect(who?.top).toBeLessThan(words?.top ?? 0)
  expect(words?.bottom).toBeLessThanOrEqual(place?.top ?? 0)
  expect(document.documentElement.scrollWidth).toBe(390)
  await expect.element(leave()).toBeInViewport()
  await expectAccessible()
  api.answer('handOver', { results: [], offline: true })
  await leave().click()
  await expect.element(toast()).toHaveTextContent('You are offline')
})
