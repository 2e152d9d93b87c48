import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../test/console.tsx'
import { navigation } from '../../test/screen.ts'

const sidebar = () => page.getByRole('complementary', { name: 'Sidebar' })
const title = () => page.getByRole('banner').getByRole('heading', { level: 1 })
const expectPath = (path: string) => expect.poll(() => location.pathname).toBe(path)
const expectWidth = (width: number) =>
  expect.poll(() => sidebar().element().getBoundingClientRect().width).toBe(width)

test('[SHELL-04 SHELL-05 AUTH-05 AUTH-06] the sidebar shows the name and the letter of who is signed in, and no role', async () => {
  await openConsole('/')
  await expect.element(sidebar().getByText('agent', { exact: true })).toBeVisible()
  await expect.element(sidebar().getByText('A', { exact: true })).toBeVisible()
  expect(page.getByText(/supervisor|administrator|\bAGENT\b/).elements()).toEqual([])
})

test('[SHELL-01] the sidebar is 216 px wide, collapsed 56 px', async () => {
  await openConsole('/')
  await expectWidth(216)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expectWidth(56)
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expectWidth(216)
})

test('[SHELL-02 SHELL-03 SHELL-07 ROUTE-04 Q-062] the sidebar leads to the screens that the top bar names', async () => {
  await openConsole('/')
  for (const [link, path, name] of [
    [/^Conversations/, '/conversations', /^Conversations$/],
    [/^Dashboard/, '/', /^Dashboard$/],
  ] as const) {
    await sidebar().getByRole('link', { name: link }).click()
    await expectPath(path)
    await expect.element(title()).toHaveTextContent(name)
  }
})

test('[SHELL-06] Logout in the sidebar leads to "/login"', async () => {
  const api = await openConsole('/')
  await sidebar().getByRole('button', { name: 'Logout' }).click()
  await expectPath('/login')
  await expect.poll(() => api.askedFor('logout')).toHaveLength(1)
})

test('a phone has the same links at the bottom, and Logout in the account menu', async () => {
  await openConsole('/applications', { size: [390, 844] })
  const nav = navigation()
  await nav.getByRole('link', { name: /^Conversations/ }).click()
  await expectPath('/conversations')
  await expect.element(sidebar()).not.toBeInTheDocument()
  await nav.getByRole('button', { name: 'agent' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expectPath('/login')
})

test('[ROUTE-11 ROUTE-12] an unknown path reads "Page Not Found" in the shell, and leads to the dashboard', async () => {
  await openConsole('/no/such/page')
  await expect.element(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect.element(sidebar().getByRole('link', { name: /^Conversations/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await expect.poll(() => document.title).toMatch(/Page Not Found · Parley$/)
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expectPath('/')
})

test('[ROUTE-11 ROUTE-12 Q-056] "Page Not Found" is open to all; its link leads on to "/login"', async () => {
  await openConsole('/no/such/page', { signedIn: false })
  await expect.element(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expectPath('/login')
})
