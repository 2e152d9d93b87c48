import type { Page } from '@playwright/test'
import { box, newCustomer, openThread, say, thread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

const noteBox = (page: Page) => page.getByRole('textbox', { name: 'Internal note' })
const noteOf = (page: Page, text: string) =>
  thread(page)
    .getByRole('group', { name: /^Internal note by/ })
    .filter({ hasText: text })
const mode = (page: Page, name: 'Reply' | 'Note') =>
  page.getByRole('group', { name: 'Write' }).getByRole('button', { name })

test('[Q-223] a mention reaches its colleague, whose sign comes back; edits and deletions do too, and the customer hears nothing', async ({
  openAs,
  parley,
}) => {
  const hers = await openAs('agent')
  const his = await openAs('brian')
  await his.goto('/')
  const { phone, id } = await newCustomer(parley, hers, ['I paid and it is not there'])
  const said = (await phone.messages()).length
  await openThread(hers, id)
  await box(hers).fill('Thank you, I will')
  await mode(hers, 'Note').click()
  await noteBox(hers).fill('@Brian Odongo for 7714-2209')
  await noteBox(hers).press('Enter')
  await expect(noteOf(hers, 'for 7714-2209')).toBeVisible()

  const bell = his.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName(/unread/)
  await bell.click()
  await his.getByRole('button', { name: /^Unread: .* mentioned you/ }).click()
  const got = noteOf(his, 'for 7714-2209')
  await expect(got).toBeInViewport()
  await got.hover()
  await got.getByRole('button', { name: 'React' }).click()
  await his.getByRole('dialog').getByRole('button', { name: '👀' }).click()
  await expect(noteOf(hers, 'for 7714-2209').getByRole('button', { name: /Brian/ })).toBeVisible()

  await noteOf(hers, 'for 7714-2209').getByRole('button', { name: 'Edit' }).click()
  const editor = hers.getByRole('form', { name: 'Edit the note' })
  await editor.getByRole('textbox').fill('Solved by the bank')
  await editor.getByRole('button', { name: 'Save note' }).click()
  await expect(noteOf(his, 'Solved by the bank')).toContainText('Edited')
  await noteOf(hers, 'Solved by the bank').getByRole('button', { name: 'Delete' }).click()
  await hers.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(noteOf(his, 'Solved by the bank')).toHaveCount(0)
  // Nothing of it reached the customer; what was meant for them does.
  await mode(hers, 'Reply').click()
  await say(hers, 'Thank you, I will')
  await expect.poll(async () => (await phone.messages()).length).toBe(said + 1)
  expect((await phone.messages()).at(-1)?.text).toContain('Thank you, I will')
})
