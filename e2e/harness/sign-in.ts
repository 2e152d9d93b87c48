import { expect, type Page } from '@playwright/test'

/** The demo workspace's agents. */
export const accounts = {
  agent: { username: 'agent@parley.example', password: 'parley-demo' },
  brian: { username: 'brian@parley.example', password: 'parley-demo' },
  /** A supervisor. */
  carol: { username: 'carol@parley.example', password: 'parley-demo' },
  /** The administrator. */
  admin: { username: 'admin@parley.example', password: 'parley-demo' },
} as const

export type Account = keyof typeof accounts

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

/** Of the console's origin, so that calls can be made from it; it shows nothing and runs nothing. */
const nowhere = '/favicon.svg'

/**
 * Leaves the browser as signing in by hand leaves it, without the two screens that takes, and opens `path`. Without one
 * the page stands nowhere: calls can be made from it, and the test opens what it is about.
 */
export async function signIn(page: Page, account: Account = 'agent', path?: string): Promise<void> {
  await page.goto(nowhere)
  const { origin } = new URL(page.url())
  const { request } = page.context()
  const answer = await request.post(`${origin}/api/v1/auth/token`, {
    form: { grant_type: 'password', ...accounts[account] },
  })
  const session = (await answer.json()) as { user_id: string; access_token: string; refresh_token: string }
  const name = accounts[account].username.split('@')[0]
  const kept = {
    refreshToken: session.refresh_token,
    user: JSON.stringify({ id: session.user_id, name, role: 'AGENT' }),
    token: session.access_token,
  }
  await page.evaluate(items => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, kept)
  const told = await request.patch(`${origin}/api/v1/agent-profiles/${session.user_id}/status`, {
    headers: { authorization: `Bearer ${session.access_token}` },
    data: { status: 'AVAILABLE' },
  })
  expect(told.ok()).toBe(true)
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
