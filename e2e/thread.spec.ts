import { expectAccessible } from './harness/accessible.ts'
import { messageOf, newCustomer, openByName, openThread, rowsOf, thread } from './harness/conversation.ts'
import { expectColour } from './harness/figures.ts'
import { hold } from './harness/held.ts'
import { postMessage } from './harness/meta.ts'
import { steady, timeOf } from './harness/times.ts'
import { expect, test } from './harness.ts'

test('[CDET-01 CDET-02 CDET-03 CDET-04 CDET-07 CDET-08 CDET-09 CDET-11 CDET-12 CDET-13 CDET-14] header and panel say whose conversation it is', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  await openByName(page, 'Nakato Prossy')
  const header = page.getByRole('main').getByRole('banner').or(page.locator('main header')).first()
  await expect(header.getByRole('heading', { name: 'Nakato Prossy' })).toBeVisible()
  await expect(header).toContainText('+256 700 000 001')
  await expect(header.getByText('Active', { exact: true })).toBeVisible()
  await expect(header).toContainText(/assigned to you.*last activity \S+/)
  const panel = page.getByRole('complementary', { name: 'Customer' })
  await expect(panel.getByText('NP', { exact: true })).toBeVisible()
  await expect(panel).toContainText('Nakato Prossy')
  await expect(panel).toContainText('+256 700 000 001')
  await expect(panel).toContainText(/Account type\s*Individual/)
  await expect(panel).toContainText(/Customer ID\s*C-48213/)
  await expect(panel.getByText('payments', { exact: true })).toBeVisible()
  expect((await panel.boundingBox())?.width).toBe(320)
})

test('[CDET-12] under 1200 px the panel is a drawer that Escape closes', async ({ openAs }) => {
  const page = await openAs('agent')
  await page.setViewportSize({ width: 1000, height: 700 })
  await openByName(page, 'Nakato Prossy')
  const panel = page.getByRole('complementary', { name: 'Customer' })
  await expect(panel).toHaveCount(0)
  await page.getByRole('button', { name: 'Show customer details' }).click()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('[GEN-02 THREAD-01 THREAD-02 THREAD-03 THREAD-04 THREAD-05 THREAD-06 THREAD-07 THREAD-10 THREAD-11 Q-018] messages stand as they were said', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  await openByName(page, 'Nakato Prossy')
  const inbound = messageOf(page, 'My cover must not lapse')
  await expect(inbound).toContainText(/INBOUND\s*\d\d:\d\d/)
  await expect(inbound).not.toContainText('OUTBOUND')
  const outbound = messageOf(page, 'You will get a message here once it shows on your policy')
  await expect(outbound).toContainText(/OUTBOUND\s*\d\d:\d\d/)
  await expect(outbound).toContainText('Amina Nakato')
  await expect(outbound).toContainText(/Amina Nakato [1-9]\d*[smh] response/)
  await expect(outbound.getByRole('img', { name: /^(Delivered|Read)$/ })).toBeVisible()
  await expect(inbound.getByRole('img')).toHaveCount(0)

  // To which side of the thread the bubble stands, and its colour.
  const look = (row: typeof inbound) =>
    row.evaluate(item => {
      const bubble = item.querySelector('p')?.parentElement as Element
      const [outer, inner] = [item.getBoundingClientRect(), bubble.getBoundingClientRect()]
      const [left, right] = [inner.left - outer.left, outer.right - inner.right]
      return { side: left < right ? 'left' : 'right', colour: getComputedStyle(bubble).backgroundColor }
    })
  const customers = await look(inbound)
  expect(customers.side).toBe('left')
  const agents = await look(outbound)
  expect(agents.side).toBe('right')
  expect(agents.colour).not.toBe(customers.colour)

  await thread(page).evaluate(element => element.scrollTo(0, 0))
  await expect(
    thread(page)
      .getByText(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [A-Z][a-z]{2} \d{1,2}$/)
      .first(),
  ).toBeVisible()
  // The bot answered first, in the same thread.
  const named = page.getByText('Bot', { exact: true })
  await expect(named.first()).toBeVisible()
  const bot = await look(thread(page).getByRole('listitem').filter({ has: named }).first())
  expect(bot.side).toBe('right')
  expect(bot.colour).not.toBe(customers.colour)
})

test('[THREAD-01] a day begins at midnight of the workspace', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Good morning'])
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  for (const time of ['20:55', '21:05'])
    await postMessage(
      parley,
      phone.number.replace('+', ''),
      `wamid.${id}-${time}`,
      `Written at ${time}`,
      new Date(`${day}T${time}:00Z`),
    )
  await openThread(page, id)
  const pill = (at: string) =>
    new Date(at).toLocaleDateString('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    })
  const next = new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString()
  await expect(messageOf(page, 'Written at 20:55')).toContainText(pill(`${day}T00:00Z`))
  await expect(messageOf(page, 'Written at 21:05')).toContainText(pill(next))
})

test('[THREAD-12 THREAD-13 THREAD-14 CDET-26 Q-099] the marker stands before the first unread message, of which all are seen 1.5 s after they are shown', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['First words', 'Second words'])
  const seen = page.waitForRequest(request => request.url().endsWith('/mark-seen'))
  const shown = await timeOf(page, 'Second words')
  await openThread(page, id)
  const marker = thread(page).getByText('New messages', { exact: true })
  await expect(marker).toBeInViewport()
  const [above, below] = [
    await marker.boundingBox(),
    await messageOf(page, 'First words').locator('p').first().boundingBox(),
  ]
  expect(above?.y).toBeLessThan(below?.y ?? 0)
  const request = await seen
  // The time of a request is known once it was answered.
  await request.response()
  const shownAt = await shown()
  expect(request.timing().startTime - shownAt).toBeGreaterThan(1_400)
  expect(request.timing().startTime - shownAt).toBeLessThan(6_000)
  expect(request.postDataJSON()).toEqual({ up_to: expect.stringMatching(/^\d+$/) })
  await expect.poll(async () => (await rowsOf(page, 'Second words'))[0]?.unread_count).toBe(0)
})

test('[THREAD-12 THREAD-13 THREAD-14 Q-099] with many unread messages the thread opens at the first; nothing counts as seen before the newest is', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(
    parley,
    page,
    Array.from({ length: 30 }, (_, index) => `Word number ${index + 1}.`),
  )
  const calls: string[] = []
  page.on('request', request => calls.push(request.url()))
  await page.clock.install()
  await openThread(page, id)
  await expect(thread(page).getByText('New messages', { exact: true })).toBeInViewport()
  await expect(messageOf(page, 'Word number 1.')).toBeInViewport()
  await expect(messageOf(page, 'Word number 30.')).not.toBeInViewport()
  await page.clock.runFor(5_000)
  expect(calls.filter(url => url.endsWith('/mark-seen'))).toEqual([])
  await page.getByRole('button', { name: 'Newest messages' }).click()
  await expect(messageOf(page, 'Word number 30.')).toBeInViewport()
  await expect.poll(() => calls.filter(url => url.endsWith('/mark-seen')).length).toBe(1)
})

test('[THREAD-17 CDET-20] a loading conversation shows a spinner, and so does its thread', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const [row] = await rowsOf(page, 'Nakato Prossy')
  const detail = await hold(page, '**/conversations?conversation_id=**')
  const history = await hold(page, '**/history?**')
  const spinner = (words: string) => page.getByRole('status').filter({ hasText: words })
  await page.goto(`/conversations/${row?.id}`)
  await expect(spinner('Loading the conversation')).toBeVisible()
  detail()
  await expect(spinner('Loading messages')).toBeVisible()
  await expect(spinner('Loading the conversation')).toHaveCount(0)
  history()
  await expect(messageOf(page, 'My cover must not lapse')).toBeVisible()
})

test('[THREAD-16] an empty thread says so', async ({ openAs }) => {
  const page = await openAs('agent')
  const [row] = await rowsOf(page, 'Nakato Prossy')
  await page.route('**/history?**', route => route.fulfill({ json: { messages: [], has_more: false } }))
  await page.goto(`/conversations/${row?.id}`)
  await expect(page.getByText('No messages yet')).toBeVisible()
})

test('[ERR-05 API-15 Q-103] when both history paths fail the thread says so, and Retry loads it', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const [row] = await rowsOf(page, 'Nakato Prossy')
  const asked: string[] = []
  await page.route('**/history?**', route => {
    const { pathname } = new URL(route.request().url())
    // Threads that are fetched ahead are asked for as well.
    if (pathname.includes(`/${row?.id}/`)) asked.push(pathname)
    return route.fulfill({ status: 500, json: { detail: 'no' } })
  })
  await page.goto(`/conversations/${row?.id}`)
  await expect(page.getByText('Unable to load message history. Please try again later.')).toBeVisible()
  expect(asked.slice(0, 2)).toEqual([
    `/api/v1/messages/admin/conversation/${row?.id}/history`,
    `/api/v1/messages/admin/conversations/${row?.id}/history`,
  ])
  await page.unroute('**/history?**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(messageOf(page, 'My cover must not lapse')).toBeVisible()
})

test('[CDET-21 CDET-22 Q-051] an unknown conversation is not found, a second after the answer', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const answered = page.waitForResponse('**/conversations?conversation_id=999999999')
  const shownAt = await timeOf(page, 'Conversation not found')
  await page.goto('/conversations/999999999')
  const answer = await answered
  await answer.finished()
  const { startTime, responseEnd } = answer.request().timing()
  await expect(page.getByText('Conversation not found')).toBeVisible()
  const ms = (await shownAt()) - (startTime + responseEnd)
  expect(ms).toBeGreaterThan(950)
  expect(ms).toBeLessThan(6_000)
  await expect(
    page.getByText("The conversation you're looking for doesn't exist or has been removed."),
  ).toBeVisible()
})

test('[ERR-04 ERR-20 Q-002] when the detail fails a marked placeholder stands that says nothing nobody knows, and nothing can be sent', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const [row] = await rowsOf(page, 'Nakato Prossy')
  // Beside a queue that knows the customer their name would stand there.
  await page.setViewportSize({ width: 1279, height: 768 })
  await page.route('**/conversations?conversation_id=**', route => route.fulfill({ status: 503, json: {} }))
  await page.goto(`/conversations/${row?.id}`)
  await expect(page.getByText(/Failed to fetch conversation details/)).toBeVisible()
  const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(header.getByRole('heading', { name: 'Customer', exact: true })).toBeVisible()
  await expectColour(header.getByText('Unknown', { exact: true }).first(), 'color', '--grey')
  await expect(header).toContainText('Assignee unknown')
  await expect(header).not.toContainText(/Active|Unassigned|last activity/)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  await page.unroute('**/conversations?conversation_id=**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Nakato Prossy' })).toBeVisible()
})

test('[THREAD-07] history pages backwards without a jump', async ({ openAs }) => {
  const page = await openAs('agent')
  await openByName(page, 'Mugisha Ronald')
  await expect.poll(() => thread(page).evaluate(element => element.scrollTop)).toBeGreaterThan(500)
  await steady(thread(page))
  const height = () => thread(page).evaluate(element => element.scrollHeight)
  const before = await height()
  const letGo = await hold(page, '**/history?**before=**')
  const asked = page.waitForRequest(request => request.url().includes('before='))
  const older = page.waitForResponse(response => response.url().includes('before='))
  await thread(page).evaluate(element => element.scrollTo(0, 300))
  await asked
  await steady(thread(page))
  const middle = thread(page).getByRole('listitem').nth(8)
  const text = await middle.locator('p').first().innerText()
  const marked = thread(page).getByRole('listitem').filter({ hasText: text }).first()
  const top = async () => (await marked.boundingBox())?.y ?? Number.NaN
  // What is drawn anew after the scrolling stands still.
  let at = Number.NaN
  await expect
    .poll(async () => {
      const before = at
      at = await top()
      return at === before
    })
    .toBe(true)
  letGo()
  await older
  await expect.poll(height).toBeGreaterThan(before)
  await steady(thread(page))
  expect(Math.abs((await top()) - at)).toBeLessThanOrEqual(2)
})

test('[THREAD-07] what is being read does not move when a message comes; a pill counts it', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(
    parley,
    page,
    Array.from({ length: 25 }, (_, index) => `Line ${index + 1} of many.`),
  )
  await openThread(page, id)
  await page.getByRole('button', { name: 'Newest messages' }).click()
  await expect(messageOf(page, 'Line 25 of many.')).toBeInViewport()
  // Who scrolls before it has got there is taken on to the end.
  await steady(thread(page))
  await thread(page).evaluate(element => element.scrollBy(0, -600))
  const row = messageOf(page, 'Line 10 of many.')
  await expect(row).toBeVisible()
  await steady(thread(page))
  const before = await row.boundingBox()
  await phone.say('Something newer')
  await expect(page.getByRole('button', { name: '1 new message' })).toBeVisible()
  expect((await row.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  await page.getByRole('button', { name: '1 new message' }).click()
  await expect(messageOf(page, 'Something newer')).toBeInViewport()
})

test('[ERR-19 THREAD-14] a mark that cannot be set is logged and nothing else', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Mark me'])
  const logged: string[] = []
  page.on('console', message => logged.push(message.text()))
  await page.route('**/mark-seen', route => route.fulfill({ status: 500, json: { detail: 'broken inside' } }))
  await openThread(page, id)
  await expect
    .poll(() => logged.some(text => text.startsWith('Failed to mark conversation as seen')))
    .toBe(true)
  await expect(page.getByText('broken inside')).toHaveCount(0)
})

test("[THREAD-07] a customer's words are never HTML; web addresses open safely; scripts keep their direction", async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, [
    '<img src=x onerror="document.title=1"><b>bold</b> https://example.org/a?b=c.',
    'مرحبا، أريد أن أدفع',
  ])
  await openThread(page, id)
  const message = messageOf(page, '<b>bold</b>')
  await expect(message).toBeVisible()
  await expect(message.locator('img[src], b')).toHaveCount(0)
  const link = message.getByRole('link')
  await expect(link).toHaveAttribute('href', 'https://example.org/a?b=c')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  const arabic = messageOf(page, 'مرحبا').locator('p').first()
  expect(await arabic.evaluate(words => getComputedStyle(words).direction)).toBe('rtl')
})

test('[Q-310 Q-312 Q-315] the longest texts open with their beginning; a link says which host it opens; what shows nothing says so', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const marks = ' *a'.repeat(21_800)
  const { id, phone } = await newCustomer(parley, page, ['Pay at http://bank.example@evil.example/pay'])
  const texts = [marks, `Stacked a${'\u0301'.repeat(60_000)}`, '\u200b\u3164']
  for (const [no, body] of texts.entries())
    await postMessage(parley, phone.number.slice(1), `wamid.hostile${id}-${no}`, body)
  await openThread(page, id)
  await expect(messageOf(page, 'No visible text')).toBeVisible()
  await expect(
    page.getByRole('link', { name: 'http://bank.example@evil.example/pay (opens evil.example)' }),
  ).toBeVisible()
  const stacked = messageOf(page, 'Stacked').locator('p').first()
  expect(await stacked.evaluate(words => getComputedStyle(words).overflow)).toBe('clip')
  const long = thread(page).getByRole('listitem').filter({ hasText: '*a *a *a' })
  expect((await long.innerText()).length).toBeLessThan(9_000)
  await long.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(long.getByRole('button', { name: 'Show less' })).toBeFocused()
  expect((await long.innerText()).length).toBeGreaterThan(65_000)
})

test('[COMP-04 THREAD-07] the newest message stays in view while the composer grows', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(
    parley,
    page,
    Array.from({ length: 14 }, (_, index) => `Row ${index + 1}.`),
  )
  await openThread(page, id)
  await expect(thread(page).getByText('New messages', { exact: true })).toBeInViewport()
  await thread(page).evaluate(element => element.scrollTo(0, element.scrollHeight))
  await expect(messageOf(page, 'Row 14.')).toBeInViewport()
  const gap = () =>
    thread(page).evaluate(element => element.scrollHeight - element.clientHeight - element.scrollTop)
  await expect.poll(gap).toBeLessThanOrEqual(1)
  await page.getByRole('textbox', { name: 'Message' }).fill('one\ntwo\nthree\nfour\nfive\nsix')
  await expect.poll(gap).toBeLessThanOrEqual(1)
  await page.getByRole('textbox', { name: 'Message' }).fill('')
})

test('[Q-257] a thread at its end stays there as the window gets narrower and lower, and for who reads further up nothing is pulled down', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const long = 'words that take more lines where there is less room, and go on for some time '
  const { id } = await newCustomer(
    parley,
    page,
    Array.from({ length: 30 }, (_, index) => `Row ${index + 1}. ${long.repeat(1 + (index % 3))}`),
  )
  await page.clock.install()
  await openThread(page, id)
  const scrolled = () =>
    thread(page).evaluate(element => ({
      top: element.scrollTop,
      left: element.scrollHeight - element.clientHeight - element.scrollTop,
    }))
  // For three seconds an opening thread finds its place by itself.
  await page.clock.fastForward(3_500)
  await thread(page).evaluate(element => element.scrollTo(0, element.scrollHeight))
  // A window that changes before the scrolling was heard of is another matter.
  await steady(thread(page))
  const sizes = [
    [1366, 400],
    [1210, 768],
    [1190, 700],
    [900, 600],
    [720, 500],
    [390, 844],
    [390, 500],
    [1366, 768],
  ] as const
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await expect.poll(async () => (await scrolled()).left, `at ${width} × ${height}`).toBeLessThanOrEqual(1)
    // Still so once what was measured late has come.
    await steady(thread(page))
    expect((await scrolled()).left, `later at ${width} × ${height}`).toBeLessThanOrEqual(1)
  }

  await thread(page).evaluate(element => element.scrollTo(0, element.scrollHeight / 2))
  await steady(thread(page))
  const { top } = await scrolled()
  await page.setViewportSize({ width: 1366, height: 500 })
  await steady(thread(page))
  expect(Math.abs((await scrolled()).top - top)).toBeLessThanOrEqual(1)
})

test('[Q-216] WhatsApp’s marks are drawn, and what can be opened, written to or called is a link', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const words =
    '*Please* call _Mama_ on 0772 123 456 or write to mama@parley.example.\n`PL-0012` not ~now~ <b>HTML</b>'
  const { id } = await newCustomer(parley, page, [words])
  await openThread(page, id)
  const message = messageOf(page, 'mama@parley.example')
  await expect(message).toContainText(
    /Please call Mama on 0772 123 456 or write to mama@parley.example\.\s*PL-0012 not now <b>HTML<\/b>/,
  )
  await expect(message.locator('strong')).toHaveText('Please')
  await expect(message.locator('em')).toHaveText('Mama')
  await expect(message.locator('code')).toHaveText('PL-0012')
  await expect(message.locator('s')).toHaveText('now')
  await expect(message.locator('b')).toHaveCount(0)
  const link = (name: string) => message.getByRole('link', { name, exact: true })
  await expect(link('0772 123 456')).toHaveAttribute('href', 'tel:0772123456')
  await expect(link('mama@parley.example')).toHaveAttribute('href', 'mailto:mama@parley.example')
  await expectAccessible(page)
})
