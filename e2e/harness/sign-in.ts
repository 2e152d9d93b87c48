import { expect, type Page } from '@playwright/test'
import { type Account, accounts, leaseSession } from './sessions.ts'

/** Agents start with the inbox, others with the dashboard. */
const startOf = (account: Account): string => (account === 'agent' || account === 'brian' ? '/inbox' : '/')

/** Signs in through the form, as a person does, and waits for the first screen. */
export async function signInByHand(page: Page, account: Account = 'agent'): Promise<void> {
  await page.goto('/login')
  const form = page.getByRole('form', { name: 'Sign in' })
  // A response fills in the demo account, and could arrive in the middle of typing.
  await expect(form.getByLabel('Username')).not.toHaveValue('')
  await form.getByLabel('Username').fill(accounts[account].username)
  await form.getByLabel('Password', { exact: true }).fill(accounts[account].password)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(startOf(account))
}

/** A path of the console's origin that shows nothing and runs no script. */
const nowhere = '/favicon.svg'

/**
 * Leaves the browser in the state of a sign-in by hand, and opens `path`. Without a path the page stays on an empty document of
 * the
 * console's origin, which can make calls.
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

/** Signs in on the current page: on a shared computer the page does not reload between two agents. */
export async function signInHere(page: Page, account: Account): Promise<void> {
  await page.getByLabel('Username').fill(accounts[account].username)
  await page.getByLabel('Password', { exact: true }).fill(accounts[account].password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(startOf(account))
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
}

export async function signOutHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
}
