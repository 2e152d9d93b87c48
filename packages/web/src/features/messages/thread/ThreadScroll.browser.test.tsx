import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConsole } from '../../../../test/console.tsx'
import { isConnected } from '../../../../test/replying.ts'
import { message } from '../../../../test/samples.ts'
import { button, messageWith, replyBox, settled, thread } from '../../../../test/screen.ts'
import { manyMessages, sentReplies, serveParts, serveThread } from '../../../../test/thread.ts'

const marker = () => thread().getByText('New messages', { exact: true })
const topOf = (words: string) => messageWith(words).element().getBoundingClientRect().top
/** How far the thread is from its end. */
const toEnd = (): number => {
  const { scrollHeight, clientHeight, scrollTop } = thread().element()
  return scrollHeight - clientHeight - scrollTop
}
const scrollTo = (top: number) => thread().element().scrollTo(0, top)

/** So many messages that nobody has seen, and their conversation. */
const unseen = (count: number, contentOf: (no: number) => string) => ({
  messages: manyMessages(count, contentOf).map(one => ({ ...one, is_read: false })),
  row: { inbound_no: count, seen_no: 0, unread_count: count },
})

/** When these words first stood in the thread; NaN: not yet. */
function watchFor(words: string): () => number {
  let at = Number.NaN
  const observer = new MutationObserver(() => {
    if (Number.isNaN(at) && document.body.textContent.includes(words)) at = performance.now()
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return () => at
}

test('[THREAD-12 THREAD-13 THREAD-14 CDET-26 Q-099] the marker stands before the first unread message; unread messages count as seen 1.5 s after they are shown', async () => {
  const { messages, row } = unseen(2, no => (no === 1 ? 'First words' : 'Second words'))
  const shownAt = watchFor('Second words')
  let askedAt = Number.NaN
  const api = await openConsole('/conversations/7', {
    given: given => {
      serveThread(given, messages, row)
      given.answer('markSeen', () => {
        askedAt = performance.now()
        return { conversation_id: '7', updated_count: 2 }
      })
    },
  })
  await expect.element(marker()).toBeInViewport()
  expect(marker().element().getBoundingClientRect().top).toBeLessThan(
    messageWith('First words').getByText('First words').element().getBoundingClientRect().top,
  )
  await expect.poll(() => askedAt - shownAt()).toBeGreaterThan(1_400)
  expect(api.askedFor('markSeen').map(({ body }) => body)).toEqual([{ up_to: '1002' }])
})

test('[THREAD-12 THREAD-13 THREAD-14 Q-099] with many unread messages the thread opens at the first; nothing counts as seen before the newest is', async () => {
  const { messages, row } = unseen(30, no => `Word number ${no}.`)
  const api = await openConsole('/conversations/7', { given: given => serveThread(given, messages, row) })
  await expect.element(marker()).toBeInViewport()
  await expect.element(messageWith('Word number 1.')).toBeInViewport()
  const openedAt = performance.now()
  await expect.element(button('Newest messages')).toBeVisible()
  // Longer than what is on the screen takes to be seen.
  await expect.poll(() => performance.now() - openedAt).toBeGreaterThan(2_000)
  expect(api.askedFor('markSeen')).toEqual([])
  await button('Newest messages').click()
  await expect.element(messageWith('Word number 30.')).toBeInViewport()
  await expect.poll(() => api.askedFor('markSeen').map(({ body }) => body)).toEqual([{ up_to: '1030' }])
})

test('[THREAD-07] history pages backwards without a jump', async () => {
  const api = await openConsole('/conversations/7', {
    given: given =>
      serveParts(
        given,
        manyMessages(300, no => `Message ${no}.`),
      ),
  })
  await expect.element(messageWith('Message 300.')).toBeInViewport()
  await settled(toEnd)
  const height = () => thread().element().scrollHeight
  const before = height()
  const release = api.hold('history')
  const asked = api.askedFor('history').length
  scrollTo(300)
  await expect.poll(() => api.askedFor('history').length).toBe(asked + 1)
  await settled(() => thread().element().scrollTop)
  const rows = thread().getByRole('listitem').elements()
  const words = rows[8]?.querySelector('p')?.textContent ?? ''
  expect(words).toMatch(/^Message \d+\.$/)
  const at = await settled(() => topOf(words))
  release()
  await expect.poll(height).toBeGreaterThan(before)
  expect(Math.abs((await settled(() => topOf(words))) - at)).toBeLessThanOrEqual(2)
})

test('[THREAD-07] what is being read does not move when a message comes; a pill counts it', async () => {
  const lines = manyMessages(25, no => `Line ${no} of many.`)
  const api = await openConsole('/conversations/7', {
    given: given => serveThread(given, lines, { inbound_no: 25, seen_no: 25 }),
  })
  await expect.element(messageWith('Line 25 of many.')).toBeInViewport()
  await isConnected(api)
  await settled(toEnd)
  thread().element().scrollBy(0, -600)
  await expect.element(messageWith('Line 10 of many.')).toBeVisible()
  await settled(toEnd)
  const before = topOf('Line 10 of many.')
  const newer = message({
    id: '1026',
    content: 'Something newer',
    created_at: '2026-03-02T10:00:00.000Z',
    inbound_no: 26,
  })
  api.publish({ event: 'new_message', data: newer })
  await expect.element(button('1 new message')).toBeVisible()
  expect(topOf('Line 10 of many.')).toBeCloseTo(before, 0)
  await button('1 new message').click()
  await expect.element(messageWith('Something newer')).toBeInViewport()
})

test('[COMP-04 THREAD-07] the newest message stays in view while the composer grows', async () => {
  const rows = manyMessages(30, no => `Row ${no}.`)
  await openConsole('/conversations/7', {
    given: api => serveThread(api, rows, { inbound_no: 30, seen_no: 30 }),
  })
  await expect.element(messageWith('Row 30.')).toBeInViewport()
  await settled(toEnd)
  expect(toEnd()).toBeLessThanOrEqual(1)
  const height = () => replyBox().element().getBoundingClientRect().height
  const before = height()
  await replyBox().fill('one\ntwo\nthree\nfour\nfive\nsix')
  await expect.poll(height).toBeGreaterThan(before)
  await settled(toEnd)
  expect(toEnd()).toBeLessThanOrEqual(1)
})

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
/** Opens a conversation of long messages at its end. */
async function openLong(): Promise<void> {
  const long = 'words that take more lines where there is less room, and go on for some time '
  const rows = manyMessages(30, no => `Row ${no}. ${long.repeat(1 + (no % 3))}`)
  await openConsole('/conversations/7', {
    given: api => serveThread(api, rows, { inbound_no: 30, seen_no: 30 }),
  })
  await expect.element(messageWith('Row 30.')).toBeInViewport()
  await settled(toEnd)
}

test('[Q-257] a thread at its end stays there as the window gets narrower and lower', async () => {
  await openLong()
  for (const [width, height] of sizes) {
    await page.viewport(width, height)
    await expect.poll(toEnd, { message: `at ${width} × ${height}` }).toBeLessThanOrEqual(1)
    // Still so once what was measured late has come.
    expect(await settled(toEnd), `later at ${width} × ${height}`).toBeLessThanOrEqual(1)
  }
})

test('[Q-257] for who reads further up nothing is pulled down as the window gets lower', async () => {
  await openLong()
  scrollTo(thread().element().scrollHeight / 2)
  const top = () => thread().element().scrollTop
  const before = await settled(top)
  await page.viewport(1366, 500)
  expect(Math.abs((await settled(top)) - before)).toBeLessThanOrEqual(1)
})

test('[THREAD-12 Q-255] the marker stays where it stands until one leaves: once all is read, and behind an own answer', async () => {
  const read = manyMessages(20, no => `Read ${no}.`)
  const news = unseen(2, no => `News ${no}.`).messages.map((one, at) => ({
    ...one,
    id: String(1021 + at),
    inbound_no: 21 + at,
    created_at: `2026-03-02T10:0${at}:00.000Z`,
  }))
  const row = { inbound_no: 22, seen_no: 20, unread_count: 2 }
  const api = await openConsole('/conversations/7', {
    given: given => serveThread(given, [...read, ...news], row),
  })
  const above = thread()
    .getByRole('listitem')
    .filter({ has: page.getByText('New messages', { exact: true }) })
  await expect.element(above).toHaveTextContent('News 1.')
  const before = await settled(() => topOf('Read 20.'))
  await expect.poll(() => api.askedFor('markSeen')).toHaveLength(1)
  await expect.element(marker()).toBeVisible()
  expect(await settled(() => topOf('Read 20.'))).toBe(before)
  await replyBox().fill('An answer')
  await expect.element(replyBox()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sentReplies(api)).toHaveLength(1)
  await expect.element(messageWith('An answer').getByRole('img', { name: 'Sent' })).toBeInViewport()
  await expect.element(above).toHaveTextContent('News 1.')
})

test('[THREAD-12 Q-255] the next visit marks nothing as new, nor a message that appears on the screen; a message below the screen is marked', async () => {
  const { messages, row } = unseen(30, no => `Word number ${no}.`)
  const api = await openConsole('/conversations/7', {
    given: given => {
      serveThread(given, messages, row)
      given.answer('markSeen', () => {
        serveThread(
          given,
          messages.map(one => ({ ...one, is_read: true })),
          { ...row, seen_no: 30, unread_count: 0 },
        )
        return { conversation_id: '7', updated_count: 30 }
      })
    },
  })
  await isConnected(api)
  await expect.element(marker()).toBeInViewport()
  await button('Newest messages').click()
  await expect.poll(() => api.askedFor('markSeen')).toHaveLength(1)
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect.element(thread()).not.toBeInTheDocument()
  history.back()
  await expect.element(messageWith('Word number 30.')).toBeInViewport()
  await expect.element(marker()).not.toBeInTheDocument()
  const comes = (no: number) => {
    const created_at = `2026-03-02T10:0${no - 30}:00.000Z`
    const content = `Word number ${no}.`
    api.publish({
      event: 'new_message',
      data: message({ id: String(1000 + no), content, created_at, inbound_no: no }),
    })
  }
  comes(31)
  await expect.element(messageWith('Word number 31.')).toBeInViewport()
  await expect.element(marker()).not.toBeInTheDocument()
  await settled(toEnd)
  scrollTo(0)
  await expect.element(messageWith('Word number 1.')).toBeInViewport()
  await expect.element(button('Newest messages')).toBeVisible()
  comes(32)
  await button('1 new message').click()
  await expect.element(marker()).toBeInViewport()
  await expect
    .element(
      thread()
        .getByRole('listitem')
        .filter({ has: page.getByText('New messages', { exact: true }) }),
    )
    .toHaveTextContent('Word number 32.')
})

test('[CDET-26 THREAD-12 Q-149] who worked in a conversation and leaves it has seen what was shown', async () => {
  const { messages, row } = unseen(8, no => `Message ${no} ${'with many words '.repeat(40)}`)
  const api = await openConsole('/conversations/7', { given: given => serveThread(given, messages, row) })
  await expect.element(messageWith('Message 1 ')).toBeInViewport()
  await expect.element(messageWith('Message 8 ')).not.toBeInViewport()
  const openedAt = performance.now()
  // From three seconds on one has worked there.
  await expect.poll(() => performance.now() - openedAt).toBeGreaterThan(3_200)
  expect(api.askedFor('markSeen')).toEqual([])
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect.poll(() => api.askedFor('markSeen')).toHaveLength(1)
  const { up_to: upTo } = api.askedFor('markSeen')[0]?.body ?? {}
  expect(Number(upTo)).toBeGreaterThanOrEqual(1001)
  expect(Number(upTo)).toBeLessThan(1008)
})
