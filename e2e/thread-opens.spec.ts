import type { Page } from '@playwright/test'
import { messageOf, newCustomer, openThread, say, thread } from './harness/conversation.ts'
import type { Parley } from './harness/parley.ts'
import type { Phone } from './harness/phone.ts'
import { call } from './harness/ticket.ts'
import { steady } from './harness/times.ts'
import { expect, test } from './harness.ts'

const marker = (page: Page) => thread(page).getByText('New messages', { exact: true })

const markSeen = (page: Page, id: string) =>
  call(page, 'POST', `messages/agent/conversations/${id}/mark-seen`)

const unreadOf = async (page: Page, id: string) =>
  (
    await call<{ unread_count: number }[]>(page, 'GET', `messages/admin/conversations?conversation_id=${id}`)
  )[0]?.unread_count

/** Four lines, so that few of them are more than a screen. */
const lines = (words: string) => `${words}\none\ntwo\nthree`

/** A customer with more than a screen of messages that are read. */
async function readCustomer(parley: Parley, page: Page): Promise<{ phone: Phone; id: string }> {
  const customer = await newCustomer(
    parley,
    page,
    Array.from({ length: 10 }, (_, index) => lines(`Read ${index + 1}.`)),
  )
  await markSeen(page, customer.id)
  await expect.poll(() => unreadOf(page, customer.id)).toBe(0)
  return customer
}

/** How far down the thread the marker stands: 0 at the top of the box, 1 at its bottom. */
const placeOf = (page: Page): Promise<number | null> =>
  thread(page).evaluate(element => {
    const text = [...element.querySelectorAll('[role=listitem] *')].find(
      one => one.childElementCount === 0 && one.textContent === 'New messages',
    )
    if (text === undefined) return null
    const [outer, inner] = [element.getBoundingClientRect(), text.getBoundingClientRect()]
    return (inner.top - outer.top) / outer.height
  })

/** Waits until the marker stands still. */
async function settledPlace(page: Page): Promise<number> {
  await expect(marker(page)).toBeInViewport()
  let at: number | null = null
  await expect(async () => {
    const before = at
    await steady(thread(page))
    at = await placeOf(page)
    expect(at).toBe(before)
  }).toPass({ intervals: [400] })
  return at ?? Number.NaN
}

/** Three grey pixels by one. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAAAAAA+i0toAAAAC0lEQVR42mOoBwAAgQCALU5E4QAAAABJRU5ErkJggg=='

interface Around {
  readonly page: Page
  readonly phone: Phone
  readonly id: string
  readonly no: number
}

/** One thing of each kind that a thread shows. */
const contents: Readonly<Record<string, (around: Around) => Promise<unknown>>> = {
  'long unbreakable text': ({ phone, no }) => phone.say(`${no}${'Kyokolaamukwanoogwannamaddala'.repeat(30)}`),
  'a picture': ({ phone, no }) =>
    phone.send({
      type: 'image',
      data_base64: picture,
      filename: `photo ${no}.png`,
      mime_type: 'image/png',
      text: 'See it',
    }),
  'a voice note': ({ phone, no }) =>
    phone.send({
      type: 'audio',
      data_base64: Buffer.alloc(4_000, 'OggS').toString('base64'),
      filename: `voice ${no}.ogg`,
      mime_type: 'audio/ogg',
    }),
  'a text of 4,096 characters': ({ phone, no }) => phone.say(`${no} `.padEnd(4_096, 'many words\n')),
  'an emoji': ({ phone }) => phone.say('🙏🏿'),
  'a right-to-left text': ({ phone, no }) => phone.say(`مرحبا، أريد أن أدفع القسط ${no} `.repeat(12)),
  'a note': ({ page, id, no }) =>
    call(page, 'POST', `conversations/${id}/notes`, {
      client_note_id: crypto.randomUUID(),
      text: `For colleagues ${no}\n`.repeat(6),
    }),
  'a question': ({ page, id, no }) =>
    call(page, 'POST', `messages/agent/send/${id}`, {
      client_message_id: crypto.randomUUID(),
      content: `Which one, ${no}?`,
      ask: { kind: 'buttons', buttons: ['The first', 'The second', 'None of them'] },
    }),
}

for (const [what, put] of Object.entries(contents)) {
  test(`[THREAD-12 THREAD-13 Q-255] with ${what} around it a thread opens at the first unread message, a quarter down`, async ({
    openAs,
    parley,
  }) => {
    const page = await openAs('agent')
    const { phone, id } = await readCustomer(parley, page)
    const history = () =>
      call<{ messages: unknown[] }>(page, 'GET', `messages/admin/conversation/${id}/history`)
    const notes = () => call<{ id: string }[]>(page, 'GET', `conversations/${id}/notes`)
    const shown = async () => {
      const [{ messages }, written] = [await history(), await notes()]
      return messages.length + written.length
    }
    const around = async (no: number) => {
      const before = await shown()
      await put({ page, phone, id, no })
      await expect.poll(shown, { message: what }).toBe(before + 1)
    }
    for (const no of [1, 2, 3]) await around(no)
    await markSeen(page, id)
    await expect.poll(() => unreadOf(page, id)).toBe(0)
    for (const no of [4, 5]) await around(no)
    const texts = Array.from({ length: 9 }, (_, index) => lines(`New words ${index + 1}.`))
    for (const text of texts) await phone.say(text)
    await expect.poll(() => unreadOf(page, id)).toBeGreaterThanOrEqual(texts.length)
    for (const [width, height] of [
      [1366, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto('/conversations')
      await openThread(page, id)
      const place = await settledPlace(page)
      expect(place, `${what} at ${width} px`).toBeGreaterThan(0.24)
      expect(place, `${what} at ${width} px`).toBeLessThan(0.31)
      const first = thread(page)
        .getByRole('listitem')
        .filter({ has: page.getByText('New messages', { exact: true }) })
      await expect(first).toHaveCount(1)
      await expect(first).not.toContainText('Read ')
    }
  })
}

test('[THREAD-12 Q-255] the marker stays where it stands until one leaves: once all is read, behind an own answer, and as more comes', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await readCustomer(parley, page)
  for (const text of ['First news', 'Second news']) await phone.say(text)
  await expect.poll(() => unreadOf(page, id)).toBe(2)
  await openThread(page, id)
  await settledPlace(page)
  const above = thread(page)
    .getByRole('listitem')
    .filter({ has: page.getByText('New messages', { exact: true }) })
  await expect(above).toContainText('First news')
  const before = await messageOf(page, 'Read 10.').boundingBox()
  await expect.poll(() => unreadOf(page, id)).toBe(0)
  await expect(marker(page)).toBeVisible()
  expect(await messageOf(page, 'Read 10.').boundingBox()).toEqual(before)

  await say(page, 'An answer')
  await phone.expectLatest(['An answer'])
  await phone.say('Third news')
  await expect(messageOf(page, 'Third news')).toBeInViewport()
  await expect(marker(page)).toHaveCount(1)
  await expect(above).toContainText('First news')
  await expect.poll(() => unreadOf(page, id)).toBe(0)

  // At the next visit there is nothing new, and what comes before the reader's eyes is not marked.
  await page.getByRole('link', { name: 'Back to list' }).click()
  await openThread(page, id)
  await expect(messageOf(page, 'Third news')).toBeInViewport()
  await expect(marker(page)).toHaveCount(0)
  await phone.say('Fourth news')
  await expect(messageOf(page, 'Fourth news')).toBeInViewport()
  await expect(marker(page)).toHaveCount(0)
  await expect.poll(() => unreadOf(page, id)).toBe(0)

  // What comes below the screen is.
  await thread(page).evaluate(element => element.scrollTo(0, 0))
  await expect(messageOf(page, 'Read 1.')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Newest messages' })).toBeVisible()
  await phone.say('Fifth news')
  await page.getByRole('button', { name: '1 new message' }).click()
  await expect(marker(page)).toBeInViewport()
  await expect(above).toContainText('Fifth news')
  await expect.poll(() => unreadOf(page, id)).toBe(0)
  await expect(marker(page)).toBeInViewport()
})
