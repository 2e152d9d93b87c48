import { sql } from 'kysely'
import type { AgentClient } from '../models/agent-client.ts'
import type { TestServer } from '../server.ts'
import type { Part } from './story.ts'

/** Fields that depend on the time or order of arrival, including ids. */
const ofArrival = new Set([
  'id',
  'conversation_id',
  'inbound_no',
  'is_read',
  'first_seen_at',
  'sender_id',
  'client_message_id',
])

/** With more, some would wait too long for a database connection. */
const atOnce = 8

/**
 * The content of each customer's open conversations, in the thread's order, without fields that depend on the order of arrival.
 * In
 * the customers' order.
 */
export async function outcomesOf(
  at: TestServer,
  agent: AgentClient,
  parts: readonly Part[],
): Promise<readonly (readonly unknown[])[]> {
  const places = await placesOf(at)
  const outcomes: (readonly unknown[])[] = []
  const queue = parts.entries()
  const work = async () => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      const [n, part] = next.value
      const own = places.get(digitsOf(part)) ?? []
      const found: unknown[] = []
      for (const place of own) found.push(await outcomeOf(agent, place))
      outcomes[n] = found
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}

interface Place {
  readonly id: number
  readonly wa_id: string | null
  readonly wa_user_id: string | null
}

/** The digits in every message id of a customer. */
const digitsOf = ({ number }: Part): string => number.slice(6)

/** The conversations that are not archived, by those digits. */
async function placesOf(at: TestServer): Promise<ReadonlyMap<string, readonly Place[]>> {
  const { rows } = await sql<Place & { digits: string }>`
    select distinct c.id, u.wa_id, u.wa_user_id, substring(m.wamid from '(\\d+)\\.\\d+$') as digits
    from messages m join conversations c on c.id = m.conversation_id join customers u on u.id = c.customer_id
    where c.status <> 'ARCHIVED' and m.wamid is not null order by 1`.execute(at.database.db)
  const places = new Map<string, Place[]>()
  for (const { digits, ...place } of rows) places.set(digits, [...(places.get(digits) ?? []), place])
  return places
}

async function outcomeOf(agent: AgentClient, { id, ...addresses }: Place): Promise<unknown> {
  const { reply } = await agent.get('history', { params: { id: String(id) } })
  const own = reply.messages.filter(({ source }) => source !== 'SYSTEM')
  const numbers = own.flatMap(({ inbound_no: no }) => no ?? []).toSorted((a, b) => a - b)
  return { addresses, numbers, messages: own.map(message => withoutArrival(message)) }
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
