import { expect, type Page } from '@playwright/test'
import { type Account, accounts, leaseSession } from './sessions.ts'

/** Signs in through the screen, as a person does, and waits for "/". */
export async function signInByHand(page: Page, account: Account = 'agent'): Promise<void> {
  await page.goto('/login')
  const form = page.getByRole('form', { name: 'Sign in' })
  // The demo account is filled in by an answer that may come in the middle of typing.
  await expect(form.getByLabel('Username')).not.toHaveValue('')
  await form.getByLabel('Username').fill(accounts[account].username)
  await form.getByLabel('Password', { exact: true }).fill(accounts[account].password)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(url => url.pathname === '/')
}

/** A path of the console's origin that shows nothing and runs nothing. */
const nowhere = '/favicon.svg'

/**
 * Leaves the browser as a sign-in by hand leaves it, and opens `path`. Without a path the page stays on an empty
 * document of the console's origin, from which calls can be made.
 */
export async function signIn(page: Page, account: Account = 'agent', path?: string): Promise<void> {
  await page.goto(nowhere)
  const context = page.context()
  const { cookies, items } = await leaseSession(context, new URL(page.url()).origin, account)
  await context.addCookies(cookies)
  await page.evaluate(kept => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, items)
  if (path !== undefined) await page.goto(path)
}

/** Signs in on the page as it stands: a shared desk is not loaded anew between two agents. */
export async function signInHere(page: Page, account: Account): Promise<void> {
  await page.getByLabel('Username').fill(accounts[account].username)
  await page.getByLabel('Password', { exact: true }).fill(accounts[account].password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(url => url.pathname === '/')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
}

export async function signOutHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
}
