import type { Page } from '@playwright/test'
import { messageOf, newCustomer, openThread, thread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

const noKeys = async (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

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
