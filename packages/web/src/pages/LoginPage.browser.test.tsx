import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/accessible.ts'
import { giveCapabilities, openConsole, token } from '../../test/console.tsx'
import { choose } from '../data/session/preferences.ts'
import type { FakeApi } from '../../test/fake-api.ts'

const demo = { username: 'agent@parley.example', password: 'parley-demo' }
const session = { access_token: token, refresh_token: 'refresh', user_id: '1' }
const username = () => page.getByRole('textbox', { name: 'Username' })
const password = () => page.getByLabelText('Password', { exact: true })
const submit = () => page.getByRole('button', { name: /^Sign/ })
const form = () => page.getByRole('form', { name: 'Sign in' })
const remember = () => page.getByRole('checkbox', { name: 'Remember me' })
const alert = () => page.getByRole('alert')

afterEach(() => {
  vi.restoreAllMocks()
})

/** Opens a page of a demo workspace where nobody is signed in. */
const openDemo = (path = '/login', given: (api: FakeApi) => void = () => undefined) =>
  openConsole(path, {
    signedIn: false,
    given: api => {
      api.answer('signInDefaults', { demo })
      api.answer('token', session)
      given(api)
    },
  })

/** The sign-in form, filled in with the demo account. */
async function openForm(): Promise<FakeApi> {
  const api = await openDemo()
  await expect.element(username()).toHaveValue(demo.username)
  return api
}

const expectPath = (path: string) => expect.poll(() => location.pathname + location.search).toBe(path)

test('[ROUTE-01 LOGIN-01 LOGIN-02 LOGIN-03 LOGIN-06] the form is public and has its parts', async () => {
  await openForm()
  await expect.element(username()).toHaveAttribute('required')
  await expect.element(password()).toHaveAttribute('required')
  await expect.element(password()).toHaveAttribute('type', 'password')
  await expect.element(remember()).not.toBeChecked()
  await expect.element(submit()).toHaveTextContent(/^Sign in$/)
  expect(document.title).toBe('Sign in · Parley')
})

test('[LOGIN-05 Q-024] the demo account is filled in, with a note, and typing replaces it', async () => {
  await openForm()
  await expect.element(password()).toHaveValue(demo.password)
  await expect.element(page.getByText(/^Demo workspace/)).toBeVisible()
  await username().fill('brian@parley.example')
  await expect.element(username()).toHaveValue('brian@parley.example')
  await expect.element(password()).toHaveValue(demo.password)
})

test('[LOGIN-05] a prefill that comes late leaves what somebody has begun to type alone', async () => {
  let release = (): void => undefined
  await openDemo('/login', api => {
    release = api.hold('signInDefaults')
  })
  await username().click()
  await userEvent.keyboard('car')
  release()
  await expect.element(page.getByText(/^Demo workspace/)).toBeVisible()
  await userEvent.keyboard('ol')
  await expect.element(username()).toHaveValue('carol')
  await expect.element(password()).toHaveValue('')
})

test('[LOGIN-07 LOGIN-09 AUTH-01 AUTH-03 AUTH-04 AUTH-05 Q-381] signing in says so, stores the session, and leads an agent to the inbox', async () => {
  const api = await openForm()
  const release = api.hold('token')
  await submit().click()
  await expect.element(submit()).toHaveTextContent('Signing in...')
  release()
  await expectPath('/inbox')
  expect(Object.keys(localStorage).toSorted()).toEqual(['refreshToken', 'token', 'user'])
  expect(localStorage.getItem('token')).toBe(token)
  expect(localStorage.getItem('refreshToken')).toBe('refresh')
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({ id: '1', name: 'agent', role: 'AGENT' })
})

test.each([
  ['SUPERVISOR', 'by-role', '/'],
  ['ADMINISTRATOR', 'by-role', '/'],
  ['AGENT', 'dashboard', '/'],
  ['SUPERVISOR', 'inbox', '/inbox'],
] as const)(
  '[LOGIN-09 Q-381] as %s with the start screen %j signing in leads to %j',
  async (role, startScreen, path) => {
    choose('startScreen', startScreen)
    await openDemo('/login', api => giveCapabilities(api, role))
    await expect.element(username()).toHaveValue(demo.username)
    await submit().click()
    await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expectPath(path)
    choose('startScreen', 'by-role')
  },
)

test('[LOGIN-08 LOGIN-09 ERR-01] a wrong password shows its text above the form and keeps what was typed', async () => {
  const api = await openForm()
  api.refuse('token', 'session.invalid-credentials')
  await password().fill('not-the-password')
  await submit().click()
  await expect.element(alert()).toHaveTextContent(/^Invalid credentials$/)
  const above = alert().element().getBoundingClientRect()
  expect(above.bottom).toBeLessThanOrEqual(username().element().getBoundingClientRect().top)
  await expect.element(password()).toHaveValue('not-the-password')
  expect(location.pathname).toBe('/login')
  expect(Object.keys(localStorage)).toEqual([])
  await expect.element(submit()).toHaveTextContent(/^Sign in$/)
})

const unchecked = /^Parley cannot be reached\. Your password was not checked\. Try again\.$/

test.each<[string, (api: FakeApi) => void, RegExp]>([
  ['no server is reached', api => api.cut('token'), unchecked],
  ['the server refuses without a sentence', api => api.fail('token', 401), /^Invalid credentials$/],
  ['a gateway fails', api => api.fail('token', 502), unchecked],
])(
  '[LOGIN-08 ERR-02 Q-047] where %s the form says so, and the log "Login failed"',
  async (_, given, words) => {
    const api = await openForm()
    given(api)
    const spies = (['debug', 'info', 'log', 'warn', 'error'] as const).map(level => vi.spyOn(console, level))
    await submit().click()
    await expect.element(alert()).toHaveTextContent(words)
    const logged = spies.flatMap(({ mock }) => mock.calls.map(call => call.map(String).join(' ')))
    expect(logged.filter(text => text.startsWith('Login failed'))).toHaveLength(1)
    expect(logged.join()).not.toContain(demo.password)
    expect(Object.keys(localStorage)).toEqual([])
  },
)

test.each([
  ['username', username, demo.username],
  ['password', password, demo.password],
] as const)('[LOGIN-10] with an empty %s submit makes no call', async (_, field, value) => {
  const api = await openForm()
  await field().fill('')
  await submit().click()
  await field().click()
  await userEvent.keyboard('{Enter}')
  await expect.element(submit()).toHaveTextContent(/^Sign in$/)
  // A call of these presses would go before the one of the next.
  await field().fill(value)
  await submit().click()
  await expectPath('/inbox')
  expect(api.askedFor('token')).toHaveLength(1)
})

test.each([
  ['without "Remember me" a short session', false, 'short'],
  ['with "Remember me" a long session', true, ''],
])(
  '[LOGIN-03 API-04 Q-028 Q-037] %s is asked for; the client names itself',
  async (_, isRemembered, scope) => {
    const api = await openForm()
    if (isRemembered) await remember().click()
    await submit().click()
    await expectPath('/inbox')
    expect(api.askedFor('token').map(({ body }) => body)).toEqual([
      { grant_type: 'password', client_id: 'parley-console', client_secret: '', ...demo, scope },
    ])
  },
)

test('[Q-171] once the password is right the code of a second factor is asked for; a refused one is said', async () => {
  const api = await openForm()
  api.refuse('token', 'session.second-factor-required')
  await submit().click()
  const code = page.getByLabelText('Code', { exact: true })
  await expect.element(code).toHaveFocus()
  await expect.element(page.getByText(/^Enter the code of your authenticator app/)).toBeVisible()
  await expectAccessible()
  api.refuse('token', 'session.second-factor-refused')
  await code.fill('000000')
  await userEvent.keyboard('{Enter}')
  await expect.element(alert()).toHaveTextContent(/was already used/)
  expect(location.pathname).toBe('/login')
  api.answer('token', session)
  await code.fill('aaaa-bbbb-1')
  await userEvent.keyboard('{Enter}')
  await expectPath('/inbox')
  expect(api.askedFor('token').map(({ body }) => body.otp)).toEqual([undefined, '000000', 'aaaa-bbbb-1'])
})

test('[LOGIN-04 Q-025] "Forgot your password?" opens a panel in place, which shows the server’s answer', async () => {
  const api = await openForm()
  api.answer('resetPassword', { detail: 'If there is such an account, a link is on its way' })
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expectPath('/login')
  const panel = page.getByRole('region', { name: 'Reset your password' })
  await expect.element(panel.getByRole('heading')).toHaveFocus()
  await expect.element(form()).not.toBeInTheDocument()
  await panel.getByRole('textbox', { name: 'Email' }).fill('nobody@parley.example')
  await panel.getByRole('button', { name: 'Send reset link' }).click()
  await expect
    .element(panel.getByRole('status'))
    .toHaveTextContent(/^If there is such an account, a link is on its way$/)
  expect(api.askedFor('resetPassword').map(({ body }) => body.email)).toEqual(['nobody@parley.example'])
  await panel.getByRole('button', { name: 'Back to sign in' }).click()
  await expect.element(form()).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
})

test('[LOGIN-04 Q-025] the token of a reset link is taken into the panel and out of the address', async () => {
  const api = await openDemo('/login?reset=no-such-token', given =>
    given.refuse('updatePassword', 'session.reset-refused'),
  )
  await expectPath('/login')
  await expect.element(page.getByRole('textbox', { name: 'Reset token' })).toHaveValue('no-such-token')
  await page.getByLabelText('New password', { exact: true }).fill('a-long-enough-password')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect.element(alert()).toBeVisible()
  expect(api.askedFor('updatePassword').map(({ body }) => body)).toEqual([
    { token: 'no-such-token', newPassword: 'a-long-enough-password' },
  ])
})

test('[ROUTE-02] "/login" redirects a signed-in agent to "/"', async () => {
  await openConsole('/login')
  await expectPath('/')
})

test.each([
  '/',
  '/conversations',
  '/conversations/1',
  '/tickets/1',
  '/applications',
  '/applications/1',
  '/lib-applications',
  '/lib-applications/1',
])('[ROUTE-13] %s leads to "/login" when nobody is logged in', async path => {
  await openDemo(path)
  await expectPath('/login')
  await expect.element(submit()).toBeVisible()
})

test('[ROUTE-13 Q-055] after signing in the asked page is not restored', async () => {
  await openDemo('/conversations')
  await expect.element(username()).toHaveValue(demo.username)
  await submit().click()
  await expectPath('/inbox')
})

test('[LOGIN-05 AUTH-02 SHELL-06] Logout clears the session, tells the server, and leads to the form as it was', async () => {
  const api = await openDemo()
  await expect.element(username()).toHaveValue(demo.username)
  await submit().click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectPath('/login')
  expect(Object.keys(localStorage)).toEqual([])
  await expect.element(username()).toHaveValue(demo.username)
  await expect.poll(() => api.askedFor('logout').map(({ body }) => body.refresh_token)).toEqual(['refresh'])
})

test.each([
  ['works', () => undefined],
  ['fails', (api: FakeApi) => api.cut('setAgentStatus')],
])(
  '[API-31 Q-012 Q-065 AGENT-01] signing in makes available, logging out makes offline; where that %s both go on',
  async (_, given) => {
    const api = await openDemo('/login', given)
    await expect.element(username()).toHaveValue(demo.username)
    await submit().click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectPath('/login')
    await expect.poll(() => api.askedFor('logout')).toHaveLength(1)
    const told = api.asked.flatMap(({ name, body }) =>
      name === 'setAgentStatus' || name === 'logout' ? [{ name, ...(body as object) }] : [],
    )
    expect(told).toMatchObject([
      { name: 'setAgentStatus', status: 'AVAILABLE' },
      { name: 'setAgentStatus', status: 'OFFLINE' },
      { name: 'logout', refresh_token: 'refresh' },
    ])
  },
)
