import type { Page } from '@playwright/test'
import { caughtUp } from './harness/caught-up.ts'
import { messageOf, newCustomer, openThread, rowsOf, say, thread } from './harness/conversation.ts'
import { startProxy } from './harness/proxy.ts'
import { ownClock, skipUntil } from './harness/times.ts'
import { expect, signIn, test } from './harness.ts'

/** The texts of every message, in order, read from top to bottom of the virtual list. */
const textsOf = (page: Page) =>
  page.evaluate(async () => {
    const id = location.pathname.split('/').at(-1)
    const answer = await fetch(`/api/v1/messages/admin/conversation/${id}/history?include_attachments=true`, {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    })
    return ((await answer.json()) as { messages: { content: string }[] }).messages.map(
      ({ content }) => content,
    )
  })

const shownTexts = (page: Page) =>
  thread(page)
    .getByRole('listitem')
    .evaluateAll(rows =>
      rows
        .toSorted((a, b) => Number(a.getAttribute('aria-posinset')) - Number(b.getAttribute('aria-posinset')))
        .map(row => row.querySelector('p[dir=auto]')?.textContent ?? ''),
    )

test('[GEN-01 WS-01 WS-03 WS-04 WS-07 WS-12 THREAD-11 Q-018] a customer writes, the agent answers, the ticks follow', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Is anybody there?'])
  const sockets: string[] = []
  page.on('websocket', socket => sockets.push(socket.url().replace(/ticket=[\w-]+/, 'ticket=…')))
  await openThread(page, id)
  const user = JSON.parse(await page.evaluate(() => localStorage.getItem('user') ?? '')) as { id: string }
  const host = new URL(parley.url).host
  await expect.poll(() => sockets.length).toBe(2)
  expect(
    sockets.some(url => url.startsWith(`ws://${host}/api/v1/ws/agent/${user.id}/conversations?ticket=…`)),
  ).toBe(true)
  expect(sockets.some(url => url.startsWith(`ws://${host}/api/v1/ws/notifications?ticket=…`))).toBe(true)

  await phone.say('I would like to pay')
  await expect(messageOf(page, 'I would like to pay')).toBeVisible()

  await say(page, 'With pleasure')
  await phone.expectLatest(['With pleasure'])
  const answer = messageOf(page, 'With pleasure')
  await expect(answer.getByRole('img', { name: 'Delivered', exact: true })).toBeVisible()
  await expect(answer).toContainText('OUTBOUND')
  await phone.read()
  await expect(answer.getByRole('img', { name: 'Read', exact: true })).toBeVisible()
})

test('[CONV-02 CONV-03 WS-04] on the list an arriving message raises the unread count, once', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello there, listing'])
  const isCaughtUp = caughtUp(page)
  await page.goto('/conversations')
  await isCaughtUp
  const row = page.getByRole('row').filter({ hasText: 'Hello there, listing' })
  await expect(row).toContainText('1 unread')
  const lists: string[] = []
  page.on('request', request => {
    if (/conversations\?limit=100/.test(request.url())) lists.push(request.url())
  })
  await phone.say('A second thing')
  await expect(page.getByRole('row').filter({ hasText: 'A second thing' })).toContainText('2 unread')
  expect(lists, 'the list is patched, not fetched again').toEqual([])
  expect((await rowsOf(page, 'A second thing'))[0]?.id).toBe(id)
})

test('[WS-04 CDET-26] two agents in two browsers see the same truth', async ({ openAs, parley }) => {
  const [amina, brian] = [await openAs('agent'), await openAs('brian')]
  const { phone, id } = await newCustomer(parley, amina, ['One for both'])
  await Promise.all([openThread(amina, id), openThread(brian, id)])
  await say(amina, 'Amina here')
  await expect(messageOf(brian, 'Amina here')).toContainText('OUTBOUND')
  await say(brian, 'Brian too')
  await phone.say('Thank you both')
  await expect(messageOf(amina, 'Brian too')).toBeVisible()
  for (const page of [amina, brian]) {
    await expect(messageOf(page, 'Thank you both')).toBeVisible()
    await expect.poll(() => shownTexts(page)).toEqual(await textsOf(page))
  }
  expect(await shownTexts(amina)).toEqual(await shownTexts(brian))
})

test('[WS-05 WS-04 Q-080] ten real cuts while messages arrive: the screen equals the server at the end', async ({
  browser,
  parley,
  pageErrors,
}) => {
  const proxy = await startProxy(parley.url)
  const context = await browser.newContext({ baseURL: proxy.url, viewport: { width: 1366, height: 1400 } })
  pageErrors.watch(context)
  const page = await context.newPage()
  await signIn(page)
  const { phone, id } = await newCustomer(parley, page, ['Before the storm'])
  await page.clock.install()
  await openThread(page, id)
  await expect.poll(() => proxy.opened('agent')).toBeGreaterThan(0)
  for (let cut = 1; cut <= 10; cut += 1) {
    const before = proxy.opened('agent')
    await phone.say(`before cut ${cut}`)
    expect(proxy.cutSockets()).toBeGreaterThan(0)
    await phone.say(`during cut ${cut}`)
    await expect(async () => {
      await page.clock.runFor(5_000)
      expect(proxy.opened('agent')).toBeGreaterThan(before)
    }).toPass()
  }
  await phone.say('After the storm')
  await expect(messageOf(page, 'After the storm')).toBeVisible()
  const truth = await textsOf(page)
  expect(truth).toHaveLength(22)
  await thread(page).evaluate(element => element.scrollTo(0, element.scrollHeight))
  await expect
    .poll(async () => truth.slice(-12).every(text => text !== '') && (await shownTexts(page)).slice(-12))
    .toEqual(truth.slice(-12))
  await expect(page.getByText(/Live updates are interrupted/)).toHaveCount(0)
  await context.close()
  await proxy.stop()
})

test('[WS-04 Q-080] while the socket is away the thread says so and is fetched; sending goes on', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await page.routeWebSocket('**/ws/**', socket => socket.close({ code: 1011 }))
  await ownClock(page)
  await openThread(page, id)
  await expect(page.getByText(/^Live updates are interrupted/)).toBeVisible()
  await say(page, 'Still here')
  await phone.expectLatest(['Still here'])
  await phone.say('Good to know')
  await skipUntil(page, 10_000, () => expect(messageOf(page, 'Good to know')).toBeVisible({ timeout: 1_000 }))
})
