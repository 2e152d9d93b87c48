import { expect, test } from './harness.ts'

test('[Q-165] who is invited sets a password by the link and signs in; a session that is ended is signed out by itself', async ({
  openAs,
  browser,
  baseURL,
}) => {
  const page = await openAs('admin', '/people')
  await page.getByRole('button', { name: 'Invite' }).click()
  const form = page.getByRole('form', { name: 'Invite' })
  await form.getByLabel('E-mail').fill('sanyu@parley.example')
  await form.getByLabel('Name').fill('Sanyu Nantongo')
  await form.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Supervisor' }).click()
  await form.getByRole('button', { name: 'Make link' }).click()
  const link = await form.getByRole('textbox', { name: 'Link for Sanyu Nantongo' }).inputValue()

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const hers = await context.newPage()
  await hers.goto(link)
  await hers.getByLabel('New password', { exact: true }).fill('nine grey herons 4')
  await hers.getByRole('button', { name: 'Set new password' }).click()
  await expect(hers.getByText('Your password was changed')).toBeVisible()
  const signInForm = hers.getByRole('form', { name: 'Sign in' })
  await signInForm.getByLabel('Username').fill('sanyu@parley.example')
  await signInForm.getByLabel('Password', { exact: true }).fill('nine grey herons 4')
  await signInForm.getByRole('button', { name: 'Sign in' }).click()
  await expect(hers.getByRole('link', { name: 'People' })).toBeVisible()

  await page.reload()
  await page
    .getByRole('row', { name: /Sanyu Nantongo/ })
    .getByRole('button')
    .click()
  const panel = page.getByRole('complementary', { name: 'Sanyu Nantongo' })
  await panel.getByRole('button', { name: /^End Chrom/ }).click()
  await expect(panel.getByRole('heading', { name: 'Signed in nowhere' })).toBeVisible()
  await expect(hers).toHaveURL(/\/login/)
  await context.close()
})
