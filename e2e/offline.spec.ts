import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread, say, sendButton, thread } from './harness/conversation.ts'
import { expectKept, sealingKeyOf } from './harness/device.ts'
import { panel, reach, tile } from './harness/figures.ts'
import { startParley } from './harness/parley.ts'
import { call, raise } from './harness/ticket.ts'
import { ownClock, skipUntil } from './harness/times.ts'
import { expect, newPage, signIn, test } from './harness.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Connection' })
/** What is fetched ahead soon after the screen stands: the bar, and the screen of a conversation. */
const settled = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const there = performance.getEntriesByType('resource').map(({ name }) => name)
        return ['ConnectionBar', 'ConversationPage'].every(part => there.some(name => name.includes(part)))
      }),
    )
    .toBe(true)
const cut = async (page: Page) => {
  await settled(page)
  await page.context().setOffline(true)
  await expect(bar(page)).toBeVisible()
}
const mend = async (page: Page) => {
  await page.context().setOffline(false)
  await expect(bar(page)).toHaveCount(0)
}

test('[Q-236] without a connection one bar says so, on every screen; nothing moves, and what is missing comes by itself', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Is it open?'])
  await page.goto('/conversations')
  const row = page.getByRole('row').filter({ hasText: 'Is it open?' })
  await expect(row).toBeVisible()
  const before = await page.getByRole('main').boundingBox()
  await cut(page)
  await expect(bar(page)).toHaveText(/^No connection since \d\d:\d\d$/)
  expect(await page.getByRole('main').boundingBox()).toEqual(before)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText(/^As of \d\d:\d\d$/)).toBeVisible()
  const said = page.getByRole('status').filter({ hasText: 'No connection to the server' })
  await expect(said).toHaveCount(1)
  await expectAccessible(page)

  // A thread that was never loaded says so once, and offers nothing to press that cannot help.
  await row.getByRole('gridcell').nth(1).click()
  await expect(thread(page).or(page.getByText(/^Unable to load message history/))).toBeVisible()
  await expect(page.getByText(/^Unable to load message history/)).toBeVisible()
  await expect(page.getByRole('button', { name: /Retry|Try again/ })).toHaveCount(0)
  await expect(page.getByText(/Live updates are/)).toHaveCount(0)
  await expect(bar(page)).toHaveCount(1)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(bar(page)).toBeInViewport()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1366, height: 768 })

  await mend(page)
  await expect(messageOf(page, 'Is it open?')).toBeVisible()
  await expect(page.getByText(/^Unable to load message history/)).toHaveCount(0)
  await expect(page.getByText('Not loaded', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'The connection is back' })).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(`/conversations/${id}$`))
})

test('[Q-236] the bar says since when what is shown was current, not since that was noticed', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  await page.context().routeWebSocket('**/ws/**', socket => void socket.close())
  await page.goto('/conversations')
  await settled(page)
  // Without frames, and ten minutes later without anything.
  const since = await page.evaluate(() => Date.now())
  await page.clock.setSystemTime(since + 10 * 60_000)
  await page.context().setOffline(true)
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Africa/Kampala' })
  // The page may have begun in the minute before.
  const minutes = [since, since - 60_000].map(at => clock.format(at)).join('|')
  await expect(bar(page)).toHaveText(new RegExp(`^No connection since (${minutes})$`))
  await page.context().setOffline(false)
})

test('[Q-250 Q-236] applications, tickets and the queue show what was loaded last, dimmed, with its age', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['In the queue'])
  await raise(page, id)
  for (const [path, rows] of [
    ['/applications', page.getByRole('grid')],
    ['/tickets?agent=any', page.getByRole('grid')],
    [`/conversations/${id}`, page.getByRole('region', { name: 'Queue' }).getByRole('grid')],
  ] as const) {
    await page.goto(path)
    const first = rows.locator('[role=row][data-index]').first()
    await expect(first).toBeVisible()
    // How long somebody waits goes on.
    const words = () =>
      first.evaluate(row => {
        const copy = row.cloneNode(true) as HTMLElement
        for (const time of copy.querySelectorAll('time')) time.remove()
        return copy.textContent
      })
    const before = await words()
    await cut(page)
    await expect(page.getByText(/^As of \d\d:\d\d$/)).toHaveCount(1)
    expect(await words()).toBe(before)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Retry|Try again/ })).toHaveCount(0)
    await expectAccessible(page)
    await mend(page)
    await expect(page.getByText(/^As of/)).toHaveCount(0)
  }
})

test('[Q-267 Q-236] the dashboard shows what was loaded last with its age, offers nothing that cannot help, and loads by itself', async ({
  openAs,
}) => {
  const page = await openAs('agent', '/')
  const key = page.getByRole('region', { name: 'Key figures' })
  const strip = page.getByRole('region', { name: 'Waiting for you' })
  const users = panel(page, 'User Interaction Statistics')
  const workload = panel(page, 'Workload Distribution')
  const week = panel(page, 'Performance Metrics')
  const old = [strip, key, users, week, page.getByRole('region', { name: 'Recent Conversations' })]
  const nothingToPress = async () => {
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Retry|Try again/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Refresh Data' })).toBeDisabled()
  }
  await expect(tile(users, 'Total Unique Users').locator('b')).toHaveText(/^[\d,]+$/)
  await expect(tile(key, 'Active Conversations').locator('b')).toHaveText(/^\d+$/)
  const words = await tile(key, 'Active Conversations').locator('b').innerText()
  await expect(page.getByText(/^As of/)).toHaveCount(0)
  await cut(page)
  // Another screen and back: all that is on it is asked for, and not answered.
  const failed: string[] = []
  page.on('requestfailed', request => {
    if (new URL(request.url()).pathname.endsWith('/unique-users')) failed.push(request.url())
  })
  const main = page.getByRole('navigation', { name: 'Main' })
  await main
    .getByRole('link', { name: /Conversations/ })
    .first()
    .click()
  await main.getByRole('link', { name: 'Dashboard' }).click()
  await expect.poll(() => failed.length).toBeGreaterThan(0)
  for (const one of old) await expect(one.getByText(/^As of \d\d:\d\d$/)).toBeVisible()
  await expect(tile(key, 'Active Conversations').locator('b')).toHaveText(words)
  await reach(page, 'Workload Distribution')
  await expect(workload.getByText('Not loaded', { exact: true })).toBeVisible()
  await expect(workload.getByRole('button', { name: 'Refresh Workload Distribution' })).toBeDisabled()
  await nothingToPress()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1366, height: 768 })
  // What failed is asked for once more, and fails again.
  await expect.poll(() => failed.length - new Set(failed).size).toBeGreaterThan(0)
  await nothingToPress()

  // What failed meanwhile tells of it at no moment after.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const told = document.querySelector('main [role=alert]')?.textContent
      if (told) document.body.dataset['told'] = told
    }).observe(document.body, { subtree: true, childList: true })
  })
  await mend(page)
  await expect(page.getByText(/^As of/)).toHaveCount(0)
  await expect(tile(workload, 'Total Agents').locator('b')).toHaveText(/^\d+$/)
  await expect(page.getByText('Not loaded', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Refresh Data' })).toBeEnabled()
  expect(await page.evaluate(() => document.body.dataset['told'])).toBeUndefined()
})

test('[Q-249 Q-236 Q-265] what is written without a connection waits, in order, and goes by itself from another screen', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello there'])
  await page.goto('/conversations')
  const row = page.getByRole('row').filter({ hasText: 'Hello there' })
  await row.getByRole('gridcell').nth(1).click()
  await expect(messageOf(page, 'Hello there')).toBeVisible()
  await cut(page)
  await expect(sendButton(page)).toBeDisabled()
  // The bar has said it: the thread says it no second time.
  await expect(page.getByText('Nobody has this conversation')).toBeVisible()
  await expect(page.getByText(/Live updates are/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Retry|Try again|Reconnect|\d more/ })).toHaveCount(0)
  await say(page, 'First, in the lift', 'Second, in the lift', 'Third, with a slip')
  await expect(box(page)).toHaveValue('')
  for (const words of ['First', 'Second', 'Third']) {
    await expect(messageOf(page, words)).toContainText(
      'Waiting for the connection. It is sent automatically.',
    )
  }
  await expect(bar(page)).toContainText('3 messages will be sent automatically')
  await expectAccessible(page)
  // One is taken back, at once and whole.
  await messageOf(page, 'Third').getByRole('button', { name: 'Edit' }).click()
  await expect(box(page)).toHaveValue('Third, with a slip')
  await expect(bar(page)).toContainText('2 messages will be sent automatically')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Conversations/ })
    .first()
    .click()
  await expect(row).toContainText('Waiting to be sent')
  await expect(page.getByText('Not sent', { exact: true })).toHaveCount(0)
  expect(await phone.received()).toEqual([])

  await mend(page)
  await phone.expectLatest(['First, in the lift', 'Second, in the lift'])
  await expect(page.getByText('Waiting to be sent', { exact: true })).toHaveCount(0)
  expect(await phone.received()).toHaveLength(2)
  await openThread(page, id)
  await expect(box(page)).toHaveValue('Third, with a slip')
  expect(await phone.received()).toHaveLength(2)
})

test('[Q-249] what a page that has closed left goes once, in order, from whichever of two tabs; its thread need not be open', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Anybody there?'])
  const other = await page.context().newPage()
  await other.goto('/conversations')
  await openThread(page, id)
  await settled(other)
  const key = await sealingKeyOf(page)
  await cut(page)
  await say(page, 'Before it closed', 'Right after that')
  await expect(messageOf(page, 'Right after')).toContainText('Waiting')
  // The device has them before the page goes.
  await expectKept(page, 'Right after that', key)
  const sends: string[] = []
  page.context().on('request', request => {
    if (request.url().includes('/messages/agent/send/')) sends.push(request.postData() ?? '')
  })
  await page.close()
  const third = await page.context().newPage()
  await page.context().setOffline(false)
  await third.goto('/tickets')
  await phone.expectLatest(['Before it closed', 'Right after that'])
  // Whatever is sent twice goes before what is written next.
  await openThread(third, id)
  await say(third, 'After both')
  await phone.expectLatest(['After both'])
  expect((await phone.received()).map(({ text }) => text)).toEqual([
    'Before it closed',
    'Right after that',
    'After both',
  ])
  expect(sends).toHaveLength(3)
  await other.close()
})

test('[Q-249 API-03 Q-042] an answer that was lost makes nobody press anything: the message is sent once, and the next after it', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  let lost = 0
  await page.route('**/messages/agent/send/**', async route => {
    if (lost === 0) await route.fetch()
    lost += 1
    if (lost <= 2) await route.abort()
    else await route.continue()
  })
  await page.route('**/history?**', route => (lost > 0 && lost <= 2 ? route.abort() : route.continue()))
  // No frame tells of it either.
  await page.context().routeWebSocket('**/ws/**', socket => void socket.close())
  await ownClock(page)
  await page.reload()
  await expect(messageOf(page, 'Hello')).toBeVisible()
  // Words that name no intent: what is asked about comes back into the box.
  await say(page, 'Written at the desk', 'Right after that')
  await skipUntil(page, 5_000, async () =>
    expect((await phone.received()).map(({ text }) => text)).toEqual([
      'Written at the desk',
      'Right after that',
    ]),
  )
  await expect(messageOf(page, 'Written at the desk')).toHaveCount(1)
  await expect(messageOf(page, 'Right after that')).not.toContainText('On this device')
  expect((await phone.received()).map(({ text }) => text)).toEqual([
    'Written at the desk',
    'Right after that',
  ])
})

test('[Q-249] a colleague has taken the conversation meanwhile: nothing goes behind anybody’s back', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  // Who has just come in is not there yet, and can claim nothing.
  const brian = await openAs('brian', '/conversations')
  const { phone, id } = await newCustomer(parley, page, ['Who helps me?'])
  await openThread(page, id)
  await cut(page)
  await say(page, 'I do')
  await expect(messageOf(page, 'I do')).toContainText('Waiting')
  await openThread(brian, id)
  await brian.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect(brian.locator('header').filter({ hasText: 'assigned to you' })).toBeVisible()
  await mend(page)
  await expect(messageOf(page, 'I do')).toContainText(/Failed to send message: .+ has this conversation now/)
  expect(await phone.received()).toEqual([])
  await messageOf(page, 'I do').getByRole('button', { name: 'Retry' }).click()
  await phone.expectLatest(['I do'])
})

test('[Q-249] a colleague takes it between the look and the send: the server refuses what goes by itself', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const brian = await openAs('brian', '/conversations')
  const { phone, id } = await newCustomer(parley, page, ['Who helps me?'])
  await openThread(page, id)
  await cut(page)
  await say(page, 'I do')
  await expect(messageOf(page, 'I do')).toContainText('Waiting')
  const sending = '**/messages/agent/send/*'
  await page.route(sending, async route => {
    await expect.poll(() => call(brian, 'POST', `handoff/accept/${id}`)).not.toHaveProperty('code')
    await route.continue()
  })
  await mend(page)
  await expect(messageOf(page, 'I do')).toContainText(/Failed to send message: .+ has this conversation/)
  expect(await phone.received()).toEqual([])
  await page.unroute(sending)
  await messageOf(page, 'I do').getByRole('button', { name: 'Retry' }).click()
  await phone.expectLatest(['I do'])
})

test('[Q-249] a server that dies and comes back: what was written meanwhile is with the customer, each once, in order', async ({
  browser,
  pageErrors,
}) => {
  const parley = await startParley()
  try {
    const page = await newPage(browser, parley, pageErrors)
    await signIn(page)
    const { phone, id } = await newCustomer(parley, page, ['Is my claim paid?'])
    await openThread(page, id)
    await settled(page)
    // Not before: it takes from the page what came by when.
    await page.clock.install()
    const key = await sealingKeyOf(page)
    await parley.server.kill('SIGKILL')
    await say(page, 'One', 'Two')
    await expect(async () => {
      await page.clock.runFor(5_000)
      await expect(bar(page)).toContainText('2 messages will be sent automatically', { timeout: 1_000 })
    }).toPass()
    await say(page, 'Three')
    await expectKept(page, 'Three', key)
    await page.close()
    await parley.server.start()
    const later = await page.context().newPage()
    await later.goto('/conversations')
    await phone.expectLatest(['One', 'Two', 'Three'])
    expect(await phone.received()).toHaveLength(3)
    await page.context().close()
  } finally {
    await parley.stop()
  }
})
