import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread, say, thread } from './harness/conversation.ts'
import { call } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

const dialog = (page: Page, name = 'Remind me at this message') => page.getByRole('dialog', { name })
const marks = (row: Locator) => row.getByRole('list', { name: 'Reminders' }).getByRole('listitem')
const section = (page: Page) =>
  page.getByRole('complementary', { name: 'Customer' }).getByRole('region', { name: 'Reminders' })
/** Leaves the composer, so that single letters are commands. */
const leave = (page: Page) => page.getByRole('heading', { level: 2 }).first().click()

test('[Q-242] a promise is set, changed and done with keys; colleagues see it live, and it is in the panel', async ({
  openAs,
  parley,
}) => {
  const hers = await openAs('agent')
  const his = await openAs('brian')
  const { phone, id } = await newCustomer(parley, hers, ['When will you know more?'])
  await openThread(hers, id)
  await openThread(his, id)
  await say(hers, 'I will call you on Friday')
  const message = messageOf(hers, 'I will call you on Friday')
  // Until then it is on this device alone.
  await expect(message.getByRole('button', { name: 'Remind me' })).toBeAttached()
  // The customer's and the answer to it.
  await expect.poll(async () => (await phone.messages()).length).toBe(2)
  await box(hers).press('Escape')
  await leave(hers)
  // The code that hears keys comes a moment after the page.
  await expect(async () => {
    await hers.keyboard.press('m')
    await expect(dialog(hers)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(dialog(hers).getByLabel('When')).toBeFocused()
  await expect(dialog(hers)).toContainText('I will call you on Friday')
  await hers.keyboard.press('Enter')
  await expect(dialog(hers)).toContainText('Say when, for instance "tomorrow 14:00"')
  await hers.keyboard.type('tomorrow 9:00')
  await expect(dialog(hers)).toContainText('at 09:00')
  await dialog(hers).getByLabel('What is to be done').fill('call back')
  await expectAccessible(hers)
  await hers.keyboard.press('Enter')
  await expect(marks(message)).toContainText('Reminder: tomorrow 09:00 · call back')
  await expect(section(hers)).toContainText('Reminder: tomorrow 09:00 · call back')
  await expectAccessible(hers)

  // A colleague sees whose it is, and may say that it is done; another time is for whoever promised.
  const theirs = marks(messageOf(his, 'I will call you on Friday'))
  await expect(theirs).toContainText(/Reminder of .+: tomorrow 09:00 · call back/)
  await expect(theirs.getByRole('button', { name: 'Change' })).toHaveCount(0)

  await marks(message).getByRole('button', { name: 'Change' }).focus()
  await hers.keyboard.press('Enter')
  const change = dialog(hers, 'Change the reminder')
  await expect(change.getByLabel('What is to be done')).toHaveValue('call back')
  await expect(change).toContainText('at 09:00')
  await change.getByLabel('What is to be done').fill('call her brother')
  await hers.keyboard.press('Enter')
  await expect(marks(message)).toHaveText(/tomorrow 09:00 · call her brother/)
  await expect(theirs).toContainText('call her brother')

  await theirs.getByRole('button', { name: 'Done' }).focus()
  await his.keyboard.press('Enter')
  await expect(theirs).toHaveCount(0)
  await expect(marks(message)).toHaveCount(0)
  await expect(section(hers)).toHaveCount(0)
  // Nothing of it went to the customer.
  expect(await phone.messages()).toHaveLength(2)
})

test('[Q-242] at its time the bell says so, once, and leads to the message', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Please ask my brother', 'He knows'])
  await openThread(page, id)
  const message = messageOf(page, 'Please ask my brother')
  await message.getByRole('button', { name: 'Remind me' }).focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('When').fill('in 20 minutes')
  await dialog(page).getByLabel('What is to be done').fill('ask the brother')
  await dialog(page).getByRole('button', { name: 'Remind me' }).click()
  await expect(message.getByRole('button', { name: 'Remind me' })).toBeFocused()
  await expect(marks(message)).toContainText('· ask the brother')
  const [asked] = (
    await call<{ messages: { id: string }[] }>(page, 'GET', `messages/admin/conversation/${id}/history`)
  ).messages
  // Refused when it reaches the server after its time.
  await expect
    .poll(() =>
      call<object>(page, 'PUT', `messages/${asked?.id}/reminder`, {
        due_at: new Date(Date.now() + 1_000).toISOString(),
        text: 'ask the brother',
      }),
    )
    .not.toHaveProperty('code')
  await page.goto('/')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName(/unread/)
  await bell.click()
  const notice = page.getByRole('button', { name: /^Unread: Reminder/ })
  await expect(notice).toHaveCount(1)
  await expect(notice).toContainText(': ask the brother')
  await notice.click()
  await expect(page).toHaveURL(new RegExp(`/conversations/${id}\\?message=\\d+$`))
  await expect(marks(message)).toContainText(/Reminder, due since .* · ask the brother/)
  await expect(message).toBeInViewport()
  await expectAccessible(page)
  await section(page).getByRole('button', { name: 'Done' }).click()
  await expect(marks(message)).toHaveCount(0)
  // What is set by mistake is taken back by the words on the toast.
  await message.getByRole('button', { name: 'Remind me' }).focus()
  await page.keyboard.press('Enter')
  await dialog(page)
    .getByRole('button', { name: /^Tomorrow/ })
    .click()
  const undo = page
    .getByRole('region', { name: 'New notifications' })
    .filter({ hasText: 'Reminder: tomorrow 09:00' })
    .getByText('Undo')
  // With the pointer on it the toast stays.
  await undo.hover()
  await expect(marks(message)).toHaveText(/Reminder: tomorrow 09:00/)
  await undo.click()
  await expect(marks(message)).toHaveCount(0)
  await expect(thread(page).getByRole('list', { name: 'Reminders' })).toHaveCount(0)
})

test('[Q-260] M is at the message that has the focus, else at the newest, whoever wrote it', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Call my brother', 'He is Okello'])
  await openThread(page, id)
  await leave(page)
  await expect(async () => {
    await page.keyboard.press('m')
    await expect(dialog(page)).toContainText('He is Okello', { timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  const asked = messageOf(page, 'Call my brother')
  await expect(asked).toBeFocused()
  await expect(asked.getByRole('button', { name: 'Remind me' })).toHaveAttribute('title', /\(M\)/)
  await page.keyboard.press('m')
  await expect(dialog(page)).toContainText('Call my brother')
  await expect(dialog(page).getByLabel('When')).toBeFocused()
  await page.keyboard.type('tomorrow 9:00')
  await page.keyboard.press('Enter')
  await expect(marks(asked)).toContainText('Reminder: tomorrow 09:00')
  await expect(asked.getByRole('button', { name: 'Remind me' })).toBeFocused()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const name of ['Remind me at the message', 'Attach the message to an issue'])
    await expect(keys.getByText(name, { exact: true })).toBeVisible()
})
