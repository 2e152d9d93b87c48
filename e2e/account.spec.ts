import type { Page } from '@playwright/test'
import { call } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

const password = 'plums and 7 pears'
const newPassword = 'another 8 quinces'

/** An account of the test's own, made by the administrator. */
async function newAccount(admin: Page, name: string): Promise<string> {
  const email = `${name.toLowerCase()}.${Date.now()}@parley.example`
  await call(admin, 'POST', 'auth/register', { name, email, password })
  return email
}

async function signInAs(page: Page, username: string, typed = password): Promise<void> {
  await page.goto('/login')
  const form = page.getByRole('form', { name: 'Sign in' })
  await expect(form.getByLabel('Username')).not.toHaveValue('')
  await form.getByLabel('Username').fill(username)
  await form.getByLabel('Password', { exact: true }).fill(typed)
  await form.getByRole('button', { name: 'Sign in' }).click()
}

async function openAccount(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /Available|^eve/i }).first()
  // A screen that is still coming takes the focus once it is there, and an open menu closes with that.
  await expect(async () => {
    await menu.click({ timeout: 5_000 })
    await page.getByRole('menuitem', { name: 'Your account' }).click({ timeout: 5_000 })
  }).toPass()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
}

test('[Q-167 Q-031] a session that is ended on another device, or by a changed password, is signed out there by itself', async ({
  page,
  openAs,
  browser,
  pageErrors,
}) => {
  const admin = await openAs('admin')
  const email = await newAccount(admin, 'Eve')
  await signInAs(page, email)
  await expect(page).toHaveURL('/inbox')
  const phone = await browser.newContext({ baseURL: new URL(page.url()).origin })
  pageErrors.watch(phone)
  pageErrors.allow(/401|4401/)
  const other = await phone.newPage()
  await signInAs(other, email)
  await expect(other).toHaveURL('/inbox')

  await openAccount(page)
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await sessions.getByRole('button', { name: 'End Chrome on Linux' }).click()
  await expect(other).toHaveURL('/login')

  await signInAs(other, email)
  await expect(other).toHaveURL('/inbox')
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill(password)
  await form.getByLabel('New password').fill(newPassword)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(
    form.getByText('Your password was changed, and you were signed out on 1 other device.'),
  ).toBeVisible()
  await expect(other).toHaveURL('/login')
  await signInAs(other, email)
  await expect(other.getByText('Invalid credentials')).toBeVisible()
  await signInAs(other, email, newPassword)
  await expect(other).toHaveURL('/inbox')
  await phone.close()
})
