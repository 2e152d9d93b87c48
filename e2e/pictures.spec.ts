import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { messageOf, newCustomer, openThread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

/** A green square of ten pixels. */
const square =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'

const box = (page: Page) => page.getByRole('dialog')
const transformOf = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('img')
    .evaluate(image => image.style.transform)

test('[Q-243] a picture opens over the thread: enlarged, turned, the next one by a key, and back to where one was', async ({
  openAs,
  parley,
  pageErrors,
}) => {
  // What the browser itself draws a picture with that is alone in a tab.
  pageErrors.allow(/inline style violates/)
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  for (const filename of ['front.png', 'back.png'])
    await phone.send({
      type: 'image',
      data_base64: square,
      filename,
      mime_type: 'image/png',
      text: `The ${filename} of it`,
    })
  await openThread(page, id)
  const opener = messageOf(page, 'The front.png of it')
    .getByRole('link')
    .filter({ has: page.getByRole('img') })
  await opener.click()
  const shown = box(page)
  await expect(shown.getByRole('img')).toBeVisible()
  await expect(shown).toContainText('The front.png of it')
  await expect(shown).toContainText('1 of 2')
  await expect(shown.getByRole('link', { name: /^Download / })).toHaveAttribute('href', /\/download$/)
  await expectAccessible(page, ['best-practice'])

  await page.keyboard.press('+')
  await expect.poll(() => transformOf(page)).toContain('scale(1.25)')
  await page.keyboard.press('-')
  await expect.poll(() => transformOf(page)).toContain('scale(1)')
  await page.keyboard.press('+')
  await shown.getByRole('button', { name: 'Turn' }).click()
  await expect.poll(() => transformOf(page)).toBe('translate(0px, 0px) rotate(90deg) scale(1)')
  await page.keyboard.press('r')
  await expect.poll(() => transformOf(page)).toContain('rotate(180deg) scale(1)')
  await shown.getByRole('img').dblclick()
  await expect.poll(() => transformOf(page)).not.toContain('scale(1)')
  await shown.getByRole('img').dblclick()
  await expect.poll(() => transformOf(page)).toContain('scale(1)')
  await shown.getByRole('img').hover()
  await page.mouse.wheel(0, -300)
  await expect.poll(() => transformOf(page)).not.toContain('scale(1)')
  await page.keyboard.press('0')
  await expect.poll(() => transformOf(page)).toContain('rotate(0deg) scale(1)')

  await page.keyboard.press('ArrowRight')
  await expect(shown).toContainText('2 of 2')
  await expect(shown).toContainText('The back.png of it')
  await expect(shown.getByRole('button', { name: 'Next picture' })).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(shown).toContainText('1 of 2')
  await page.keyboard.press('ArrowRight')
  await shown.getByRole('button', { name: 'Previous picture' }).click()
  await expect(shown).toContainText('1 of 2')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
  // With a key held the press is the browser's own.
  const tab = page.context().waitForEvent('page')
  await opener.click({ modifiers: ['Control'] })
  await (await tab).close()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
