import { hold } from './harness/held.ts'
import { expect, test } from './harness.ts'

for (const [name, requirement] of [
  ['Views', 'Q-238'],
  ['Assignee', 'Q-254'],
] as const)
  test(`[${requirement}] the menu ${name} opens by a key that was pressed before its code came, and gives the focus back`, async ({
    openAs,
  }) => {
    const page = await openAs('agent', '/conversations')
    const button = page.getByRole('button', { name })
    const release = await hold(page, /assets\/ListMenus-.*\.js$/)
    await page.reload()
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toBeFocused()
    release()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })
