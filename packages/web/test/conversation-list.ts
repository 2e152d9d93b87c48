import type { ConversationRow } from '@parley/core/conversations/api'
import { page } from 'vitest/browser'
import type * as z from 'zod'
import type { FakeApi } from './fake-api.ts'
import { conversation, customer, me } from './samples.ts'

type Row = z.input<typeof ConversationRow>

/** Each row has an id of its own, since the page remembers which row was opened last. */
let lastId = 1000

/** So many conversations of the signed-in agent, newest first: "Customer 1" with the number +256700000001, and so on. */
export const conversations = (count: number, fields: Partial<Row> = {}): Row[] =>
  Array.from({ length: count }, (_, at) => {
    lastId += 1
    return conversation({
      id: String(lastId),
      user: customer(`Customer ${at + 1}`, `+2567000${String(at + 1).padStart(5, '0')}`),
      agent: { id: me.id, name: me.name },
      last_activity: new Date(Date.UTC(2026, 2, 2, 9) - at * 60_000).toISOString(),
      reach: { has_window: false, wrote_at: null, closes_at: null, unreachable: null },
      ...fields,
    })
  })

/**
 * The server has these conversations: all, those of a status, of an id, of an agent or nobody, or with words in the customer's name; as they
 * are given, or turned round. */
export function serveConversations(api: FakeApi, rows: readonly Row[]): void {
  const counts: Record<string, number> = {}
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1
  const matches = (row: Row, { status, search, conversation_id, assignee_id }: Record<string, unknown>) =>
    (status === undefined || row.status === status) &&
    (assignee_id === undefined || (row.agent?.id ?? 'none') === assignee_id) &&
    (typeof conversation_id !== 'string' || conversation_id.split(',').includes(row.id)) &&
    (typeof search !== 'string' || row.user.name?.toLowerCase().includes(search.toLowerCase()) === true)
  api.answer(
    'conversations',
    ({ query }) => {
      const found = rows.filter(row => matches(row, query))
      return query.order === 'oldest' ? found.toReversed() : found
    },
    { counts },
  )
}

export const search = () => page.getByRole('searchbox', { name: 'Search conversations' })
export const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
