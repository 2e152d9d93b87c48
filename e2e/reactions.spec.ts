import { expectAccessible } from './harness/accessible.ts'
import { messageOf, newCustomer, openThread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

test('[Q-187] an agent reacts to a message by keyboard, changes it, and takes it away; a colleague and the phone see it', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id, phone } = await newCustomer(parley, page, ['My claim was paid'])
  await openThread(page, id)
  const colleague = await openAs('carol')
  await openThread(colleague, id)
  const message = messageOf(page, 'My claim was paid')
  const signs = message.getByRole('list', { name: 'Reactions' })
  const theirs = messageOf(colleague, 'My claim was paid').getByRole('list', { name: 'Reactions' })
  const onPhone = async () => (await phone.messages())[0]?.reaction

  await message.getByRole('button', { name: 'React' }).focus()
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'React' })
  await expect(picker.getByRole('button', { name: '👍' })).toBeVisible()
  await expectAccessible(page)
  await picker.getByRole('button', { name: '👍' }).press('Enter')
  await expect(picker).toHaveCount(0)
  await expect(message.getByRole('button', { name: 'React' })).toBeFocused()
  await expect(signs).toContainText('👍')
  await expect(theirs).toContainText('👍')
  await expect.poll(onPhone).toBe('👍')

  await message.getByRole('button', { name: 'React' }).click()
  await expect(picker.getByRole('button', { name: '👍', pressed: true })).toBeVisible()
  await picker.getByRole('textbox', { name: 'Another emoji' }).fill('no')
  await picker.getByRole('button', { name: 'React' }).click()
  await expect(picker.getByRole('alert')).toContainText('must be one emoji')
  await picker.getByRole('textbox', { name: 'Another emoji' }).fill('🎉')
  await picker.getByRole('button', { name: 'React' }).click()
  // It closes with the answer; a press before that would close it.
  await expect(picker).toHaveCount(0)
  await expect(theirs).toContainText('🎉')
  await expect.poll(onPhone).toBe('🎉')

  await message.getByRole('button', { name: 'React' }).click()
  await picker.getByRole('button', { name: '🎉', pressed: true }).click()
  await expect(theirs).toHaveCount(0)
  await expect.poll(onPhone).toBeNull()
})
