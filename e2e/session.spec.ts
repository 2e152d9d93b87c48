import type { Page } from '@playwright/test'
import { messageOf, newCustomer, openThread, rowsOf, say } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

const stored = (page: Page, key: string) => page.evaluate(name => localStorage.getItem(name), key)
const store = (page: Page, values: Record<string, string>) =>
  page.evaluate(entries => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, values)

test('[AUTH-01 AUTH-02 WS-06 Q-134 Q-080] logout clears the session, closes the sockets and signs other tabs out', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const other = await page.context().newPage()
  let opened = 0
  // With what the pages themselves close their sockets, whatever the server does meanwhile.
  const closed: (number | undefined)[] = []
  for (const tab of [page, other]) {
    await tab.routeWebSocket('**/ws/**', socket => {
      opened += 1
      socket.connectToServer().onClose(() => undefined)
      socket.onClose(code => closed.push(code))
    })
    await tab.goto('/conversations')
  }
  await expect.poll(() => opened).toBe(4)
  await expect(other.getByRole('heading', { name: 'Conversations' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
  await expect.poll(() => closed).toEqual([1000, 1000, 1000, 1000])
  for (const key of ['token', 'refreshToken', 'user']) expect(await stored(page, key)).toBeNull()
  await page.goto('/conversations')
  await expect(page).toHaveURL('/login')
})

test('[AUTH-07 AUTH-12 AUTH-06] calls carry the bearer; the list uses an admin path, sending and marking agent paths', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  const calls: { path: string; bearer: string | undefined }[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) {
      calls.push({ path: pathname.replace('/api/v1/', ''), bearer: request.headers()['authorization'] })
    }
  })
  await page.goto('/conversations')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await openThread(page, id)
  // An answer would have seen it too.
  await expect.poll(() => calls.some(({ path }) => path.endsWith('/mark-seen'))).toBe(true)
  await say(page, 'Hello to you')
  await phone.expectLatest(['Hello to you'])
  const token = await stored(page, 'token')
  expect(calls.filter(({ bearer }) => bearer !== `Bearer ${token}`)).toEqual([])
  const paths = calls.map(({ path }) => path)
  expect(paths).toContain('messages/admin/conversations')
  expect(paths).toContain(`messages/agent/send/${id}`)
  expect(paths).toContain(`messages/agent/conversations/${id}/mark-seen`)
})

test('[AUTH-08 Q-046] an expired token is renewed once for all calls, and nobody notices', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  const refresh = await stored(page, 'refreshToken')
  await store(page, { token: 'expired' })
  const renewals: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/auth/token')) renewals.push(request.postData() ?? '')
  })
  await openThread(page, id)
  await say(page, 'After the renewal')
  await phone.expectLatest(['After the renewal'])
  await phone.say('And live')
  await expect(messageOf(page, 'And live')).toBeVisible()
  expect(renewals).toHaveLength(1)
  expect(renewals[0]).toContain('grant_type=refresh_token')
  expect(await stored(page, 'token')).not.toBe('expired')
  expect(await stored(page, 'refreshToken')).not.toBe(refresh)
  expect(JSON.parse((await stored(page, 'user')) ?? '')).toMatchObject({ name: 'agent', role: 'AGENT' })
})

test('[AUTH-08 Q-046] two tabs with an expired token share one renewal', async ({ openAs }) => {
  const page = await openAs('agent')
  const other = await page.context().newPage()
  await store(page, { token: 'expired' })
  let renewals = 0
  page.context().on('request', request => {
    if (request.url().endsWith('/auth/token')) renewals += 1
  })
  await Promise.all([page.goto('/conversations'), other.goto('/conversations')])
  for (const tab of [page, other]) await expect(tab.getByRole('row').nth(1)).toBeVisible()
  expect(renewals).toBe(1)
})

test('[AUTH-09] an expired token without a refresh token leads to sign-in', async ({ openAs }) => {
  const page = await openAs('agent')
  await page.evaluate(() => localStorage.removeItem('refreshToken'))
  await store(page, { token: 'expired' })
  await page.goto('/conversations')
  await expect(page).toHaveURL('/login')
  expect([await stored(page, 'token'), await stored(page, 'user')]).toEqual([null, null])
})

test('[AUTH-10] a refused renewal leads to sign-in; a renewal that gets no answer does not', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  await store(page, { token: 'expired' })
  await page.route('**/auth/token', route => route.abort())
  await page.goto('/conversations')
  await expect(page.getByText(/Failed to fetch conversations/)).toBeVisible()
  await expect(page).toHaveURL('/conversations')
  await page.unroute('**/auth/token')
  await page.getByRole('button', { name: 'Refresh' }).first().click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  await store(page, { token: 'expired', refreshToken: 'worthless' })
  await page.goto('/conversations')
  await expect(page).toHaveURL('/login')
  expect(await stored(page, 'token')).toBeNull()
})

test('[AUTH-11] a 403 is a warning in the log and nothing on the screen', async ({ openAs }) => {
  const page = await openAs('agent')
  const logged: string[] = []
  page.on('console', message => message.type() === 'warning' && logged.push(message.text()))
  await page.route('**/unread-stats', route => route.fulfill({ status: 403, json: { detail: 'forbidden' } }))
  await page.goto('/conversations')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect.poll(() => logged.some(text => text.includes('credentials'))).toBe(true)
  await expect(page.getByText('forbidden')).toHaveCount(0)
  await expect(page).toHaveURL('/conversations')
  expect(await rowsOf(page, 'Nakato')).not.toEqual([])
})
