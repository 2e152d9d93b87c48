import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread, thread } from './harness/conversation.ts'
import { giveRoom } from './harness/room.ts'
import { call } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

const header = (page: Page) => page.locator('header').filter({ has: page.getByRole('heading', { level: 2 }) })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Customer' })

test('[Q-239] the header of a thread is 56 px high at every width, whatever it is called and whoever comes to look', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  const tags = [1, 2, 3, 4, 5, 6, 7, 8].map(no => `a tag of some length ${no}`)
  await call(page, 'PUT', `conversations/${id}/tags`, { tags })
  await openThread(page, id)
  const brian = await openAs('brian')
  for (const [width, height] of [
    [1920, 1080],
    [1366, 768],
    [1280, 720],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    const before = await thread(page).boundingBox()
    await openThread(brian, id)
    await expect(header(page)).toContainText('Brian Odongo is viewing')
    await box(brian).pressSequentially('Let me')
    await expect(header(page)).toContainText('Brian Odongo is typing')
    expect((await header(page).boundingBox())?.height, `at ${width} px`).toBe(56)
    expect((await thread(page).boundingBox())?.y, `at ${width} px`).toBe(before?.y)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await box(brian).fill('')
    await brian.goto('/conversations')
    await expect(header(page)).not.toContainText('Brian')
  }
})

test('[Q-239] above a thread stands one banner, the most urgent; the others are counted and a press away', async ({
  openAs,
  parley,
  pageErrors,
}) => {
  pageErrors.allow(/500/)
  const page = await openAs('agent')
  const undo = await giveRoom(parley, 'agent')
  const { id } = await newCustomer(parley, page, ['Nobody has me'])
  await page.route(/\/api\/v1\/tickets\?/, route => route.fulfill({ status: 500, body: '' }))
  await openThread(page, id)
  const claim = page.getByText('Nobody has this conversation')
  const failure = page.getByRole('alert').filter({ hasText: 'Tickets could not be loaded' })
  await expect(failure).toBeVisible()
  await expect(claim).toHaveCount(0)
  const more = page.getByRole('button', { name: '1 more', exact: true })
  await more.press('Enter')
  await expect(claim).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show one', exact: true }).click()
  await expect(claim).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(claim).toBeVisible()
  await expect(failure).toHaveCount(0)
  await expect(more).toHaveCount(0)
  await undo()
})

test('[Q-239] on a phone a thread has the screen: no bar of the navigation, what can be done with it in its details', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  await page.setViewportSize({ width: 390, height: 844 })
  const { id } = await newCustomer(parley, page, ['From a phone'])
  await page.goto('/conversations')
  const search = page.getByRole('searchbox')
  await expect(search).toBeVisible()
  expect((await search.boundingBox())?.width).toBeGreaterThan(120)
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main).toBeVisible()
  await openThread(page, id)
  await expect(messageOf(page, 'From a phone')).toBeVisible()
  await expect(main).toHaveCount(0)
  await page.getByRole('button', { name: 'Show customer details' }).click()
  const actions = panel(page).getByRole('region', { name: 'Actions' })
  await expect(actions.getByRole('button', { name: 'Create Ticket' })).toBeVisible()
  await actions.getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByRole('menu', { name: 'Assign' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu', { name: 'Assign' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect(main).toBeVisible()
})
