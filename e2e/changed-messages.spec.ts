import { messageOf, newCustomer, openThread, rowsOf, thread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

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
  expect((await rowsOf(page, phone.number))[0]?.inbound_no).toBe(3)
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
