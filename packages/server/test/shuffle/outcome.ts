import { sql } from 'kysely'
import type { AgentClient } from '../agent-client.ts'
import type { TestServer } from '../server.ts'
import type { Part } from './story.ts'

/** What depends on when something arrived, and so on its order; ids too. */
const ofArrival = new Set([
  'id',
  'conversation_id',
  'inbound_no',
  'is_read',
  'first_seen_at',
  'sender_id',
  'client_message_id',
])

/** What stands in the open conversation of a customer, in the thread's order, without what depends on the order of arrival. */
export async function outcomeOf(at: TestServer, agent: AgentClient, part: Part): Promise<readonly unknown[]> {
  const { rows } = await sql<{ id: number; wa_id: string | null; wa_user_id: string | null }>`
    select distinct c.id, u.wa_id, u.wa_user_id from messages m join conversations c on c.id = m.conversation_id
    join customers u on u.id = c.customer_id
    where c.status <> 'ARCHIVED' and m.wamid like ${`wamid.%${part.number.slice(6)}.%`}
    order by 1`.execute(at.database.db)
  return Promise.all(
    rows.map(async ({ id, ...addresses }) => {
      const { reply } = await agent.get('history', { params: { id: String(id) } })
      const own = reply.messages.filter(({ source }) => source !== 'SYSTEM')
      const numbers = own.flatMap(({ inbound_no: no }) => no ?? []).toSorted((a, b) => a - b)
      return { addresses, numbers, messages: own.map(message => withoutArrival(message)) }
    }),
  )
}

function withoutArrival(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutArrival)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      ofArrival.has(name) ? [] : [[name, withoutArrival(field)]],
    ),
  )
}
