import { expect, signInByHand, test } from './harness.ts'

test('[ROUTE-01] the sign-in page opens and the demo account gets in', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await signInByHand(page)
  await expect(page.getByRole('link', { name: 'Conversations' }).first()).toBeVisible()
})
