import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConsole, setTime } from '../../../test/console.tsx'
import { conversations, search, serveConversations, tab } from '../../../test/conversation-list.ts'
import {
  address,
  conversationCell,
  conversationList,
  conversationRows,
  focusOn,
  navigation,
} from '../../../test/screen.ts'
import type { FakeApi } from '../../../test/fake-api.ts'
import { conversation, customer } from '../../../test/samples.ts'

const phoneSize = [390, 844] as const
const statuses = ['ACTIVE', 'ACTIVE', 'ACTIVE', 'RESOLVED', 'RESOLVED', 'DORMANT', 'ARCHIVED'] as const
const ofEachStatus = () => statuses.flatMap(status => conversations(1, { status }))
const more = () => page.getByRole('button', { name: /^(More|Archived|Transferred)/ })
const item = (name: RegExp) => navigation().getByRole('link', { name })
const open = (path: string, list: ReturnType<typeof conversations>) =>
  openConsole(path, { given: api => serveConversations(api, list) })

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  [7, '7 unread messages of yours'],
  [120, '99+'],
])('[CLIST-01] the top bar names the screen, and says of %i unread messages "%s"', async (total, shown) => {
  await openConsole('/conversations', {
    given: api => api.answer('unreadStats', { total_unread_messages: total }),
  })
  await expect.element(page.getByRole('banner')).toHaveTextContent(shown)
  await expect.element(page.getByRole('banner').getByRole('heading')).toHaveTextContent(/^Conversations$/)
})

test('[CLIST-07] the columns stand in their order', async () => {
  await open('/conversations', conversations(1))
  const titles = () =>
    conversationList()
      .getByRole('columnheader')
      .elements()
      .map(title => title.textContent?.trim())
  await expect
    .poll(titles)
    .toEqual(['Customer', 'Last Message', 'Status', 'Assigned', 'Ticket No.', 'Time', 'Actions'])
})

const said = {
  id: '9',
  content: 'Good morning',
  created_at: '2026-03-02T08:00:00.000Z',
  message_type: 'text',
  direction: 'INBOUND',
  source: 'CUSTOMER',
  sender_id: null,
  sender_name: null,
  has_attachments: false,
} as const

test.each([
  [
    'all that it can have',
    { unread_count: 3, agent: { id: '1', name: 'agent' }, last_message: said } as const,
    { id: '4', ticket_number: 'TCK-00004' },
    [/Nakato Prossy.*3 unread messages$/, /^Good morning$/, /^Active$/, /^Assignedyou$/, /^TCK-00004$/],
  ],
  [
    'no name, no message, a colleague, and a ticket without a number',
    { user: customer(null), status: 'RESOLVED', agent: { id: '2', name: 'Brian' } } as const,
    { id: '5', ticket_number: null },
    [/Customer \(\+256700000001\)/, /^No messages yet$/, /^Resolved$/, /^AssignedBrian$/, /^T-5$/],
  ],
  [
    'neither an agent nor a ticket',
    { status: 'DORMANT', agent: null } as const,
    null,
    [/Nakato Prossy(?!.*unread)/, /^No messages yet$/, /^Dormant$/, /^Unassigned$/, /^None$/],
  ],
])(
  '[CLIST-08 CLIST-09 CLIST-10 CLIST-11 CLIST-12 CLIST-13 Q-061] a row with %s says so in its cells',
  async (_, fields, ticket, shown) => {
    await open('/conversations', [conversation({ id: '71', ticket, ...fields })])
    for (const [column, words] of shown.entries())
      await expect.element(conversationCell(0, column)).toHaveTextContent(words)
    await expect
      .poll(() =>
        conversationCell(0, 0)
          .element()
          .textContent?.replaceAll(/[^\d+]/g, ''),
      )
      .toContain('+256700000001')
    const view = conversationRows().nth(0).getByRole('link', { name: 'View' })
    await expect.element(view).toHaveTextContent(/^View$/)
    await expect.element(view).toHaveAttribute('href', '/conversations/71')
  },
)

test.each([
  ['of today', '2026-03-04T05:15:00.000Z', /^08:15$/],
  ['of late yesterday in UTC, which is today here', '2026-03-03T21:30:00.000Z', /^00:30$/],
  ['of this week', '2026-03-01T05:15:00.000Z', /^Sun$/],
  ['of a week ago', '2026-02-25T05:15:00.000Z', /^Feb 25$/],
])(
  '[CLIST-14 CLIST-15 CLIST-16 Q-063 Q-101] a time %s is as long as its age asks for, with the full date',
  async (_, at, shown) => {
    setTime('2026-03-04T09:30:00+03:00')
    await open('/conversations', conversations(1, { last_activity: at }))
    const time = conversationCell(0, 5).getByRole('time')
    await expect.element(time).toHaveTextContent(shown)
    await expect.element(time).toHaveAttribute('title', expect.stringContaining('2026'))
  },
)

test('[CLIST-05 CLIST-06 Q-063] the tabs say how many there are and filter, newest first; All clears the filter', async () => {
  const list = ofEachStatus()
  await open('/conversations', list)
  const tabs = () =>
    page
      .getByRole('tab')
      .elements()
      .map(one => one.textContent)
  await expect.poll(tabs).toEqual(['All7', 'Active3', 'Resolved2', 'Dormant1'])
  const links = () =>
    conversationRows()
      .getByRole('link')
      .elements()
      .map(link => link.getAttribute('href'))
  const hrefs = (status?: string) =>
    list.filter(row => (status ?? row.status) === row.status).map(({ id }) => `/conversations/${id}`)
  await expect.poll(links).toEqual(hrefs())
  for (const status of ['Active', 'Resolved', 'Dormant']) {
    await tab(status).click()
    const wanted = hrefs(status.toUpperCase())
    await expect.poll(links).toEqual(wanted)
    await expect.element(conversationList()).toHaveAttribute('aria-rowcount', String(wanted.length + 1))
    for (const at of wanted.keys())
      await expect.element(conversationCell(at, 2)).toHaveTextContent(new RegExp(`^${status}$`))
  }
  await tab('All').click()
  await expect.element(conversationList()).toHaveAttribute('aria-rowcount', '8')
  await expect.poll(address).toBe('/conversations')
})

test('[CLIST-03] Refresh fetches the list again', async () => {
  const api = await open('/conversations', conversations(1))
  await expect.element(conversationCell(0, 0)).toHaveTextContent('Customer 1')
  serveConversations(api, conversations(2))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(conversationList()).toHaveAttribute('aria-rowcount', '3')
})

test('[CLIST-05 Q-064] the tabs and More add up to All; More filters, and gives the focus back', async () => {
  await open('/conversations', ofEachStatus())
  await expect.element(more()).toHaveTextContent(/^More1$/)
  // The menu's code comes with the first press, and the focus goes back to where that was.
  focusOn(more())
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitemradio', { name: 'Archived' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(more()).toHaveFocus()
  await more().click()
  await page.getByRole('menuitemradio', { name: 'Archived' }).click()
  await expect.poll(address).toBe('/conversations?status=archived')
  await expect.element(conversationList()).toHaveAttribute('aria-rowcount', '2')
  await expect.element(more()).toHaveTextContent(/^Archived1$/)
  expect(page.getByRole('tab', { selected: true }).elements()).toEqual([])
})

test('[CLIST-05 Q-064] the arrows, Home and End choose a tab, which names the list', async () => {
  await open('/conversations?status=archived', ofEachStatus())
  await expect.element(more()).toHaveTextContent(/^Archived1$/)
  focusOn(more())
  await userEvent.tab({ shift: true })
  await expect.element(tab('All')).toHaveFocus()
  expect(page.getByRole('tab', { selected: true }).elements()).toEqual([])
  for (const [key, status] of [
    ['Enter', 'All'],
    ['ArrowRight', 'Active'],
    ['End', 'Dormant'],
    ['ArrowRight', 'All'],
    ['ArrowLeft', 'Dormant'],
    ['Home', 'All'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(tab(status)).toHaveFocus()
    await expect.element(tab(status)).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('tabpanel')).toHaveAccessibleName(new RegExp(`^${status}`))
  }
})

test('[CLIST-06] All clears a filter that no tab shows', async () => {
  await open('/conversations?status=archived&assignee=none', ofEachStatus())
  await tab('All').click()
  await expect.poll(address).toBe('/conversations')
})

test('[CLIST-19] open issues are asked of the server', async () => {
  const api = await open('/conversations', conversations(1))
  const box = page.getByRole('checkbox', { name: 'Open issues' })
  await box.click()
  await expect
    .poll(() => api.askedFor('conversations').some(({ query }) => query.has_open_issues === true))
    .toBe(true)
  await expect.poll(address).toBe('/conversations?issues=open')
  await expect.element(box).toBeChecked()
})

/** What was searched for in the list so far. */
const searched = (api: FakeApi) =>
  new Set(api.askedFor('conversations').flatMap(({ query }) => query.search ?? []))

/** Types into the search box letter by letter, with no time between two letters. */
function typeAtOnce(text: string): void {
  const box = search().element() as HTMLInputElement
  for (const letter of text) {
    box.setRangeText(letter, box.value.length, box.value.length, 'end')
    box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: letter }))
  }
}

test('[CLIST-02] typing is debounced: the letters of a word are not searched for; the caret stays', async () => {
  const api = await open('/conversations', conversations(2))
  await expect.element(search()).toHaveAttribute('placeholder', 'Search conversations...')
  await search().click()
  typeAtOnce('mer 2')
  await expect.element(conversationList()).toHaveAttribute('aria-rowcount', '2')
  expect([...searched(api)]).toEqual(['mer 2'])
  await expect.element(search()).toHaveFocus()
})

test('[CLIST-02] what is typed stays in the search box while the list takes it up', async () => {
  await open('/conversations', conversations(2))
  await search().fill('claim')
  await expect.poll(address).toBe('/conversations?search=claim')
  const stood: (string | null)[] = []
  const box = search().element()
  // A value that React sets is also written to the attribute.
  const observer = new MutationObserver(() => stood.push(box.getAttribute('value')))
  observer.observe(box, { attributeFilter: ['value'] })
  await search().fill('premium')
  await expect.poll(address).toBe('/conversations?search=premium')
  await expect.element(search()).toHaveValue('premium')
  observer.disconnect()
  expect(stood).toEqual(['premium'])
})

test('[CLIST-02] the search box shows what the address says: a link to the whole list empties it', async () => {
  await open('/conversations?search=premium', conversations(2))
  await expect.element(search()).toHaveValue('premium')
  await item(/^Conversations/).click()
  await expect.element(search()).toHaveValue('')
  history.back()
  await expect.element(search()).toHaveValue('premium')
})

test('[CLIST-17 CLIST-18] nothing found reads so, and Escape in the search box brings the list back', async () => {
  await open('/conversations', conversations(2))
  await search().fill('no customer is called this')
  await expect.element(page.getByText('No conversations found')).toBeVisible()
  await expect.element(page.getByText('Try adjusting your filters')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(conversationRows().nth(1)).toBeVisible()
})

test('[CLIST-02] on a phone the search box has room for its words', async () => {
  await openConsole('/conversations', { size: phoneSize })
  const box = page.getByPlaceholder('Search conversations...')
  await expect.element(box).toBeVisible()
  const { right, width } = box.element().getBoundingClientRect()
  expect(width).toBeGreaterThan(140)
  expect(right).toBeLessThanOrEqual(390)
})

test('[CLIST-08] on a phone each conversation is a card of two lines', async () => {
  await openConsole('/conversations', {
    size: phoneSize,
    given: api => serveConversations(api, conversations(2)),
  })
  await expect.element(conversationRows().nth(0)).toHaveTextContent('Customer 1')
  expect(
    conversationRows()
      .nth(0)
      .element()
      .textContent?.replaceAll(/[^\d+]/g, ''),
  ).toContain('+256700000001')
  expect(conversationRows().nth(0).element().getBoundingClientRect().width).toBeLessThanOrEqual(390)
  expect(conversationRows().nth(0).getByRole('gridcell').elements()).toHaveLength(1)
})

test('[CLIST-01 ERR-09 ERR-20 Q-005] unread counts that cannot be fetched are zeros, marked as not current', async () => {
  const warned = vi.spyOn(console, 'warn')
  await openConsole('/conversations', { given: api => api.cut('unreadStats') })
  await expect
    .element(page.getByRole('banner').getByTitle('0 unread messages of yours, may be out of date'))
    .toBeVisible()
  expect(warned.mock.calls.map(([words]) => words)).toContain('Failed to fetch unread statistics')
})
