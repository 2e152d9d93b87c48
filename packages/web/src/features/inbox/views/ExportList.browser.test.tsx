import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../../../test/console.tsx'
import { conversations, serveConversations } from '../../../../test/conversation-list.ts'
import { downloaded } from '../../../../test/figures.ts'

const item = () => page.getByRole('menuitem', { name: 'Download CSV' })
const openMenu = () => page.getByRole('button', { name: 'Views' }).click()

test('[Q-421] the list that a filter shows is a file, with the rows that are not loaded yet', async () => {
  const rows = conversations(600, { unread_count: 2 })
  const api = await openConsole('/conversations?status=active', {
    given: one => serveConversations(one, rows),
  })
  api.answer('conversations', ({ query: { limit, after } }) => {
    const from = rows.findIndex(row => row.id === after) + 1
    return rows.slice(from, from + limit)
  })
  await openMenu()
  const file = await downloaded(item())
  expect(file.name).toBe('conversations_active.csv')
  expect(file.lines[0]).toMatch(
    /^Customer,Phone number,Last Message,Status,Assigned,Ticket No\.,Unread,Time \(/,
  )
  expect(file.lines[1]).toMatch(/^Customer 1,\+256700000001,,Active,agent,,2,2026-03-02 \d\d:00:00$/)
  expect(file.lines).toHaveLength(601)
  const asked = api.askedFor('conversations').slice(-2)
  expect(asked.map(({ query }) => [query.status, query.limit, query.after])).toEqual([
    ['ACTIVE', 500, undefined],
    ['ACTIVE', 500, rows[499]?.id],
  ])
})

test('[Q-421] a file ends at ten thousand rows', async () => {
  const rows = conversations(500)
  const api = await openConsole('/conversations', { given: one => serveConversations(one, rows) })
  api.answer('conversations', rows)
  await openMenu()
  const file = await downloaded(item())
  expect(file.lines).toHaveLength(10_001)
  expect(api.askedFor('conversations').filter(({ query }) => query.limit === 500)).toHaveLength(20)
})

test('[Q-421] a file that cannot be fetched says so', async () => {
  const api = await openConsole('/conversations', {
    logs: /500/,
    given: one => serveConversations(one, conversations(1)),
  })
  await openMenu()
  await expect.element(item()).toBeVisible()
  api.fail('conversations')
  await item().click()
  await expect.element(page.getByText(/^The table could not be downloaded/)).toBeVisible()
})
