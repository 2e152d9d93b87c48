import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import {
  box,
  messageOf,
  newCustomer,
  openThread,
  rowsOf,
  say,
  sendButton,
  thread,
} from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import { nextSecond } from './harness/times.ts'
import { expect, test } from './harness.ts'

const picture = readFileSync(new URL('../docs/images/conversation.png', import.meta.url)).toString('base64')

const chosen = (page: Page, whom: string) => page.getByRole('group', { name: `Answering ${whom}` })
const quote = (page: Page, words: string) =>
  thread(page)
    .getByRole('button', { name: /^Quoted: / })
    .filter({ hasText: words })

test('[Q-178] a message that a customer answers stands above their answer, and a click goes there', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['How much is the premium?'])
  const file = {
    type: 'image',
    data_base64: picture,
    filename: 'policy.png',
    mime_type: 'image/png',
  } as const
  const image = await phone.send(file)
  await phone.say('This page', { reply_to: image })
  await phone.say('Read this', { forwarded: 'frequently_forwarded' })
  await openThread(page, id)
  const answer = messageOf(page, 'This page')
  await expect(quote(page, 'Photo')).toBeVisible()
  await expect(answer.locator('img')).toHaveJSProperty('complete', true)
  await expect(messageOf(page, 'Read this')).toContainText('Forwarded many times')
  await expectAccessible(page, ['best-practice'])

  // The agent's answer comes, is quoted, and is gone to, however much was said since.
  await say(page, 'It is 40,000 a month')
  await expect.poll(async () => (await phone.received()).length).toBe(1)
  const [sent] = await phone.received()
  await page.goto('/conversations')
  // What comes in the second of the answer stands before it.
  await nextSecond()
  const many = 130
  for (let no = 1; no <= many; no += 1) await phone.say(`More ${no}`)
  await phone.say('That is a lot', { reply_to: sent?.id ?? '' })
  await expect.poll(async () => (await rowsOf(page, phone.number))[0]?.inbound_no).toBe(many + 5)
  await openThread(page, id)
  await page.getByRole('button', { name: 'Newest messages' }).click()
  await expect(messageOf(page, 'That is a lot')).toBeVisible()
  await expect(messageOf(page, 'It is 40,000 a month').filter({ hasNotText: 'That is a lot' })).toHaveCount(0)
  await quote(page, 'It is 40,000 a month').press('Enter')
  const original = messageOf(page, 'It is 40,000 a month').filter({ hasNotText: 'That is a lot' })
  await expect(original).toBeInViewport()
  await expect(original).toBeFocused()
})

test('[Q-178] an agent answers one message: by Reply or by keyboard, kept in the draft, until it is let go of', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Is the claim paid?', 'And the premium?'])
  await openThread(page, id)
  await messageOf(page, 'Is the claim paid?').hover()
  await messageOf(page, 'Is the claim paid?').getByRole('button', { name: 'Reply' }).click()
  await expect(box(page)).toBeFocused()
  await expect(chosen(page, 'Customer')).toContainText('Is the claim paid?')
  await expectAccessible(page, ['best-practice'])
  await page.keyboard.press('Escape')
  await expect(chosen(page, 'Customer')).toHaveCount(0)

  await box(page).press('Alt+ArrowUp')
  await expect(chosen(page, 'Customer')).toContainText('And the premium?')
  await box(page).press('Alt+ArrowUp')
  await expect(chosen(page, 'Customer')).toContainText('Is the claim paid?')
  await box(page).press('Alt+ArrowDown')
  await box(page).press('Alt+ArrowDown')
  await expect(chosen(page, 'Customer')).toHaveCount(0)
  await box(page).press('Alt+ArrowUp')
  await page.getByRole('button', { name: 'Do not quote' }).click()
  await expect(chosen(page, 'Customer')).toHaveCount(0)
  await expect(box(page)).toBeFocused()

  await box(page).press('Alt+ArrowUp')
  await box(page).press('Alt+ArrowUp')
  await box(page).fill('Yes, it is')
  await expectKept(page, 'Yes, it is')
  await page.reload()
  await expect(chosen(page, 'Customer')).toContainText('Is the claim paid?')
  await expect(box(page)).toHaveValue('Yes, it is')
  await expect(sendButton(page)).toBeEnabled()
  await box(page).press('Enter')
  await expect(chosen(page, 'Customer')).toHaveCount(0)
  await expect(messageOf(page, 'Yes, it is')).toContainText('Is the claim paid?')
  await phone.expectLatest(['Yes, it is'])
  const [asked] = await phone.messages()
  expect((await phone.received()).at(-1)?.replyTo).toBe(asked?.id)
})
