import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread, rowsOf, say } from './harness/conversation.ts'
import { postMessage } from './harness/meta.ts'
import type { Parley } from './harness/parley.ts'
import { expect, test } from './harness.ts'

let customers = 0

/** A customer of this name who wrote more than a day ago. Answers their digits and their conversation's id. */
async function wroteYesterday(parley: Parley, page: Page): Promise<{ from: string; id: string }> {
  customers += 1
  const from = `25676${String((process.pid % 10_000) * 100 + customers).padStart(7, '0')}`
  const at = new Date(Date.now() - 25 * 3600_000)
  await postMessage(parley, from, `wamid.t${from}`, 'Is the form ready?', at)
  const [row] = await rowsOf(page, from)
  return { from, id: row?.id ?? '' }
}

const simulated = (parley: Parley, path: string, body: object) =>
  fetch(`${parley.simulatorUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const opener = (page: Page) => page.getByRole('button', { name: 'Send a template' })
const picker = (page: Page) => page.getByRole('dialog', { name: 'Send a template' })
const search = (page: Page) => picker(page).getByRole('combobox', { name: 'Search templates' })
const option = (page: Page, name: string | RegExp) => picker(page).getByRole('option', { name })

test('[Q-185] from a closed window: a template is found, filled in and sent by keyboard, its button is pressed, and the window is open', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { from, id } = await wroteYesterday(parley, page)
  await openThread(page, id)
  await opener(page).press('Enter')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('continue')
  await expect(picker(page).getByRole('option')).toHaveCount(1)
  await expect(option(page, /Continue conversation.*Approved.*English · Utility/)).toBeVisible()
  await expectAccessible(page, ['best-practice'])
  await page.keyboard.press('Enter')
  // All that it needs is known of the customer, who told a name.
  const send = picker(page).getByRole('button', { name: 'Send template' })
  await expect(send).toBeFocused()
  await picker(page).getByRole('textbox', { name: 'First name' }).fill('Peter')
  await expect(picker(page).getByRole('group', { name: 'Preview' })).toContainText(
    'Hello Peter, we have an answer',
  )
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveCount(0)
  const bubble = messageOf(page, 'Hello Peter, we have an answer')
  await expect(bubble).toContainText('Template Continue conversation · English · Utility')
  await expect(bubble.getByRole('listitem')).toHaveText(['Go on', 'Not now'])
  await expect(bubble.getByRole('button', { name: /^Delivered/ })).toBeVisible()

  const phone = parley.phone(`+${from}`)
  const [shown] = await phone.received()
  expect(shown?.text).toContain('Hello Peter')
  await simulated(parley, `/phones/+${from}/taps`, { message_id: shown?.id, choice_id: '0' })
  await expect(messageOf(page, 'Go on').last()).toBeVisible()
  await expect(box(page)).toBeVisible()
  await say(page, 'Here is the answer')
  await expect.poll(async () => (await phone.received()).length).toBe(2)
})

test('[Q-185] what lacks is asked for field by field, and the file of the heading goes along', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Is the form ready?'])
  await openThread(page, id)
  await opener(page).click()
  await search(page).fill('beneficiary')
  await picker(page)
    .getByRole('combobox', { name: /^Language/ })
    .click()
  await page.getByRole('option', { name: 'English', exact: true }).click()
  await expect(picker(page).getByRole('option')).toHaveCount(1)
  await option(page, /Beneficiary form ready/).click()
  // Nobody knows the name of who is told by a number alone.
  await expect(picker(page).getByRole('textbox', { name: 'First name' })).toBeFocused()
  await page.keyboard.type('Peter')
  await page.keyboard.press('Enter')
  await expect(picker(page).getByRole('textbox', { name: 'Value 2' })).toBeFocused()
  await page.keyboard.type('LF-19977')
  await page.keyboard.press('Enter')
  await expect(picker(page)).toContainText('Value 3 is missing')
  await expect(picker(page).getByRole('textbox', { name: 'Value 3' })).toBeFocused()
  await page.keyboard.type('20 November')
  await page.keyboard.press('Enter')
  await expect(picker(page)).toContainText('Choose the file that stands above the words')
  await picker(page)
    .getByLabel('PDF', { exact: true })
    .setInputFiles({ name: 'form.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') })
  await expect(picker(page).getByRole('group', { name: 'Preview' })).toContainText('form.pdf')
  await picker(page).getByRole('button', { name: 'Send template' }).click()
  const bubble = messageOf(page, 'policy LF-19977')
  await expect(bubble).toContainText('form.pdf')
  await expect(bubble.getByRole('button', { name: /^Delivered/ })).toBeVisible()
  expect((await phone.received())[0]?.text).toContain('LF-19977')
})
