import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { messageOf, newCustomer, openThread, say, thread } from './harness/conversation.ts'
import { raise } from './harness/ticket.ts'
import { nextSecond } from './harness/times.ts'
import { expect, test } from './harness.ts'

const rail = (page: Page) => page.getByRole('region', { name: 'Queue' })
const view = (page: Page, name: string) =>
  rail(page)
    .getByRole('group', { name: 'Views' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
const row = (page: Page, name: string) => rail(page).getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Snooze / })
const toast = (page: Page, words: RegExp) =>
  page.getByRole('region', { name: 'New notifications' }).filter({ hasText: words })
const noKeys = async (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

test('[Q-221 Q-244 Q-266] a conversation is put off by key, in words, taken back by a press, and back as its customer writes', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id, phone } = await newCustomer(parley, page, ['When will the bank answer?'])
  await openThread(page, id)
  await noKeys(page)
  // The code that hears keys comes a moment after the page.
  await expect(async () => {
    await page.keyboard.press('h')
    await expect(dialog(page)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await dialog(page).getByLabel('Until').fill('the bank')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('This names no time to come')
  await expect(dialog(page).getByLabel('Until')).toBeFocused()
  await dialog(page).getByLabel('Until').fill('tomorrow 14:00')
  await expect(dialog(page)).toContainText('at 14:00')
  await dialog(page).getByLabel('Reason').fill('The bank answers')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  const notice = page.getByRole('status').filter({ hasText: 'Snoozed until' })
  await expect(notice).toContainText(', 14:00')
  await expect(notice).toContainText(': The bank answers')

  await noKeys(page)
  await page.keyboard.press('5')
  await expect(view(page, 'Snoozed')).toHaveAttribute('aria-pressed', 'true')
  await expect(row(page, phone.number.slice(-3)).first()).toContainText(', 14:00')
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Unsnooze' }).click()
  await expect(notice).toHaveCount(0)
  // It stays in the thread that it was put off: until when, by whom, and by what it is back; not why.
  const line = (words: RegExp) => thread(page).getByRole('listitem').filter({ hasText: words })
  const pressed = line(/^Snoozed until \w{3} 14:00 by .+ · brought back by .+$/)
  await expect(pressed).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await dialog(page)
    .getByRole('button', { name: /^Tomorrow/ })
    .click()
  await expect(notice).toContainText(', 09:00')
  await nextSecond()
  await phone.say('It has answered')
  await expect(notice).toHaveCount(0)
  await expect(row(page, phone.number.slice(-3))).toHaveCount(0)
  const wrote = line(/^Snoozed until \w{3} 09:00 by .+ · came back because the customer wrote$/)
  await expect(wrote).toBeVisible()
  const place = (one: Locator) => one.getAttribute('aria-posinset').then(Number)
  await expect
    .poll(async () => (await place(wrote)) - (await place(messageOf(page, 'It has answered'))))
    .toBe(1)
  await expect(thread(page)).not.toContainText('The bank answers')

  // The words on the toast take it back, wherever one is by then.
  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await dialog(page)
    .getByRole('button', { name: /^In 1 hour/ })
    .click()
  await expect(notice).toBeVisible()
  await toast(page, /Snoozed until/)
    .getByText('Undo')
    .click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(pressed).toBeVisible()
  await expect(wrote).toBeVisible()
  // A slip that was taken back leaves no line.
  await expect(line(/^Snoozed until/)).toHaveCount(2)
})

test('[Q-231 Q-372] resolving says what is open all the same, and can be taken back', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Thank you'])
  const { ticket_number: number } = await raise(page, id)
  await openThread(page, id)
  await say(page, 'You are welcome')
  await noKeys(page)
  const status = page.getByRole('button', { name: /^Status:/ })
  await expect(async () => {
    await page.keyboard.press('e')
    await expect(status).toHaveAccessibleName('Status: Resolved', { timeout: 2_000 })
  }).toPass()
  await expect(toast(page, /Resolved: /)).toContainText(`Still open: ticket ${number}`)
  await toast(page, /Resolved: /)
    .getByText('Undo')
    .click()
  await expect(status).toHaveAccessibleName('Status: Active')
  // A slip is taken back by the key that made it.
  await noKeys(page)
  await page.keyboard.press('e')
  await expect(status).toHaveAccessibleName('Status: Resolved')
  await expect(toast(page, /Resolved: /)).toBeVisible()
  await page.keyboard.press('e')
  await expect(status).toHaveAccessibleName('Status: Active')
  await expect(toast(page, /Resolved: /)).toHaveCount(0)
})

test('[Q-222] the dashboard leads to who waits, and who is first is one press away', async ({ openAs }) => {
  const page = await openAs('agent', '/')
  await page.getByRole('link', { name: 'customers without an answer' }).click()
  await expect(page).toHaveURL(/\/queue\?view=waiting$/)
  await expect(view(page, 'Waiting longest')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/^Next: .+, waiting for/)).toBeVisible()
  await expectAccessible(page)
  const first = await rail(page).getByRole('row').nth(1).getByRole('gridcell').textContent()
  await page.getByRole('button', { name: 'Open next' }).click()
  await expect(page).toHaveURL(/\/conversations\/\d+$/)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    new RegExp((first ?? '').slice(2, 8)),
  )
  await page.keyboard.press('Escape')
  await noKeys(page)
  await page.keyboard.press('4')
  await expect(view(page, 'Closing soon')).toHaveAttribute('aria-pressed', 'true')
  await expect(rail(page).getByRole('columnheader')).toContainText('to be answered within 4 hours')
  await expect(rail(page).getByRole('row').filter({ hasText: 'Drani Charles' })).toContainText(
    /\d (h|min) left/,
  )
})

test('[Q-218] U leads back to the first unread message', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  const texts = Array.from({ length: 24 }, (_, n) => `Line ${n + 1} of many`)
  const { id } = await newCustomer(parley, page, texts)
  await openThread(page, id)
  const first = messageOf(page, 'Line 1 of many')
  await expect(first).toBeInViewport()
  await thread(page).evaluate(box => box.scrollTo(0, box.scrollHeight))
  await expect(messageOf(page, 'Line 24 of many')).toBeInViewport()
  await expect(first).not.toBeInViewport()
  await noKeys(page)
  await expect(async () => {
    await page.keyboard.press('u')
    await expect(first).toBeInViewport({ timeout: 2_000 })
  }).toPass()
})
