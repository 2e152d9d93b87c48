import type { WebSocketRoute } from '@playwright/test'
import { hold } from './harness/held.ts'
import { bell, leave, panel, ready, rows, toasts } from './harness/notices.ts'
import { askedAgain, pass, recordAsks } from './harness/times.ts'
import { expect, signIn, test } from './harness.ts'

test('[BELL-09 BELL-12 TOAST-08 Q-066 Q-074] over a reload the sound stays off, what was cleared stays away, and no toast tells of what was there before', async ({
  page,
  openAs,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signIn(page, 'agent', '/conversations')
  await ready(page)
  const brian = await openAs('brian')
  // While the pointer is at it, it does not fade.
  await Promise.all([toasts(page).first().hover({ force: true }), leave(brian, page, 'Before the reload')])
  await expect(toasts(page)).toHaveCSS('transition-duration', '0.3s, 0.3s')
  await bell(page).click()
  const sound = panel(page).getByRole('switch', { name: 'Sound' })
  await sound.click()
  await expect(sound).not.toBeChecked()

  await page.reload()
  await bell(page).click()
  await expect(rows(page).filter({ hasText: 'Before the reload' })).toHaveCount(1)
  await expect(toasts(page)).toHaveCount(0)
  await expect(sound).not.toBeChecked()
  await sound.click()
  await expect(sound).toBeChecked()
  await panel(page).getByRole('button', { name: 'Clear all' }).click()
  await expect(panel(page).getByText('No notifications')).toBeVisible()

  await page.reload()
  await bell(page).press('Enter')
  await expect(panel(page).getByText('No notifications')).toBeVisible()
  await expect(sound).toBeChecked()
})

test('[API-27 BELL-17 CONST-02 CONST-03 ERR-15 ERR-19 WS-08 WS-13 Q-074 Q-079 Q-083] without sockets the poll tells; "Reconnect" brings them back; nothing is asked once nobody is signed in', async ({
  page,
  openAs,
}) => {
  const warnings: string[] = []
  page.on('console', message => message.type() === 'warning' && warnings.push(message.text()))
  await recordAsks(page)
  let cut: 'none' | 'agent' | 'both' = 'none'
  const open = new Set<WebSocketRoute>()
  await page.routeWebSocket('**/ws/**', socket => {
    const isCut = cut === 'both' || (cut === 'agent' && socket.url().includes('/ws/agent/'))
    if (isCut) return void socket.close({ code: 1011 })
    socket.connectToServer()
    open.add(socket)
  })
  await page.clock.install()
  await signIn(page, 'agent', '/conversations')
  await ready(page)
  await pass(page, 66_000)
  const polls = await askedAgain(page, '/notifications/poll')
  const gaps = polls.map((at, nth) => at - (polls[nth - 1] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(45)
  expect(Math.max(...gaps)).toBeGreaterThanOrEqual(29)
  expect(await askedAgain(page, '/unread-stats')).toContainEqual(expect.closeTo(61, -1))

  cut = 'both'
  const brian = await openAs('brian')
  await page.reload()
  await expect(bell(page)).toBeVisible()
  const off = page.getByText('Live updates are off')
  await pass(page, 35_000)
  await expect(off).toBeVisible()
  await expect.poll(() => warnings).toContain('Max reconnection attempts reached')
  await leave(brian, page, 'By the poll')
  const told = toasts(page).filter({ hasText: 'By the poll' })
  await expect(async () => {
    await page.clock.runFor(2_000)
    await expect(told).toHaveCount(1, { timeout: 500 })
  }).toPass()

  // Read here, refused there: it leaves at once, and the next poll brings it back.
  await page.route('**/notifications/*/read', route => route.abort())
  await bell(page).click()
  const row = rows(page).filter({ hasText: 'By the poll' })
  await expect(row).toHaveCount(1)
  const letPoll = await hold(page, '**/notifications/poll')
  await row.getByRole('button').click()
  await expect(row).toHaveCount(0)
  letPoll()
  await expect
    .poll(() => warnings)
    .toContainEqual(expect.stringMatching(/^Failed to mark notifications as read/))
  await page.unroute('**/notifications/*/read')
  await pass(page, 30_000)
  await expect(row).toHaveCount(1)

  await page.route('**/notifications/poll', route => route.abort())
  await pass(page, 32_000)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread, may be out of date')
  await expect(panel(page).getByText('The list could not be refreshed')).toBeVisible()
  await expect.poll(() => warnings).toContainEqual(expect.stringMatching(/^Failed to fetch notifications/))
  await page.keyboard.press('Escape')

  // Neither a poll nor the agent socket helps here: it is the press.
  const reconnect = page.getByRole('button', { name: 'Reconnect' })
  await pass(page, 40_000)
  await expect(reconnect).not.toHaveAttribute('aria-busy')
  cut = 'agent'
  await reconnect.click()
  await expect(off).toHaveCount(0)
  await leave(brian, page, 'By the socket')
  await expect(toasts(page).filter({ hasText: 'By the socket' })).toHaveCount(1)

  // And here it is the answered poll.
  cut = 'both'
  for (const socket of open) await socket.close({ code: 1011 })
  await pass(page, 40_000)
  await expect(off).toBeVisible()
  cut = 'agent'
  await pass(page, 30_000)
  await expect(off).toBeVisible()
  await page.unroute('**/notifications/poll')
  await pass(page, 34_000)
  await expect(off).toHaveCount(0)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  const asked = async () =>
    (await Promise.all(['/unread-stats', '/notifications/poll'].map(path => askedAgain(page, path)))).flat()
  const before = await asked()
  await pass(page, 65_000)
  expect(await asked()).toEqual(before)
})
