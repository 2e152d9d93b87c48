import { expect as expectOf, type Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { startParley } from './harness/parley.ts'
import { call } from './harness/ticket.ts'
import { ownClock, skip } from './harness/times.ts'
import { codeOf } from './harness/totp.ts'
import { expect, signIn, test } from './harness.ts'

const password = 'plums and 7 pears'
const newPassword = 'another 8 quinces'

/** An account of the test's own, made by the administrator. */
async function newAccount(admin: Page, name: string): Promise<string> {
  const email = `${name.toLowerCase()}.${Date.now()}@parley.example`
  await call(admin, 'POST', 'auth/register', { name, email, password })
  return email
}

async function signInAs(page: Page, username: string, typed = password, base = ''): Promise<void> {
  await page.goto(`${base}/login`)
  const form = page.getByRole('form', { name: 'Sign in' })
  await expect(form.getByLabel('Username')).not.toHaveValue('')
  await form.getByLabel('Username').fill(username)
  await form.getByLabel('Password', { exact: true }).fill(typed)
  await form.getByRole('button', { name: 'Sign in' }).click()
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')

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

/** Sets the second factor up by hand. Answers its key and the recovery codes. */
async function setUpFactor(page: Page): Promise<{ used: string; codes: string[] }> {
  const card = region(page, 'Second factor')
  await card.getByLabel('Your password').fill(password)
  await card.getByRole('button', { name: 'Set up' }).click()
  await expect(card.getByRole('img', { name: 'QR code for the app' })).toBeVisible()
  const key = (await card.locator('code').textContent()) ?? ''
  await card.getByLabel('Authentication code').fill('000000')
  await card.getByRole('button', { name: 'Turn on' }).click()
  await expect(card.getByText('The code is not right')).toBeVisible()
  const used = codeOf(key)
  await card.getByLabel('Authentication code').fill(used)
  await card.getByRole('button', { name: 'Turn on' }).click()
  await expect(region(page, 'Recovery codes').getByRole('listitem')).toHaveCount(10)
  const codes = await region(page, 'Recovery codes').getByRole('listitem').allTextContents()
  await page.getByRole('button', { name: 'I’ve saved these codes' }).click()
  await expect(card.getByText('10 recovery codes are left')).toBeVisible()
  return { used, codes }
}

test('[Q-167 Q-031] the own page: who one is, where one is signed in, and the password', async ({
  page,
  openAs,
  browser,
  pageErrors,
}) => {
  const admin = await openAs('admin')
  const email = await newAccount(admin, 'Eve')
  await ownClock(page)
  await signInAs(page, email)
  await expect(page).toHaveURL('/')
  await openAccount(page)
  await expect(region(page, 'Your account')).toContainText(email)
  await expect(region(page, 'Your account')).toContainText('Agent')
  await expect(sessions(page)).toHaveCount(1)
  await expect(sessions(page).first()).toContainText('Chrome on Linux')
  await expect(sessions(page).first()).toContainText('This device')
  await expect(sessions(page).first()).toContainText('127.0.0.1')

  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    baseURL: new URL(page.url()).origin,
  })
  pageErrors.watch(phone)
  pageErrors.allow(/401|4401/)
  const other = await phone.newPage()
  await signInAs(other, email)
  await expect(other).toHaveURL('/')
  await other.goto('/account')
  await expect(sessions(other)).toHaveCount(2)
  const wide = await other.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)

  // Ended here, the other page is at sign-in within the time that its sockets take.
  await page.reload()
  await expect(sessions(page)).toHaveCount(2)
  await sessions(page).getByRole('button', { name: 'End Chrome on Linux' }).click()
  await expect(sessions(page)).toHaveCount(1)
  await expect(other).toHaveURL('/login')

  const form = page.getByRole('form', { name: 'Change password' })
  const change = async (current: string, next: string) => {
    await form.getByLabel('Current password').fill(current)
    await form.getByLabel('New password').fill(next)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  pageErrors.allow(/400/)
  await change('not this one', newPassword)
  await expect(form.getByText('The current password is not your password')).toBeVisible()
  await change(password, 'Enlight@2026')
  await expect(form.getByText(/The new password is made of your name/)).toBeVisible()
  await signInAs(other, email)
  await expect(other).toHaveURL('/')
  await change(password, newPassword)
  await expect(
    form.getByText('The password is changed, and you are signed out on 1 other device.'),
  ).toBeVisible()
  await expect(other).toHaveURL('/login')
  await signInAs(other, email)
  await expect(other.getByText('Invalid credentials')).toBeVisible()
  await signInAs(other, email, newPassword)
  await expect(other).toHaveURL('/')
  // The list is asked for again every 15 s.
  await skip(page, 15_000)
  await page.getByRole('button', { name: 'End all others' }).click()
  await expect(other).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0)
  // On record for the owner, and no toast over the page that said it.
  await expect(page.getByText('Your password was changed')).toHaveCount(0)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('Your password was changed')).toBeVisible()
  await phone.close()
})

test('[Q-304] a password link opened where somebody is signed in says whose it is, and goes on after signing out', async ({
  openAs,
}) => {
  const admin = await openAs('admin')
  const email = await newAccount(admin, 'Ruth')
  const people = await call<{ id: string; email: string }[]>(admin, 'GET', 'accounts')
  const id = people.find(one => one.email === email)?.id ?? ''
  const { path } = await call<{ path: string }>(admin, 'POST', `accounts/${id}/password-link`)
  await admin.goto(path)
  await expect(admin.getByText('This link is for another account. Sign out and go on')).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Stay signed in' })).toBeVisible()
  await admin.getByRole('button', { name: 'Sign out and go on' }).click()
  await expect(admin.getByRole('textbox', { name: 'Reset token' })).toHaveValue(path.split('reset=')[1] ?? '')
  await admin.getByLabel('New password', { exact: true }).fill(newPassword)
  await admin.getByRole('button', { name: 'Set new password' }).click()
  const form = admin.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Username').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(newPassword)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect(admin).toHaveURL('/')
})

test('[Q-171] a second factor is set up, asked for on the sign-in page, and turned off', async ({
  page,
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/40[01]/)
  const admin = await openAs('admin')
  const email = await newAccount(admin, 'Eve')
  await signInAs(page, email)
  await openAccount(page)
  const { used, codes } = await setUpFactor(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await signInAs(page, email)
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expect(page.getByText('Enter the code of your authenticator app')).toBeVisible()
  await expectAccessible(page)
  // The code that turned it on was taken.
  await code.fill(used)
  await code.press('Enter')
  await expect(page.getByText(/was already used/)).toBeVisible()
  await code.fill(codes[0] ?? '')
  await code.press('Enter')
  await expect(page).toHaveURL('/')
  await openAccount(page)
  const card = region(page, 'Second factor')
  await expect(card.getByText('9 recovery codes are left')).toBeVisible()
  await card.getByRole('button', { name: 'Turn off' }).click()
  await card.getByLabel('Your password').fill(password)
  await card.getByLabel('Authentication code or a recovery code').fill(codes[1] ?? '')
  await card.getByRole('button', { name: 'Turn off' }).click()
  await expect(card.getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('[Q-171] who must have a second factor and has none is led to it, and goes on from there', async ({
  browser,
  pageErrors,
}) => {
  const parley = await startParley()
  const context = await browser.newContext({ baseURL: parley.url })
  try {
    pageErrors.watch(context)
    pageErrors.allow(/40[013]/)
    const page = await context.newPage()
    await signIn(page, 'admin')
    await call(page, 'PATCH', 'settings', { settings: { second_factor: 'administrators' } })
    await page.goto('/conversations')
    await expect(page).toHaveURL(/\/account$/)
    await expect(page.getByText('Your workspace asks for a second factor')).toBeVisible()
    const card = region(page, 'Second factor')
    await card.getByLabel('Your password').fill('parley-demo')
    await card.getByRole('button', { name: 'Set up' }).click()
    const key = (await card.locator('code').textContent()) ?? ''
    await card.getByLabel('Authentication code').fill(codeOf(key))
    await card.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('button', { name: 'I’ve saved these codes' }).click()
    await page.getByRole('link', { name: /^Conversations/ }).click()
    await expect(page).toHaveURL(/\/conversations$/)
    await expectOf(page.getByRole('grid', { name: 'Conversations' })).toBeVisible()
  } finally {
    await context.close()
    await parley.stop()
  }
})

test('[Q-171] a second factor that is demanded while one works leads to it; the sockets wait, and come back with it', async ({
  browser,
  pageErrors,
}) => {
  const parley = await startParley()
  const context = await browser.newContext({ baseURL: parley.url })
  try {
    pageErrors.watch(context)
    pageErrors.allow(/40[013]|4403/)
    const page = await context.newPage()
    let tickets = 0
    page.on('request', request => {
      if (request.url().endsWith('/auth/socket-ticket')) tickets += 1
    })
    const closes: number[] = []
    const open = new Set<object>()
    await page.routeWebSocket(/\/ws\//, socket => {
      const server = socket.connectToServer()
      server.onMessage(message => {
        open.add(socket)
        socket.send(message)
      })
      server.onClose((code, reason) => {
        closes.push(code ?? 0)
        void socket.close({ code: code ?? 1005, reason: reason ?? '' })
      })
    })
    await signIn(page, 'admin')
    // The page that signed in may open sockets of its own until it is left.
    await page.goto('about:blank')
    tickets = 0
    closes.length = 0
    open.clear()
    await page.clock.install()
    await page.goto('/conversations')
    await expect(page.getByRole('grid', { name: 'Conversations' })).toBeVisible()
    // One that is under way still when it is demanded would be refused, and not closed.
    await expect.poll(() => open.size).toBe(2)
    expect(tickets).toBe(2)
    // No call of the page may tell of it: its sockets alone do.
    await page.route('**/api/v1/**', route =>
      /account|socket-ticket/.test(route.request().url()) ? route.continue() : route.abort(),
    )
    await context.request.patch('/api/v1/settings', {
      headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` },
      data: { settings: { second_factor: 'everybody' } },
    })
    await page.clock.runFor(31_000)
    await expect(page).toHaveURL(/\/account$/)
    await expect.poll(() => closes).toEqual([4403, 4403])
    await page.clock.runFor(60_000)
    expect(tickets).toBe(2)

    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const card = region(page, 'Second factor')
    await card.getByLabel('Your password').fill('parley-demo')
    await card.getByRole('button', { name: 'Set up' }).click()
    const key = (await card.locator('code').textContent()) ?? ''
    await card.getByLabel('Authentication code').fill(codeOf(key))
    await card.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('button', { name: 'I’ve saved these codes' }).click()
    await expect.poll(() => tickets).toBe(4)
  } finally {
    await context.close()
    await parley.stop()
  }
})

test('[Q-164] who has an account hears that others guess its password; its own browser goes on, an unknown one does not', async ({
  page,
  openAs,
  browser,
  pageErrors,
}) => {
  pageErrors.allow(/401/)
  const admin = await openAs('admin')
  const email = await newAccount(admin, 'Eve')
  await signInAs(page, email)
  await expect(page).toHaveURL('/')
  const { origin } = new URL(page.url())
  const stranger = await browser.newContext({ baseURL: origin })
  for (let n = 0; n < 10; n += 1) {
    const form = { username: email, password: `wrong ${n}` }
    expect((await stranger.request.post('/api/v1/auth/token', { form })).status()).toBe(401)
  }
  await expect(page.getByText('Somebody is guessing your password').first()).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(
    page.getByText(/10 wrong passwords from browsers that your account does not know/).first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  const unknown = await stranger.newPage()
  await signInAs(unknown, email)
  await expect(unknown.getByText('Invalid credentials')).toBeVisible()
  await stranger.close()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await signInAs(page, email)
  await expect(page).toHaveURL('/')
})
