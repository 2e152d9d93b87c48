import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread } from './harness/conversation.ts'
import type { Parley } from './harness/parley.ts'
import type { Phone } from './harness/phone.ts'
import { expect, test } from './harness.ts'

const menu = (page: Page) => page.getByRole('button', { name: 'Ask or share' })
const form = (page: Page, name: string) => page.getByRole('dialog', { name })

async function choose(page: Page, item: string): Promise<void> {
  await menu(page).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The customer presses the choice at this place, from 1, of the newest message that they got. */
async function press(parley: Parley, phone: Phone, place: string): Promise<void> {
  await expect.poll(async () => (await phone.received()).at(-1)?.type).toBe('interactive')
  const answer = await fetch(`${parley.simulatorUrl}/phones/${encodeURIComponent(phone.number)}/taps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message_id: (await phone.received()).at(-1)?.id, choice_id: place }),
  })
  expect(answer.ok).toBe(true)
}

test('[Q-194] an agent asks with buttons: what was written becomes the question, and what is pressed comes back as an answer', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['My husband had an accident'])
  await openThread(page, id)
  await box(page).fill('Is he in hospital?')
  await choose(page, 'Buttons')
  const asking = form(page, 'Ask with buttons')
  await expect(asking.getByRole('textbox', { name: 'What you ask' })).toHaveValue('Is he in hospital?')
  await expect(asking.getByRole('textbox', { name: 'What you ask' })).toBeFocused()

  await asking.getByRole('textbox', { name: 'Button 1' }).fill('A title that is too long')
  await asking.getByRole('button', { name: 'Send' }).click()
  await expect(asking).toContainText('Button 1 must have at most 20 characters')
  await expect(asking.getByRole('textbox', { name: 'Button 1' })).toBeFocused()
  await expectAccessible(page, ['best-practice'])

  await asking.getByRole('textbox', { name: 'Button 1' }).fill('Yes')
  await asking.getByRole('textbox', { name: 'Button 2' }).fill('No')
  await expect(asking.getByRole('group', { name: 'As the customer sees it' })).toContainText('Yes')
  await asking.getByRole('textbox', { name: 'Button 2' }).press('Enter')
  await expect(asking).toHaveCount(0)
  await expect(box(page)).toHaveValue('')
  await expect(box(page)).toBeFocused()
  const question = messageOf(page, 'Is he in hospital?')
  await expect(question.getByRole('list', { name: 'Buttons of the customer' })).toContainText('No')
  await press(parley, phone, '1')
  const answer = messageOf(page, 'Pressed a button')
  await expect(answer).toContainText('Yes')
  await expect(answer).toContainText('Is he in hospital?')
  await expectAccessible(page)
})

test('[Q-194] with a list, where somebody is, and a card; Escape closes and keeps what was written', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['I need help'])
  await openThread(page, id)
  await choose(page, 'List')
  const list = form(page, 'Ask with a list')
  await list.getByRole('textbox', { name: 'What you ask' }).fill('What is it about?')
  await list.getByRole('textbox', { name: 'Row 1', exact: true }).fill('A claim')
  await list.getByRole('textbox', { name: 'Description of row 1' }).fill('Something has happened')
  await list.getByRole('textbox', { name: 'Row 2', exact: true }).fill('My policy')
  await list.getByRole('button', { name: 'Send' }).click()
  await expect(
    messageOf(page, 'What is it about?').getByRole('list', { name: 'Rows of the list' }),
  ).toContainText('Something has happened')
  await press(parley, phone, '2')
  await expect(messageOf(page, 'Chose from a list')).toContainText('My policy')

  await box(page).fill('Half a sentence')
  await choose(page, 'Where they are')
  await expect(form(page, 'Ask where they are').getByRole('textbox')).toHaveValue('Half a sentence')
  await page.keyboard.press('Escape')
  await expect(form(page, 'Ask where they are')).toHaveCount(0)
  await expect(box(page)).toHaveValue('Half a sentence')
  await box(page).fill('')
  await choose(page, 'Where they are')
  await form(page, 'Ask where they are').getByRole('button', { name: 'Send' }).click()
  await expect(messageOf(page, 'Please send us where you are.')).toContainText('Send location')

  await choose(page, 'Contact card')
  const card = form(page, 'Send a contact card')
  await card.getByRole('textbox', { name: 'Name' }).fill('Claims desk')
  await card.getByRole('textbox', { name: 'Phone number' }).fill('0770')
  await card.getByRole('button', { name: 'Send' }).click()
  await expect(card).toContainText('Phone number must be a whole phone number with its country code')
  await card.getByRole('textbox', { name: 'Phone number' }).fill('+256 770 123 456')
  await expectAccessible(page, ['best-practice'])
  await card.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('group', { name: 'Contact: Claims desk' })).toBeVisible()
  await expect.poll(async () => (await phone.received()).at(-1)?.type).toBe('contacts')

  await page.setViewportSize({ width: 390, height: 800 })
  await choose(page, 'List')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expectAccessible(page)
})

/** WhatsApp refuses the next message with this code. */
async function refusesNext(parley: Parley, code: number): Promise<void> {
  const answer = await fetch(`${parley.simulatorUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'refused', code, times: 1 }),
  })
  expect(answer.ok).toBe(true)
}

test('[Q-194] Edit of a question or a card that did not go opens it as it was made', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['I need help'])
  await openThread(page, id)
  await choose(page, 'List')
  const list = form(page, 'Ask with a list')
  await list.getByRole('textbox', { name: 'What you ask' }).fill('What is it about?')
  await list.getByRole('textbox', { name: 'Row 1', exact: true }).fill('A claim of this year')
  await expect(list.getByText('20 of 24')).toBeVisible()
  await list.getByRole('textbox', { name: 'Description of row 1' }).fill('Something has happened')
  await list.getByRole('textbox', { name: 'Row 2', exact: true }).fill('My policy')
  await refusesNext(parley, 131009)
  await list.getByRole('button', { name: 'Send' }).click()
  const refused = messageOf(page, 'What is it about?')
  await refused.getByRole('button', { name: 'Edit' }).click()
  await expect(list.getByRole('textbox', { name: 'What you ask' })).toHaveValue('What is it about?')
  await expect(list.getByRole('textbox', { name: 'What opens the list' })).toHaveValue('Choose')
  await expect(list.getByRole('textbox', { name: 'Row 1', exact: true })).toHaveValue('A claim of this year')
  await expect(list.getByRole('textbox', { name: 'Description of row 1' })).toHaveValue(
    'Something has happened',
  )
  await expect(list.getByRole('textbox', { name: 'Row 2', exact: true })).toHaveValue('My policy')
  await box(page).fill('What I write beside it')
  await list.getByRole('textbox', { name: 'Row 1', exact: true }).fill('A claim')
  await list.getByRole('button', { name: 'Send' }).click()
  await expect(list).toHaveCount(0)
  await expect(messageOf(page, 'What is it about?')).toHaveCount(2)
  await expect.poll(async () => (await phone.received()).map(one => one.text)).toEqual(['What is it about?'])
  await expect(box(page)).toHaveValue('What I write beside it')
  await box(page).fill('')

  // One that never left this device.
  const sending = '**/messages/agent/send/*'
  await page.route(sending, route =>
    route.fulfill({ status: 400, json: { detail: 'Not like this', code: 'input.invalid', fields: {} } }),
  )
  await choose(page, 'Contact card')
  const card = form(page, 'Send a contact card')
  await card.getByRole('textbox', { name: 'Name' }).fill('Claims desk')
  await card.getByRole('textbox', { name: 'Phone number' }).fill('+256 770 123 456')
  await card.getByRole('textbox', { name: 'Organisation' }).fill('Parley Life')
  await expect(card.getByRole('group', { name: 'As the customer sees it' })).toContainText('Parley Life')
  await card.getByRole('button', { name: 'Send' }).click()
  const kept = messageOf(page, 'Claims desk')
  await expect(kept.getByRole('button', { name: 'Edit' })).toBeVisible()
  await page.unroute(sending)
  await kept.getByRole('button', { name: 'Edit' }).click()
  await expect(kept).toHaveCount(0)
  await expect(card.getByRole('textbox', { name: 'Organisation' })).toHaveValue('Parley Life')
  await card.getByRole('textbox', { name: 'Name' }).fill('The claims desk')
  await card.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('group', { name: 'Contact: The claims desk' })).toBeVisible()
  await expect.poll(async () => (await phone.received()).at(-1)?.type).toBe('contacts')
  await expect(box(page)).toHaveValue('')
})
