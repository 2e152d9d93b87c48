import { newCustomer, thread } from './harness/conversation.ts'
import { hold } from './harness/held.ts'
import { pressedAgo } from './harness/times.ts'
import { expect, test } from './harness.ts'

test('[Q-218] a key that is pressed before its code is there is done when it comes', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Is anybody there?'])
  const code = /assets\/Commands-.*\.js$/
  const release = await hold(page, code)
  const asked = page.waitForRequest(code)
  await page.goto(`/conversations/${id}`)
  await expect(thread(page)).toContainText('Is anybody there?')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('n')
  await asked
  release()
  const note = page.getByRole('textbox', { name: 'Internal note' })
  await expect(note).toBeFocused()

  // Whoever waited for longer has gone on.
  await page.unroute(code)
  const releaseLate = await hold(page, code)
  const askedAgain = page.waitForRequest(code)
  await page.reload()
  await expect(thread(page)).toContainText('Is anybody there?')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await pressedAgo(page, 'n', 3_500)
  await askedAgain
  releaseLate()
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(note).toHaveCount(0)
})
