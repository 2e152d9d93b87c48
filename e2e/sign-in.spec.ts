import type { Page, Request } from '@playwright/test'
import { hold } from './harness/held.ts'
import { accounts, expect, signInByHand, test } from './harness.ts'

const username = (page: Page) => page.getByRole('textbox', { name: 'Username' })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: /^Sign/ })
const storage = (page: Page) => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))

/** The sign-in calls that a page makes. */
function tokenCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', request => {
    if (request.url().endsWith('/auth/token')) calls.push(request)
  })
  return calls
}

test.describe('sign-in', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/login')
    await expect(username(page)).toHaveValue('agent@parley.example')
  })

  test('[ROUTE-01 LOGIN-01 LOGIN-02 LOGIN-03 LOGIN-06] the form is public and has its parts', async ({
    page,
  }) => {
    await expect(username(page)).toHaveAttribute('required')
    await expect(password(page)).toHaveAttribute('required')
    await expect(password(page)).toHaveAttribute('type', 'password')
    await expect(page.getByRole('checkbox', { name: 'Remember me' })).not.toBeChecked()
    await expect(submit(page)).toHaveText('Sign in')
    await expect(page).toHaveTitle('Sign in · Parley')
  })

  test('[LOGIN-05 Q-024] the demo account is filled in, with a note, and typing replaces it', async ({
    page,
  }) => {
    await expect(password(page)).toHaveValue('parley-demo')
    await expect(page.getByText(/^Demo workspace/)).toBeVisible()
    await username(page).fill('brian@parley.example')
    await expect(username(page)).toHaveValue('brian@parley.example')
    await expect(password(page)).toHaveValue('parley-demo')
  })

  test('[LOGIN-05] a prefill that comes late leaves what somebody has begun to type alone', async ({
    page,
  }) => {
    const release = await hold(page, '**/api/v1/sign-in')
    await page.reload()
    await username(page).pressSequentially('car')
    release()
    await expect(page.getByText(/^Demo workspace/)).toBeVisible()
    await username(page).pressSequentially('ol')
    await expect(username(page)).toHaveValue('carol')
    await expect(password(page)).toHaveValue('')
  })

  test('[LOGIN-07 LOGIN-09 AUTH-01 AUTH-03 AUTH-04 AUTH-05] signing in says so, stores the session, goes to "/"', async ({
    page,
  }) => {
    const letGo = await hold(page, '**/auth/token')
    await submit(page).click()
    await expect(submit(page)).toHaveText('Signing in...')
    letGo()
    await expect(page).toHaveURL('/')
    const stored = await storage(page)
    expect(Object.keys(stored).toSorted()).toEqual(['refreshToken', 'token', 'user'])
    expect(JSON.parse(stored['user'] ?? '')).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: 'agent',
      role: 'AGENT',
    })
  })

  test('[LOGIN-08 LOGIN-09 ERR-01] a wrong password shows its text above the form and keeps what was typed', async ({
    page,
  }) => {
    await password(page).fill('not-the-password')
    await submit(page).click()
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText('Invalid credentials')
    const [above, field] = [await alert.boundingBox(), await username(page).boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0)
    await expect(password(page)).toHaveValue('not-the-password')
    await expect(page).toHaveURL(/\/login$/)
    expect(await storage(page)).toEqual({})
    await expect(submit(page)).toHaveText('Sign in')
  })

  test('[LOGIN-08 ERR-02 Q-047] where the password cannot have been checked the form says so, and the log "Login failed"', async ({
    page,
  }) => {
    const logged: string[] = []
    page.on('console', message => logged.push(message.text()))
    const unchecked = 'Parley cannot be reached. Your password was not checked. Try again.'
    await page.route('**/auth/token', route => route.abort())
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText(unchecked)
    const failures = () => logged.filter(text => text.startsWith('Login failed')).length
    expect(failures()).toBe(1)
    await page.unroute('**/auth/token')
    await page.route('**/auth/token', route => route.fulfill({ status: 401, json: {} }))
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials')
    expect(failures()).toBe(2)
    await page.route('**/auth/token', route => route.fulfill({ status: 502, body: '<html>' }))
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText(unchecked)
    expect(failures()).toBe(3)
    expect(logged.join()).not.toContain('parley-demo')
    expect(await storage(page)).toEqual({})
  })

  for (const empty of ['Username', 'Password']) {
    test(`[LOGIN-10] with an empty ${empty.toLowerCase()} submit makes no call`, async ({ page }) => {
      const calls = tokenCalls(page)
      await page.getByLabel(empty, { exact: true }).fill('')
      await submit(page).click()
      await page.getByLabel(empty, { exact: true }).press('Enter')
      await expect(submit(page)).toHaveText('Sign in')
      // A call of these presses would go before the one of the next.
      const { username, password } = accounts.agent
      await page.getByLabel(empty, { exact: true }).fill(empty === 'Username' ? username : password)
      await submit(page).click()
      await expect(page).toHaveURL('/')
      expect(calls).toHaveLength(1)
    })
  }

  test('[LOGIN-03 API-04 Q-028 Q-037] remember-me decides the scope that is asked for; the client names itself', async ({
    page,
  }) => {
    const calls = tokenCalls(page)
    await submit(page).click()
    await expect(page).toHaveURL('/')
    expect(new URLSearchParams(calls[0]?.postData() ?? '').get('scope')).toBe('short')
    const grant = Object.fromEntries(new URLSearchParams(calls[0]?.postData() ?? ''))
    expect(grant).toMatchObject({ grant_type: 'password', client_id: 'parley-console', client_secret: '' })
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByLabel('Username')).not.toHaveValue('')
    await page.getByRole('checkbox', { name: 'Remember me' }).check()
    await submit(page).click()
    await expect(page).toHaveURL('/')
    expect(new URLSearchParams(calls[1]?.postData() ?? '').get('scope')).not.toBe('short')
  })

  test('[LOGIN-04 Q-025] "Forgot your password?" opens a panel in place that answers neutrally', async ({
    page,
  }) => {
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveURL(/\/login$/)
    const panel = page.getByRole('region', { name: 'Reset your password' })
    await expect(panel.getByRole('heading')).toBeFocused()
    await expect(page.getByRole('form', { name: 'Sign in' })).toHaveCount(0)
    const answers: string[] = []
    for (const email of ['agent@parley.example', 'nobody@parley.example']) {
      await panel.getByRole('textbox', { name: 'Email' }).fill(email)
      const answered = page.waitForResponse('**/auth/reset-password')
      await panel.getByRole('button', { name: 'Send reset link' }).click()
      await answered
      answers.push(await panel.getByRole('status').innerText())
    }
    expect(answers[0]).not.toBe('')
    expect(answers[1]).toBe(answers[0])
    await panel.getByRole('button', { name: 'Back to sign in' }).click()
    await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
    await expect(panel).toHaveCount(0)
  })

  test('[LOGIN-04 Q-025] the token of a reset link is taken into the panel and out of the address', async ({
    page,
  }) => {
    await page.goto('/login?reset=no-such-token')
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('textbox', { name: 'Reset token' })).toHaveValue('no-such-token')
    await page.getByLabel('New password', { exact: true }).fill('a-long-enough-password')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  })
})

test('[ROUTE-02] whoever is signed in goes from "/login" to "/"', async ({ page }) => {
  await signInByHand(page)
  await page.goto('/login')
  await expect(page).toHaveURL('/')
})

test('[ROUTE-13] every screen redirects to "/login" when nobody is logged in', async ({ page }) => {
  for (const path of [
    '/',
    '/conversations',
    '/conversations/1',
    '/tickets/1',
    '/applications',
    '/applications/1',
    '/lib-applications',
    '/lib-applications/1',
  ]) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/login')
    await expect(submit(page)).toBeVisible()
  }
})

test('[ROUTE-13 Q-055] after signing in the asked page is not restored', async ({ page }) => {
  await page.goto('/conversations')
  await expect(username(page)).not.toHaveValue('')
  await submit(page).click()
  await expect(page).toHaveURL('/')
})

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
  expect(await storage(page)).toEqual({})
})
