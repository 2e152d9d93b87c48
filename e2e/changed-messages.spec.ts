import { expectAccessible } from './harness/accessible.ts'
import { messageOf, newCustomer, openThread, rowsOf, say, thread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

test('[Q-183] a customer’s reaction stands on its message, theirs or ours, and goes when it is taken back', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Is it paid?'])
  await openThread(page, id)
  await say(page, 'On Friday')
  await expect.poll(async () => (await phone.received()).length).toBe(1)
  const [ours] = await phone.received()
  await phone.change(ours?.id ?? '', { type: 'reaction', emoji: '🙏' })
  const reactions = messageOf(page, 'On Friday').getByRole('list', { name: 'Reactions' })
  await expect(reactions).toHaveText('The customer reacted with 🙏')
  await expect(reactions.getByRole('listitem')).toHaveAttribute('title', /^The customer, .*\d\d:\d\d/)
  await expect(page.getByRole('log', { name: 'New messages' })).toContainText('The customer reacted with 🙏')
  const asked = (await phone.messages())[0]?.id ?? ''
  await phone.change(asked, { type: 'reaction', emoji: '👍' })
  await expect(messageOf(page, 'Is it paid?').getByRole('list', { name: 'Reactions' })).toContainText('👍')
  await expectAccessible(page, ['best-practice'])
  await phone.change(asked, { type: 'reaction', emoji: null })
  await expect(messageOf(page, 'Is it paid?').getByRole('list', { name: 'Reactions' })).toHaveCount(0)
  expect((await rowsOf(page, phone.number))[0]?.inbound_no).toBe(1)
})

test('[Q-183] an edited message shows the new words and on a click the first; a deleted one says so and keeps its words behind a click', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Send 40,000'])
  await openThread(page, id)
  const [wrong] = await phone.messages()
  await phone.change(wrong?.id ?? '', { type: 'edit', text: 'Send 50,000' })
  const message = messageOf(page, 'Send 50,000')
  await expect(message).toBeVisible()
  await expect(message.getByText('Send 40,000')).toBeHidden()
  await message.getByText('Edited', { exact: true }).click()
  await expect(message.getByText('Send 40,000')).toBeVisible()

  await phone.change(wrong?.id ?? '', { type: 'revoke' })
  const summary = thread(page).getByText('Deleted by the customer')
  await expect(summary).toBeVisible()
  await expect(thread(page).getByText('Send 50,000')).toBeHidden()
  await expectAccessible(page, ['best-practice'])
  await summary.press('Enter')
  await expect(thread(page).getByText('Send 50,000')).toBeVisible()
  // The list says the same as the thread.
  await page.goto('/conversations')
  await page.getByRole('searchbox').first().fill(phone.number)
  await expect(page.getByText('Deleted by the customer').first()).toBeVisible()
})

test('[Q-183] on a phone of the simulator a customer reacts, edits and deletes by hand', async ({
  openAs,
  parley,
  browser,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Is it due?', 'Send 40,000', 'My PIN is 1234'])
  await openThread(page, id)
  const desk = await browser.newPage()
  await desk.goto(parley.simulatorUrl)
  const card = desk.locator(`[data-number="${phone.number}"]`)
  const press = async (row: number, name: string) => {
    await card.getByRole('listitem').nth(row).hover()
    await card.getByRole('listitem').nth(row).getByRole('button', { name, exact: true }).click()
  }
  await press(0, 'React')
  await press(0, 'React with 👍')
  const reactions = messageOf(page, 'Is it due?').getByRole('list', { name: 'Reactions' })
  await expect(reactions).toContainText('👍')
  await press(0, 'React')
  await press(0, 'React with 👍')
  await expect(reactions).toHaveCount(0)
  await press(1, 'Edit')
  const box = card.getByRole('textbox', { name: 'Message' })
  await expect(box).toHaveValue('Send 40,000')
  await box.fill('Send 50,000')
  await box.press('Enter')
  await expect(messageOf(page, 'Send 50,000')).toBeVisible()
  await expect(card.getByRole('listitem').nth(1)).toContainText('Edited')
  await press(2, 'Delete')
  await expect(thread(page).getByText('Deleted by the customer')).toBeVisible()
  await expect(card.getByRole('listitem').nth(2)).toContainText('You deleted this message')
  await desk.close()
})
