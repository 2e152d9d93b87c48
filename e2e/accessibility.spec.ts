import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { applicationsOf } from './harness/applications.ts'
import { box, goTo, newCustomer, openThread } from './harness/conversation.ts'
import { panel as figures, reach, tile } from './harness/figures.ts'
import { bell, leave, panel, ready, rows, toasts } from './harness/notices.ts'
import { call, openManager, pick, raise } from './harness/ticket.ts'
import { expect, signIn, test } from './harness.ts'

const best = ['best-practice']
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** A screen, and what stands on it once it is there. */
type Screen = readonly [path: string, shown: (main: Locator) => Locator]

/** Goes through screens without loading the page anew, and looks at each. */
async function walk(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const [path, shown] of screens)
    await test.step(path, async () => {
      await goTo(page, path)
      await expect(shown(page.getByRole('main')).first()).toBeVisible()
      await expectAccessible(page)
    })
}

/** Presses a key until the code that hears it is there. */
const pressUntil = (page: Page, key: string, shown: Locator) =>
  expect(async () => {
    await page.keyboard.press(key)
    await expect(shown).toBeVisible({ timeout: 1_000 })
  }).toPass()

// States that only a longer test reaches are looked at there. At 320 px `reach.spec.ts` walks the screens.
for (const viewport of [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
])
  test.describe(`no accessibility rule is broken at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('sign-in, dashboard, list and account menu', async ({ page }) => {
      await page.goto('/login')
      await expect(button(page, 'Sign in')).toBeVisible()
      await expectAccessible(page)
      await signIn(page, 'agent', '/')
      await reach(page, 'Message Statistics')
      await expect(figures(page, 'Message Statistics').getByRole('slider')).toBeVisible()
      await reach(page, 'Customer Service Metrics')
      await reach(page, 'Workload Distribution')
      await expect(tile(figures(page, 'Workload Distribution'), 'Total Agents').locator('b')).toBeVisible()
      await expect(
        page.getByRole('table', { name: 'Recent Conversations' }).getByRole('link').first(),
      ).toBeVisible()
      await expectAccessible(page)
      await goTo(page, '/conversations')
      await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible()
      await expectAccessible(page)
      await button(page, 'agent').press('Enter')
      await expect(page.getByRole('menu')).toBeVisible()
      await expectAccessible(page)
    })

    test('a toast, and the bell with and without notifications', async ({ page, openAs }) => {
      await signIn(page, 'agent', '/conversations')
      await ready(page)
      const brian = await openAs('brian')
      // It fades after 5 s unless the pointer is on it.
      await Promise.all([toasts(page).hover(), leave(brian, page, 'Look at this')])
      await expect(toasts(page)).toHaveCount(1)
      await expectAccessible(page)
      await bell(page).press('Enter')
      await expect(rows(page).filter({ hasText: 'Look at this' })).toHaveCount(1)
      await expectAccessible(page)
      await panel(page).getByRole('button', { name: 'Clear all' }).press('Enter')
      await expect(panel(page).getByText('No notifications')).toBeVisible()
      await expectAccessible(page)
    })

    test('a conversation, and what opens over it', async ({ page, parley }) => {
      await signIn(page, 'brian')
      const { id } = await newCustomer(parley, page, ['Can everybody read this?'])
      await openThread(page, id)
      await expect(page.getByText('Nobody has this conversation')).toBeVisible()
      await expectAccessible(page)
      // A phone's header has no room for it.
      if (viewport.width === 390) await button(page, 'Show customer details').click()
      await button(page, 'Assign').click()
      const carol = page.getByRole('menuitem', { name: /^Carol/ })
      await expect(carol).toBeVisible()
      await expectAccessible(page)
      await carol.click()
      await expect(dialog(page, 'New Assignment')).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name: 'New Assignment' })).toHaveCount(0)
      if (viewport.width === 390) await page.keyboard.press('Escape')

      await button(page, 'Canned replies').click()
      await expect(page.getByRole('option', { name: /hello\b/ }).first()).toBeVisible()
      await expectAccessible(page, best)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('option')).toHaveCount(0)

      await expect.poll(() => call(page, 'POST', `handoff/accept/${id}`)).not.toHaveProperty('code')
      if (viewport.width === 1366) {
        const own = page.getByRole('grid', { name: 'Queue' }).getByRole('row')
        await expect(own.filter({ hasText: 'Can everybody read this?' })).toBeVisible()
      }
      await box(page).blur()
      await pressUntil(page, '?', dialog(page, 'Keyboard shortcuts'))
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog(page, 'Keyboard shortcuts')).toHaveCount(0)
      await pressUntil(page, 'Control+k', dialog(page, 'Search or jump to'))
      await expect(page.getByRole('option', { name: /Keyboard shortcuts/ })).toBeVisible()
      await expectAccessible(page)
    })

    test('the window of tickets and the page of one', async ({ page, parley }) => {
      await signIn(page)
      const { id } = await newCustomer(parley, page, ['My policy shows pending'])
      const ticket = await raise(page, id)
      // A phone has another way to it.
      await page.setViewportSize({ width: 1366, height: 768 })
      await openThread(page, id)
      const manager = await openManager(page)
      await manager.getByRole('button', { name: 'View Complete Details' }).click()
      await manager.getByRole('button', { name: 'Resolve Ticket' }).click()
      await manager.getByRole('button', { name: 'New Ticket' }).click()
      await pick(manager.getByRole('form', { name: 'Update ticket' }), 'Priority', 'Urgent')
      await expect(manager.getByText('Priority set to Urgent')).toBeVisible()
      await page.setViewportSize(viewport)
      await expectAccessible(page)
      const { x = -1, width = 0 } = (await manager.boundingBox()) ?? {}
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(viewport.width)
      await page.goto(`/tickets/${ticket.id}`)
      await expect(page.getByRole('article')).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
      await goTo(page, '/tickets?agent=any')
      await expect(page.getByRole('grid', { name: 'Tickets' }).getByRole('row').nth(1)).toBeVisible()
      await expectAccessible(page)
    })

    test('the other screens of an agent', async ({ page }) => {
      await signIn(page, 'agent', '/search?q=policy')
      await expect(page.getByRole('list', { name: 'Messages' }).getByRole('link').first()).toBeVisible()
      await expectAccessible(page, best)
      const [application] = await applicationsOf(page, 'ipp')
      await walk(page, [
        ['/applications', main => main.getByRole('grid').locator('[data-index]')],
        [`/applications/${application?.id}`, main => main.getByRole('button', { name: 'Update Status' })],
        ['/canned-replies', main => main.getByRole('button', { name: /^New/ })],
        ['/account', main => main.getByRole('list', { name: 'Sessions' }).getByRole('listitem')],
      ])
    })

    test('the screens of a supervisor and of an administrator', async ({ openAs }) => {
      const carol = await openAs('carol', '/bot')
      await carol
        .getByRole('list', { name: 'Answers' })
        .getByRole('button', { name: /Grace period/ })
        .click()
      await expect(carol.getByRole('button', { name: 'Publish' })).toBeVisible()
      await expectAccessible(carol)
      const admin = await openAs('admin', '/people')
      await walk(admin, [
        ['/people', main => main.getByText('Miriam Nansubuga').filter({ visible: true })],
        ['/audit', main => main.getByText('Miriam Nansubuga').filter({ visible: true })],
        ['/settings', main => main.getByRole('form', { name: 'Settings' }).getByRole('radio')],
      ])
    })
  })
