import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { newCustomer, openThread, thread } from './harness/conversation.ts'
import type { Parley } from './harness/parley.ts'
import { call } from './harness/ticket.ts'
import { expect, testAlone as test } from './harness.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Your open conversations' }).getByRole('listitem')
const rowOf = (page: Page, id: string) =>
  rows(page).filter({ has: page.locator(`a[href="/conversations/${id}"]`) })
const stepOf = (page: Page, id: string) => rowOf(page, id).getByRole('textbox', { name: /^Next step with / })
const toOf = (page: Page, id: string) => rowOf(page, id).getByRole('combobox', { name: /^Who gets / })
const leave = (page: Page) => page.getByRole('button', { name: /go offline$/i })
const stay = (page: Page) => page.getByRole('button', { name: 'Save and stay' })
const toast = (page: Page, words: string) =>
  page.getByRole('region', { name: 'New notifications' }).filter({ hasText: words })

interface Row {
  readonly id: string
  readonly status: string
  readonly agent: { readonly id: string } | null
  readonly offer: { readonly agent_id: string } | null
}
const idOf = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id: string }).id)
const held = async (page: Page, id: string): Promise<Row | undefined> =>
  (await call<Row[]>(page, 'GET', `messages/admin/conversations?conversation_id=${id}`))[0]
const notes = async (page: Page, id: string): Promise<string[]> =>
  (await call<{ text: string }[]>(page, 'GET', `conversations/${id}/notes`)).map(({ text }) => text)
const statusOf = async (page: Page, id: string): Promise<string | undefined> =>
  (await call<{ id: string; status: string }[]>(page, 'GET', 'agent-profiles/available')).find(
    agent => agent.id === id,
  )?.status
const take = (page: Page, id: string, agentId: string) =>
  call(page, 'POST', `assignments/conversation/${id}/assign`, { agent_id: agentId })

/** The page's agent has so many open conversations and no others; the longest wait first. */
async function ownAlone(parley: Parley, page: Page, count: number): Promise<string[]> {
  const own = await idOf(page)
  const before = await call<Row[]>(page, 'GET', `messages/admin/conversations?assignee_id=${own}`)
  for (const { id, status } of before)
    if (status !== 'RESOLVED' && status !== 'ARCHIVED')
      await call(page, 'PUT', `conversations/${id}/status`, { status: 'RESOLVED' })
  const ids: string[] = []
  for (let customer = 0; customer < count; customer += 1) {
    const { id } = await newCustomer(parley, page, ['Hello'])
    await take(page, id, own)
    ids.push(id)
  }
  return ids
}

/** Goes there by Tab, as one who has no pointer does. */
async function goTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

async function choose(page: Page, id: string, name: RegExp | string): Promise<void> {
  await toOf(page, id).click()
  await page.getByRole('option', { name }).click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

test('[Q-276] by keys alone two of three are handed over with what comes next, and who does it goes offline', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const brian = await openAs('brian', '/conversations')
  const [own, brianId] = [await idOf(page), await idOf(brian)]
  const [first = '', second = '', third = ''] = await ownAlone(parley, page, 3)
  await page.goto('/conversations')
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await expect(page).toHaveURL('/shift', { timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: 'End of shift', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Hand over your 3 open conversations' })).toBeVisible()
  await expect(rowOf(page, first)).toContainText(/Waits (now|\d+ m)/)
  await expect(page.getByText('3 conversations need a next step or a new owner')).toBeVisible()
  await expect(leave(page)).toBeDisabled()

  await goTo(page, stepOf(page, first))
  await page.keyboard.type('Listen to the voice message')
  await page.keyboard.press('Tab')
  await expect(toOf(page, first)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox').locator(':focus')).toHaveRole('option')
  await page.keyboard.type('Bri')
  await page.keyboard.press('Enter')
  await expect(toOf(page, first)).toContainText('Brian Odongo')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(toOf(page, first)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(stepOf(page, second)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(stepOf(page, third)).toBeFocused()
  await page.keyboard.type('Nothing open, resolve if they stay silent')
  await expect(page.getByText('1 conversation needs a next step or a new owner')).toBeVisible()
  await choose(page, second, 'Queue')
  await expect(page.getByText(/a next step or a new owner/)).toHaveCount(0)
  const room = page.getByRole('region', { name: /^Team capacity/ })
  await expect(room.getByRole('listitem').filter({ hasText: 'Brian Odongo' })).toContainText(/\d+ of 100/)
  await expectAccessible(page)

  await page.reload()
  await expect(stepOf(page, first)).toHaveValue('Listen to the voice message')
  await expect(toOf(page, first)).toContainText('Brian Odongo')
  await expect(toOf(page, second)).toContainText('Queue')
  await goTo(page, leave(page))
  await expect(leave(page)).toHaveText('Hand over 2 and go offline')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'You are offline')).toContainText('2 conversations handed over, 2 notes written.')
  await expect(rows(page)).toHaveCount(1)
  await expect(stepOf(page, third)).toHaveValue('')
  expect(await statusOf(page, own)).toBe('OFFLINE')
  expect(await held(page, first)).toMatchObject({ agent: null, offer: { agent_id: brianId } })
  expect(await held(page, second)).toMatchObject({ agent: null, offer: null })
  expect(await held(page, third)).toMatchObject({ agent: { id: own } })
  expect(await notes(page, third)).toEqual(['Nothing open, resolve if they stay silent'])

  await call(brian, 'POST', `handoff/accept/${first}`)
  await openThread(brian, first)
  await expect(thread(brian)).toContainText('Listen to the voice message')
  // No customer was told anything.
  expect(await notes(brian, first)).toEqual(['Listen to the voice message'])
})

test('[Q-276] what is refused stays with its words and its reason, and holds whoever has it still', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const brian = await openAs('brian')
  const [own, brianId] = [await idOf(page), await idOf(brian)]
  const [first = '', second = '', third = ''] = await ownAlone(parley, page, 3)
  await page.goto('/shift')
  for (const [id, words] of [
    [first, 'Call the bank'],
    [second, 'Wait for the letter'],
    [third, 'Send the form'],
  ] as const) {
    await stepOf(page, id).fill(words)
    await choose(page, id, 'Queue')
  }
  await page.route('**/work/hand-over', async route => {
    // In the moment of the press a colleague takes the first, and the second goes to an account that is gone.
    await take(brian, first, brianId)
    const body = route.request().postDataJSON() as { items: { conversation_id: string; to: string }[] }
    const items = body.items.map(item => (item.conversation_id === second ? { ...item, to: '999999' } : item))
    await route.continue({ postData: JSON.stringify({ ...body, items }) })
  })
  await leave(page).click()
  await expect(page.getByText('You are not offline yet')).toBeVisible()
  await expect(page.getByText('was not handed over: Brian Odongo has this conversation')).toContainText(
    'Call the bank',
  )
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, second)).toContainText('Not handed over: Agent with ID 999999 not found')
  await expect(stepOf(page, second)).toHaveValue('Wait for the letter')
  await expect(stepOf(page, second)).toHaveAttribute('aria-invalid', 'true')
  expect(await statusOf(page, own)).toBe('AVAILABLE')
  expect(await notes(page, first)).toEqual([])
  expect(await notes(page, second)).toEqual([])
  expect(await held(page, third)).toMatchObject({ agent: null, offer: null })
  await expectAccessible(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: /^Dismiss: / }).click()
  await expect(page.getByText('Call the bank')).toHaveCount(0)
  await leave(page).click()
  await expect(toast(page, 'You are offline')).toBeVisible()
  await expect(page.getByText('Nothing to hand over')).toBeVisible()
  expect(await notes(page, second)).toEqual(['Wait for the letter'])
})

test('[Q-276] whoever saves and stays has it until it is accepted; an answer that was lost is asked for again', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const brian = await openAs('brian')
  const [own, brianId] = [await idOf(page), await idOf(brian)]
  const [first = '', second = ''] = await ownAlone(parley, page, 2)
  await page.goto('/shift')
  await expect(stay(page)).toBeDisabled()
  await stepOf(page, first).fill('Call the bank')
  await choose(page, first, /^Brian Odongo/)
  await stepOf(page, second).fill('Nothing open')
  let lost = 0
  await page.route('**/work/hand-over', async route => {
    await route.fetch()
    lost += 1
    await route.abort('connectionreset')
  })
  await stay(page).click()
  await expect(page.getByText(/^Failed to hand over/)).toBeVisible()
  expect(lost).toBe(1)
  await page.unrouteAll()
  await expect(stepOf(page, first)).toHaveValue('Call the bank')
  await stay(page).click()
  await expect(toast(page, 'Saved')).toBeVisible()
  await expect(stepOf(page, first)).toHaveValue('')
  // It is offered, so nothing more has to be said of it.
  await expect(toOf(page, first)).toContainText('Brian Odongo')
  expect(await statusOf(page, own)).toBe('AVAILABLE')
  expect(await held(page, first)).toMatchObject({ agent: { id: own }, offer: { agent_id: brianId } })
  expect(await notes(page, first)).toEqual(['Call the bank'])
  expect(await notes(page, second)).toEqual(['Nothing open'])
  // Kept after all: the offer is taken back.
  await choose(page, first, /^Me$/)
  await stay(page).click()
  await expect.poll(() => held(page, first)).toMatchObject({ agent: { id: own }, offer: null })
  await expect(toOf(page, first)).toContainText('Me')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('[Q-276] rows stand under each other, and everything is within reach', async ({ openAs, parley }) => {
    const page = await openAs('agent')
    const [first = '', second = ''] = await ownAlone(parley, page, 2)
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'agent' }).click()
    await page.getByRole('menuitem', { name: 'End of shift' }).click()
    await expect(page).toHaveURL('/shift')
    await expect(rows(page)).toHaveCount(2)
    await stepOf(page, first).fill('Call the bank')
    await choose(page, second, 'Queue')
    const [who, step, to] = await Promise.all(
      [rowOf(page, first).getByRole('link'), stepOf(page, first), toOf(page, first)].map(one =>
        one.boundingBox(),
      ),
    )
    expect(who?.y).toBeLessThan(step?.y ?? 0)
    expect((step?.y ?? 0) + (step?.height ?? 0)).toBeLessThanOrEqual(to?.y ?? 0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expect(leave(page)).toBeInViewport()
    await expectAccessible(page)
    await leave(page).click()
    await expect(toast(page, 'You are offline')).toBeVisible()
  })
})
