import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole, setTime } from '../../../test/console.tsx'
import { conversation, customer, me } from '../../../test/samples.ts'

const greeting = () => page.getByRole('heading', { level: 2 }).first()

// The browser's zone is three hours ahead of UTC all year; its language is British English.
test.each([
  ['00:30', 'morning'],
  ['09:30', 'morning'],
  ['11:30', 'morning'],
  ['12:30', 'afternoon'],
  ['16:30', 'afternoon'],
  ['17:30', 'evening'],
  ['23:30', 'evening'],
])('[DASH-01 DASH-02 DASH-03] at %s the greeting is "Good %s" with the name', async (time, part) => {
  setTime(`2026-03-04T${time}:00+03:00`)
  await openConsole('/')
  await expect.element(greeting()).toHaveTextContent(`Good ${part}, agent`)
})

test('[DASH-02] a dashboard that was left open over night has the new day', async () => {
  setTime('2026-03-04T19:30:00+03:00')
  await openConsole('/')
  await expect.element(greeting()).toHaveTextContent('Good evening, agent')
  await expect.element(page.getByText(/^Wed,? 4 Mar\. Figures in/)).toBeVisible()
  setTime('2026-03-05T08:30:00+03:00')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(greeting()).toHaveTextContent('Good morning, agent')
  await expect.element(page.getByText(/^Thu,? 5 Mar\. Figures in/)).toBeVisible()
})

test('[DASH-01 Q-422] the greeting has the first name of who is signed in, and the day in the order of the browser’s English', async () => {
  setTime('2026-03-04T09:30:00+03:00')
  await openConsole('/', {
    name: 'amina',
    given: api => api.answer('availableAgents', [{ ...me, name: 'Amina Nakato', user_name: 'Amina Nakato' }]),
  })
  await expect.element(greeting()).toHaveTextContent(/^Good morning, Amina$/)
  await expect.element(page.getByText(/Wed,? 4 Mar\. Figures in/)).toBeVisible()
})

test('[DASH-04] with no user name the greeting uses the word "Agent"', async () => {
  await openConsole('/', { name: '' })
  await expect.element(greeting()).toHaveTextContent(/^Good (morning|afternoon|evening), Agent$/)
})

const said = {
  id: '9',
  created_at: '2026-03-02T08:00:00.000Z',
  message_type: 'text',
  sender_id: null,
  has_attachments: false,
} as const
const byCustomer = { ...said, direction: 'INBOUND', source: 'CUSTOMER', sender_name: null } as const
const answered = { ...said, direction: 'OUTBOUND' } as const
const phone = '+256700000001'

test.each([
  ['a name', customer('Nakato Prossy', phone), 'Nakato Prossy'],
  ['no name', customer(null, phone), `Customer (${phone})`],
])('[DASH-17 DASH-18] a customer with %s is named', async (_, user, shown) => {
  await openConsole('/', { given: api => api.answer('conversations', [conversation({ user })]) })
  const cell = recent().getByRole('row').nth(1).getByRole('cell').first()
  await expect.element(cell.getByRole('link')).toHaveTextContent(shown)
  await expect.element(cell).toHaveTextContent(/\+256 ?700 ?000 ?001/)
})

test.each([
  ['a customer', { ...byCustomer, content: 'Good morning' }, 'Good morning'],
  [
    'an automatic notice',
    { ...answered, source: 'SYSTEM', sender_name: 'Automatic notice', content: 'Hello' },
    'Automatic notice: Hello',
  ],
  ['the bot', { ...answered, source: 'BOT', sender_name: null, content: 'Hello' }, 'Bot: Hello'],
  [
    'oneself',
    { ...answered, source: 'AGENT', sender_id: '1', sender_name: 'agent', content: 'Hello' },
    'You: Hello',
  ],
  [
    'a colleague',
    { ...answered, source: 'AGENT', sender_id: '2', sender_name: 'Brian', content: 'Hello' },
    'Brian: Hello',
  ],
  [
    'a customer who writes much',
    { ...byCustomer, content: 'The first thirty characters of it\nand more' },
    'The first thirty characters of…',
  ],
] as const)('[DASH-19] the last message of %s reads as it should', async (_, last_message, shown) => {
  await openConsole('/', { given: api => api.answer('conversations', [conversation({ last_message })]) })
  await expect.element(recent().getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveTextContent(shown)
})

test('[ROUTE-03 DASH-17 DASH-20 DASH-21] Recent Conversations shows the first five, and leads to each and to all', async () => {
  const rows = Array.from({ length: 7 }, (_, at) =>
    conversation({ id: String(100 + at), unread_count: at, user: customer(`Customer ${at}`) }),
  )
  setTime('2026-03-12T12:00:00+03:00')
  await openConsole('/', { given: api => api.answer('conversations', rows) })
  for (const name of ['Customer', 'Last Message', 'Status', 'Unread', 'Time'])
    await expect.element(recent().getByRole('columnheader', { name, exact: true })).toBeVisible()
  const shown = recent()
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
  await expect.poll(() => shown.elements().length).toBe(5)
  await expect.element(shown.nth(0).getByRole('cell').nth(3)).toHaveTextContent('')
  await expect.element(shown.nth(2).getByRole('cell').nth(2)).toHaveTextContent(/^Active$/i)
  await expect.element(shown.nth(2).getByRole('cell').nth(3)).toHaveTextContent('2 unread messages')
  await expect.element(shown.nth(2).getByRole('cell').nth(4)).toHaveTextContent(/^[A-Z][a-z]{2} \d{1,2}$/)
  await shown.nth(0).getByRole('link').click()
  await expect.poll(() => location.pathname).toBe('/conversations/100')
  history.back()
  await page.getByRole('link', { name: 'View All' }).click()
  await expect.poll(() => location.pathname).toBe('/conversations')
})

test('[DASH-22 CONV-01] a status has its colour: green, blue, grey, lighter grey and yellow', async () => {
  const statuses = ['ACTIVE', 'RESOLVED', 'DORMANT', 'ARCHIVED', 'TRANSFERRED'] as const
  const rows = statuses.map((status, at) => conversation({ id: String(100 + at), status }))
  await openConsole('/', { given: api => api.answer('conversations', rows) })
  const colours: Record<string, { lightness: number; chroma: number; hue: number }> = {}
  for (const status of statuses) {
    const badge = recent()
      .getByText(new RegExp(`^${status}$`, 'i'))
      .first()
    await expect.element(badge).toBeVisible()
    const dot = getComputedStyle(badge.element(), '::before').backgroundColor
    const [lightness = 0, chroma = 0, hue = 0] = (/oklch\((.*)\)/.exec(dot)?.[1] ?? '').split(' ').map(Number)
    colours[status] = { lightness, chroma, hue }
  }
  const within = (low: number, high: number) => ({ asymmetricMatch: (x: number) => x >= low && x <= high })
  expect(colours).toEqual({
    ACTIVE: { lightness: within(0.4, 0.8), chroma: within(0.08, 0.3), hue: within(130, 170) },
    RESOLVED: { lightness: within(0.4, 0.8), chroma: within(0.08, 0.3), hue: within(240, 270) },
    DORMANT: { lightness: within(0.4, 0.8), chroma: within(0, 0.03), hue: within(0, 360) },
    ARCHIVED: { lightness: within(0.82, 0.99), chroma: within(0, 0.03), hue: within(0, 360) },
    TRANSFERRED: { lightness: within(0.6, 0.9), chroma: within(0.08, 0.3), hue: within(60, 100) },
  })
})

test('[Q-251] what waits for me cannot be asked for: dashes and words, and Retry', async () => {
  const api = await openConsole('/', { given: given => given.fail('nextUp', 503) })
  const strip = page.getByRole('region', { name: 'Waiting for you' })
  await expect.element(strip).toHaveTextContent('Your waiting customers could not be loaded')
  const closing = strip.getByRole('listitem').filter({ hasText: 'Closing soon' })
  await expect.element(closing).toHaveTextContent('–')
  api.answer('nextUp', {})
  await strip.getByRole('button', { name: 'Retry' }).click()
  await expect.element(closing).toHaveTextContent(/\d/)
  await expect.element(strip.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

/** What every page asks for, and again by itself. */
const ofTheShell = new Set([
  'availableAgents',
  'pollNotifications',
  'unreadStats',
  'capabilities',
  'socketTicket',
  'messageDrafts',
])

test('[Q-251 Q-160] the dashboard opens with at most six calls beside the shell’s', async () => {
  const api = await openConsole('/')
  await expect.element(page.getByRole('region', { name: 'Waiting for you' })).toHaveTextContent(/\d/)
  const own = () => api.asked.map(({ name }) => name).filter(name => !ofTheShell.has(name))
  await expect.poll(own).toContain('nextUp')
  expect(own().length, own().join('\n')).toBeLessThanOrEqual(6)
})

function recent() {
  return page.getByRole('table', { name: 'Recent Conversations' })
}
