import { expect, signInByHand, test } from './harness.ts'

test('[AUTH-02 SHELL-06 Q-134] Logout clears the session and goes to "/login", in every tab', async ({
  page,
  context,
}) => {
  await signInByHand(page)
  const other = await context.newPage()
  await other.goto('/conversations')
  await expect(other.getByRole('heading', { name: 'Conversations' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})
