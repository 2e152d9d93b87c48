import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { newCustomer } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Conversations' })
const rowOf = (page: Page, id: string) =>
  grid(page).locator('[role=row]', { has: page.locator(`a[href="/conversations/${id}"]`) })
const boxOf = (page: Page, id: string) => rowOf(page, id).getByRole('checkbox', { name: /^Select / })
const bar = (page: Page) => page.getByRole('group', { name: 'Selected conversations' })
const toast = (page: Page, words: string) =>
  page.getByRole('region', { name: 'New notifications' }).filter({ hasText: words })

/** Asks the server as the page's agent. */
const put = (page: Page, path: string, body: object): Promise<number> =>
  page.evaluate(
    async ([to, what]) => {
      const answer = await fetch(`/api/v1${to}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${localStorage.getItem('token')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(what),
      })
      return answer.status
    },
    [path, body] as const,
  )

/** Goes there by Tab, or Shift+Tab, as one who has no pointer does. */
async function goTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

/** A key until the code that hears it, a moment behind the page, is there. */
async function pressUntil(page: Page, key: string, shown: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await shown()
  }).toPass()
}

test('[Q-230] by keys alone several are selected, resolved by one press and taken back by one', async ({
  openAs,
  parley,
  pageErrors,
}) => {
  pageErrors.allow(/500/)
  const page = await openAs('agent')
  const ids: string[] = []
  for (let customer = 0; customer < 3; customer += 1)
    ids.unshift((await newCustomer(parley, page, ['Hello'])).id)
  const [first = '', second = '', third = ''] = ids
  await page.goto('/conversations')
  await expect(rowOf(page, first)).toHaveAttribute('data-index', '0')
  await goTo(page, rowOf(page, first))
  await pressUntil(page, 'x', () => expect(boxOf(page, first)).toBeChecked({ timeout: 2_000 }))
  await expect(rowOf(page, first)).toHaveAttribute('aria-selected', 'true')
  const top = await rowOf(page, first).boundingBox()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+X')
  await expect(bar(page)).toContainText('3 selected')
  await expect(boxOf(page, second)).toBeChecked()
  // What comes over the table moves no row.
  expect(await rowOf(page, first).boundingBox()).toEqual(top)
  await expect(grid(page).getByRole('checkbox', { name: 'Select all shown' })).toHaveJSProperty(
    'indeterminate',
    true,
  )
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await expect(boxOf(page, second)).not.toBeChecked()
  await expect(rowOf(page, third)).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+X')
  await expect(bar(page)).toContainText('3 selected')
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('2 selected')
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('3 selected')

  await goTo(page, bar(page).getByRole('button', { name: 'Status' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await page.keyboard.press('r')
  await page.keyboard.press('Enter')
  await expect(toast(page, '3 conversations resolved')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await expect(rowOf(page, first)).toBeFocused()

  // With the focus on it, it does not fade.
  await page.keyboard.press('F6')
  await goTo(page, toast(page, '3 conversations resolved').getByRole('button', { name: 'Undo' }))
  for (const id of ids) await expect(rowOf(page, id)).toContainText('Resolved')
  // Pressed once it is not there to be pressed again, unless that failed.
  let answer = () => undefined as void
  const held = new Promise<void>(done => (answer = done))
  await page.route('**/conversations/bulk/undo', async route => {
    await held
    await route.fulfill({ status: 500, body: '' })
  })
  const asked = page.waitForRequest('**/conversations/bulk/undo')
  await page.keyboard.press('Enter')
  await asked
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  answer()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  for (const id of ids) await expect(rowOf(page, id)).toContainText('Resolved')
  await page.unroute('**/conversations/bulk/undo')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(toast(page, '3 conversations taken back')).toBeVisible()
  for (const id of ids) await expect(rowOf(page, id)).toContainText('Active')
})

test('[Q-230] what is refused is listed with its reason and stays selected; what a colleague changed since stays', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const one = await newCustomer(parley, page, ['Hello'])
  const two = await newCustomer(parley, page, ['Hello'])
  const old = await newCustomer(parley, page, ['Hello'])
  expect(await put(page, `/conversations/${old.id}/status`, { status: 'ARCHIVED' })).toBe(200)
  await old.phone.say('Here again')
  await page.goto('/conversations')
  await expect(grid(page).getByRole('row').nth(1)).toContainText('Here again')
  for (const { id } of [one, two, old]) await boxOf(page, id).click()
  await expect(bar(page)).toContainText('3 selected')
  await bar(page).getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Dormant' }).click()
  const refused = page.getByRole('dialog', { name: '1 conversation not changed' })
  await expect(refused).toContainText('This customer has another open conversation')
  await expect(refused).toContainText(old.phone.number.slice(-6))
  await expect(toast(page, '2 conversations set to Dormant')).toBeVisible()
  await expectAccessible(page)
  const brian = await openAs('brian')
  expect(await put(brian, `/conversations/${two.id}/status`, { status: 'RESOLVED' })).toBe(200)
  await page.keyboard.press('Escape')
  await expect(refused).toHaveCount(0)
  await expect(bar(page)).toContainText('1 selected')
  await expect(boxOf(page, old.id)).toBeChecked()
  await toast(page, '2 conversations set to Dormant').getByRole('button', { name: 'Undo' }).click()
  const undone = toast(page, '1 conversation taken back, 1 was changed since and stays')
  await expect(undone).toContainText(two.phone.number.slice(-6))
  await expect(rowOf(page, one.id)).toContainText('Active')
  await expect(rowOf(page, two.id)).toContainText('Resolved')
  await bar(page).getByRole('button', { name: 'Clear' }).click()
  await expect(bar(page)).toHaveCount(0)
})

test('[Q-230] what is selected stays so where it moves to, and not where it leaves the list; tags and snooze', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const one = await newCustomer(parley, page, ['Hello'])
  const two = await newCustomer(parley, page, ['Hello'])
  await page.goto('/conversations?status=active')
  await expect(rowOf(page, two.id)).toHaveAttribute('data-index', '0')
  await boxOf(page, one.id).click()
  await boxOf(page, two.id).click()
  await page.mouse.move(5, 5)
  await one.phone.say('Are you there?')
  await expect(rowOf(page, one.id)).toHaveAttribute('data-index', '0')
  await expect(boxOf(page, one.id)).toBeChecked()
  await expect(boxOf(page, two.id)).toBeChecked()
  const brian = await openAs('brian')
  expect(await put(brian, `/conversations/${two.id}/status`, { status: 'RESOLVED' })).toBe(200)
  await expect(bar(page)).toContainText('1 selected')
  expect(await put(brian, `/conversations/${two.id}/status`, { status: 'ACTIVE' })).toBe(200)
  await expect(boxOf(page, two.id)).not.toBeChecked()
  await expect(bar(page)).toContainText('1 selected')
  await boxOf(page, two.id).click()

  await bar(page).getByRole('button', { name: 'Tags' }).click()
  await page.getByLabel('New tag').fill('follow up')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(toast(page, '2 conversations tagged "follow up"')).toBeVisible()
  // What was done is not selected any more; with Shift all between two rows are.
  await boxOf(page, one.id).click()
  await boxOf(page, two.id).click({ modifiers: ['Shift'] })
  await bar(page).getByRole('button', { name: 'Tags' }).click()
  await expect(page.getByRole('button', { name: 'Remove tag follow up' })).toContainText('2')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toContainText('2 selected')
  await bar(page).getByRole('button', { name: 'Snooze' }).click()
  const dialog = page.getByRole('dialog', { name: 'Snooze 2 conversations' })
  await dialog.getByLabel('Until').fill('in 2 hours')
  await page.keyboard.press('Enter')
  await expect(toast(page, '2 conversations snoozed until')).toBeVisible()
  await boxOf(page, one.id).click()
  await boxOf(page, two.id).click()
  await bar(page).getByRole('button', { name: 'Unsnooze' }).click()
  await expect(toast(page, '2 conversations back now')).toBeVisible()
})

test('[Q-230] with Shift all between two rows are selected, and all that is shown by one box, a hundred at most', async ({
  openAs,
}) => {
  const page = await openAs('agent', '/conversations')
  const box = (index: number) => grid(page).locator(`[data-index="${index}"]`).getByRole('checkbox')
  await box(1).click()
  await box(4).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('4 selected')
  for (const index of [1, 2, 3, 4]) await expect(box(index)).toBeChecked()
  await bar(page).getByRole('button', { name: 'Clear' }).click()
  const all = grid(page).getByRole('checkbox', { name: 'Select all shown' })
  await all.click()
  await expect(bar(page)).toContainText(/^\d+ selected/)
  const total = Number((await bar(page).getByRole('status').innerText()).split(' ')[0])
  expect(total).toBeGreaterThan(10)
  expect(total).toBeLessThanOrEqual(100)
  await expect(all).toBeChecked()
  await all.click()
  await expect(bar(page)).toHaveCount(0)
})

test('[Q-230] on a phone a button shows the checkboxes, and a tap selects', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  const { phone } = await newCustomer(parley, page, ['Hello'])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/conversations')
  const card = grid(page)
    .getByRole('row')
    .filter({ hasText: phone.number.slice(-6) })
  await expect(card).toBeVisible()
  await expect(card.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await expect(bar(page)).toContainText('0 selected')
  await card.click()
  await expect(card.getByRole('checkbox')).toBeChecked()
  await expect(page).toHaveURL('/conversations')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await bar(page).getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('menuitem', { name: 'Assign to me' }).click()
  await toast(page, '1 conversation assigned to you').getByRole('button', { name: 'Undo' }).click()
  // It stands before the button, and can be closed once a pointer is over it.
  const undone = toast(page, '1 conversation taken back')
  await undone.getByText('1 conversation taken back').hover()
  await undone.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect(card.getByRole('checkbox')).toHaveCount(0)
})
