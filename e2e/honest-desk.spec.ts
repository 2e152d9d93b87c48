import type { Page } from '@playwright/test'
import {
  messageOf,
  newCustomer,
  openByName,
  openThread,
  rowsOf,
  say,
  thread,
} from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import { call, raise } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

const header = (page: Page) => page.locator('header').filter({ has: page.getByRole('heading', { level: 2 }) })
const acceptPath = '**/api/v1/handoff/accept/*'

/** Closes the agent's socket as a server does that means it, as often as it is opened, until undone. */
async function closeCleanly(page: Page): Promise<{ opened: () => number; mend: () => void }> {
  let opened = 0
  let closing = true
  await page.routeWebSocket(/\/ws\/agent\//, socket => {
    opened += 1
    if (closing) void socket.close({ code: 1000 })
    else socket.connectToServer()
  })
  return {
    opened: () => opened,
    mend: () => {
      closing = false
    },
  }
}

test('[ERR-20] a Retry that the server refuses says why at the message', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Did it arrive?'])
  await openThread(page, id)
  await fetch(`${parley.simulatorUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bare-500', times: 1 }),
  })
  await say(page, 'It arrived this morning')
  const answer = messageOf(page, 'It arrived this morning')
  await expect(answer.getByText(/may or may not have this message/)).toBeVisible()
  await page.route('**/messages/*/retry', route =>
    route.fulfill({ status: 409, json: { detail: 'This conversation is archived', code: 'x' } }),
  )
  await answer.getByRole('button', { name: 'Retry' }).click()
  await expect(answer.getByRole('alert')).toHaveText('Failed to send message: This conversation is archived.')
  await page.unroute('**/messages/*/retry')
  await answer.getByRole('button', { name: 'Retry' }).click()
  await phone.expectLatest(['It arrived this morning'])
  await expect(answer.getByRole('alert')).toHaveCount(0)
})

test('[WS-06 Q-150] a socket that the server closed is not tried as a cut one is, and Reconnect brings it back', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  const line = await closeCleanly(page)
  await page.clock.install()
  await openThread(page, id)
  await expect(page.getByText(/^Live updates are interrupted/)).toBeVisible()
  await page.clock.runFor(20_000)
  expect(line.opened()).toBe(1)
  line.mend()
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await expect(page.getByText(/^Live updates are interrupted/)).toHaveCount(0)
  // By the socket alone.
  await page.route('**/history?**', () => undefined)
  await phone.say('Live again')
  await expect(messageOf(page, 'Live again')).toBeVisible()
})

test('[ASSIGN-16 ASSIGN-17 Q-153] a refused claim has the words, the reason, and another try where that can help', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('carol')
  const { id } = await newCustomer(parley, page, ['Who looks after me?'])
  await openThread(page, id)
  const claim = page.getByRole('button', { name: 'Claim' })
  await page.route(acceptPath, route =>
    route.fulfill({
      status: 409,
      json: { detail: 'You have 20 of at most 20 conversations', code: 'agent.full' },
    }),
  )
  await claim.click()
  await expect(page.getByRole('alert')).toContainText(
    'Failed to accept assignment. Please try again. You have 20 of at most 20 conversations.',
  )
  await page.unroute(acceptPath)
  // Who has just come in is not there yet, and can claim nothing.
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar.getByText('Available', { exact: true })).toBeVisible()
  await claim.click()
  await expect(header(page)).toContainText('assigned to you')
})

test('[Q-153] an offer that cannot be taken for the moment keeps its buttons; one that is decided does not', async ({
  openAs,
  parley,
}) => {
  const [amina, brian] = [await openAs('agent'), await openAs('brian', '/conversations')]
  const { id } = await newCustomer(parley, amina, ['Only for a moment'])
  const brianId = await brian.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id as string)
  await call(amina, 'POST', `assignments/conversation/${id}/assign`, { agent_id: brianId })
  const modal = brian.getByRole('dialog', { name: 'New Assignment' })
  const accept = modal.getByRole('button', { name: 'Accept Now' })
  await expect(accept).toBeVisible()
  const refuse = (code: string, detail: string) =>
    brian.route(acceptPath, route => route.fulfill({ status: 409, json: { code, detail } }))
  await refuse('agent.full', 'You have 20 of at most 20 conversations')
  await accept.click()
  await expect(modal.getByRole('alert')).toContainText('Failed to accept assignment. Please try again.')
  await expect(modal.getByRole('alert')).toContainText('You have 20 of at most 20 conversations.')
  await expect(accept).toBeEnabled()
  await brian.unroute(acceptPath)
  await refuse('assignment.taken', 'Amina Nakato has this conversation')
  await accept.click()
  await expect(modal.getByRole('alert')).toContainText('Failed to accept assignment. Please try again.')
  await expect(modal.getByRole('alert')).toContainText('Amina Nakato has this conversation.')
  await expect(accept).toHaveCount(0)
})

test('[Q-152] code of a screen that does not come fails no screen: a reload is offered, for a new version by that name', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/404|Failed to load resource/)
  const page = await openAs('agent')
  const [row] = await rowsOf(page, 'Nakato Prossy')
  const box = page.getByRole('textbox', { name: 'Message' })
  await openThread(page, row?.id ?? '')
  await box.fill('Half a sentence')
  await expectKept(page, 'Half a sentence')
  for (const words of ['A part of this page could not be loaded', 'A new version is ready']) {
    // Searched for: others who wrote meanwhile would push the row out of the window.
    await page.goto('/conversations?search=Nakato+Prossy')
    await expect(page.locator(`a[href="/conversations/${row?.id}"]`).first()).toBeVisible()
    await page.route('**/assets/**', route => route.fulfill({ status: 404, body: '' }))
    if (words.includes('new version')) {
      const body = '<script type="module" src="/assets/next.js"></script>'
      await page.route(
        url => url.pathname === '/',
        route => route.fulfill({ contentType: 'text/html', body }),
      )
    }
    await page.locator(`a[href="/conversations/${row?.id}"]`).first().click()
    await expect(page.getByText(`${words}. What you have written is kept`)).toBeVisible()
    await expect(page.getByText('Something went wrong')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { name: 'Nakato Prossy' })).toBeVisible()
    await expect(page.getByText(words)).toHaveCount(0)
    await expect(box).toHaveValue('Half a sentence')
  }
})

test('[CDET-03 CDET-09] under 1200 px the header has the account and a labelled way to the rest, where the ticket has its number and its status', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  await page.setViewportSize({ width: 1024, height: 768 })
  const id = await openByName(page, 'Nakato Prossy')
  await expect(header(page)).toContainText(/Individual.*C-48213/)
  const details = page.getByRole('button', { name: 'Show customer details' })
  await expect(details).toHaveText('Details')
  // What of the header is still coming may move the button away under the press.
  await expect(async () => {
    await details.click({ timeout: 5_000 })
    await expect(page.getByRole('complementary', { name: 'Customer' })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  const { ticket_number: number } = await raise(page, id)
  const ticket = page.getByRole('complementary', { name: 'Customer' }).getByRole('region', { name: 'Ticket' })
  await expect(ticket).toContainText(number)
  await expect(ticket.getByRole('combobox', { name: `Status of ${number}` })).toHaveText('In progress')
})

test('[CDET-26 THREAD-12 Q-149] who worked in a conversation and leaves it has seen what was shown; the rest waits behind the marker', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const long = (no: number) => `Message ${no} ${'with many words '.repeat(40)}`
  const texts = Array.from({ length: 8 }, (_, index) => long(index + 1))
  const { id } = await newCustomer(parley, page, texts)
  await page.clock.install()
  await openThread(page, id)
  await page.bringToFront()
  await expect(messageOf(page, 'Message 1 ')).toBeVisible()
  await expect(messageOf(page, 'Message 8 ')).not.toBeInViewport()
  await page.clock.runFor(3_500)
  await page.getByRole('link', { name: 'Back to list' }).click()
  const unread = async () =>
    (
      await call<{ id: string; unread_count: number }[]>(
        page,
        'GET',
        `messages/admin/conversations?conversation_id=${id}`,
      )
    )[0]?.unread_count
  await expect.poll(unread).toBeLessThan(8)
  expect(await unread()).toBeGreaterThan(0)
  await openThread(page, id)
  await expect(thread(page).getByText('New messages')).toBeVisible()
})

test('one banner and no second one: an open bell and a window are not landmarks of the page', async ({
  openAs,
}) => {
  const page = await openAs('agent', '/conversations')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(1)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await openByName(page, 'Nakato Prossy')
  await page
    .getByRole('button', { name: /Manage Ticket|Create Ticket/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: /^Support Tickets/ })).toBeVisible()
  await expect(page.locator('[role=dialog] header:not(article header):not(section header)')).toHaveCount(0)
  await expect(page.locator('[role=dialog] footer')).toHaveCount(0)
})
