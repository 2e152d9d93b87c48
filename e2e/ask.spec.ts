import { box, messageOf, newCustomer, openThread } from './harness/conversation.ts'
import type { Parley } from './harness/parley.ts'
import type { Phone } from './harness/phone.ts'
import { expect, test } from './harness.ts'

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

test('[Q-194] what the customer presses under a question comes back as an answer', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['My husband had an accident'])
  await openThread(page, id)
  await box(page).fill('Is he in hospital?')
  await page.getByRole('button', { name: 'Ask or share' }).click()
  await page.getByRole('menuitem', { name: 'Buttons' }).click()
  const asking = page.getByRole('dialog', { name: 'Ask with buttons' })
  await asking.getByRole('textbox', { name: 'Button 1' }).fill('Yes')
  await asking.getByRole('textbox', { name: 'Button 2' }).fill('No')
  await asking.getByRole('textbox', { name: 'Button 2' }).press('Enter')
  const question = messageOf(page, 'Is he in hospital?')
  await expect(question.getByRole('list', { name: 'Buttons of the customer' })).toContainText('No')
  await press(parley, phone, '1')
  const answer = messageOf(page, 'Pressed a button')
  await expect(answer).toContainText('Yes')
  await expect(answer).toContainText('Is he in hospital?')
})
