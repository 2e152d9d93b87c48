import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole, setTime } from '../../../test/console.tsx'
import { serveConversations } from '../../../test/conversation-list.ts'
import { address } from '../../../test/screen.ts'
import type { FakeApi, ReplyOf } from '../../../test/fake-api.ts'
import { conversation } from '../../../test/samples.ts'

const strip = () => page.getByRole('region', { name: 'Waiting for you' })
const expectCount = (name: string, count: string) =>
  expect.poll(() => countOf(name).query()?.querySelector('b')?.textContent).toBe(count)
const countOf = (name: string) => strip().getByRole('listitem').filter({ hasText: name })
const whose = { conversation_id: '7', customer_name: 'Nakato Prossy', phone_number: '+256700000001' }

const next: ReplyOf<'nextUp'> = {
  offers: [],
  first: null,
  closing: 1,
  tickets: 3,
  reminders: {
    count: 1,
    first: { conversation_id: '7', message_id: '9', due_at: '2026-03-02T10:00:00.000Z' },
  },
  back: 1_004,
}

async function openHome(fields: Partial<typeof next> = {}, given?: (api: FakeApi) => void) {
  setTime('2026-03-02T12:30:00+03:00')
  const api = await openConsole('/', {
    given: one => {
      one.answer('nextUp', { ...next, ...fields })
      one.answer('unreadStats', { total_unread_messages: 5, conversations_with_unread: 2 })
      serveConversations(one, [conversation({ id: '7' })])
      given?.(one)
    },
  })
  await expect.element(strip()).toBeVisible()
  await expectCount('Open tickets', '3')
  return api
}

test('[Q-251] one low strip under the greeting, above the figures, counts what waits until the end of the day', async () => {
  const api = await openHome()
  await expectCount('Unread conversations', '2')
  await expectCount('Closing soon', '1')
  await expectCount('Reminders today', '1')
  await expectCount('Returning today', '1,004')
  await expect.element(strip()).toHaveTextContent('No customers are waiting for you.')
  const { top, height } = strip().element().getBoundingClientRect()
  expect(height).toBeLessThanOrEqual(120)
  const figures = page.getByRole('region', { name: 'Key figures' })
  expect(top).toBeLessThan(figures.element().getBoundingClientRect().top)
  // The browser's zone is three hours ahead of UTC.
  expect(api.askedFor('nextUp')[0]?.query.until).toMatch(/T21:00:00\.000Z$/)
})

test.each([
  ['Unread conversations', '/inbox?view=mine'],
  ['Closing soon', '/inbox?view=closing'],
  ['Open tickets', '/tickets'],
  ['Returning today', '/inbox?view=snoozed'],
  ['Reminders today', '/conversations/7?message=9'],
])('[Q-251] %s is a press away from its place, %s', async (name, path) => {
  await openHome()
  await strip().getByRole('link', { name }).click()
  await expect.poll(address).toBe(path)
})

test('[Q-251] who is first is named with the wait, and leads to the conversation', async () => {
  await openHome({ first: { ...whose, waiting_since: '2026-03-02T09:10:00.000Z', is_own: false } })
  const first = strip().getByRole('link', { name: /^Next: / })
  await expect.element(first).toHaveTextContent(/Nakato Prossy.*20 m.*unassigned/)
  await first.click()
  await expect.poll(address).toBe('/conversations/7')
})

test('[Q-251] the strip follows what changes', async () => {
  const api = await openHome({}, given => serveConversations(given, [conversation({ id: '7' })]))
  await expect.element(strip()).toBeVisible()
  api.answer('nextUp', { ...next, closing: 3 })
  api.publish({ event: 'conversation', data: conversation({ id: '7', version: 2 }) })
  await expectCount('Closing soon', '3')
})
