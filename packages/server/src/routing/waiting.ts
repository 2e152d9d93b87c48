import { absences } from '@parley/core/assignments/rules'
import type { Candidate, Waiting } from '@parley/core/routing/rules'
import type { Language } from '@parley/core/text/languages'
import { type OfferMode, passedOverMs, previousOwnerMs } from '@parley/core/routing/constants'
import { sql } from 'kysely'
import { isOnline, passedAt, pauseOf, type PauseRow, workload } from '../agents/queries.ts'
import { statement } from '../db/connection/statement.ts'
import type { Reader } from '../db/write.ts'

/** A waiting conversation, with its place in the queue. */
export interface InQueue extends Waiting {
  readonly id: number
  readonly since: Date
}

/** Uses the index conversations_waiting. */
const waits = `c.assignee_id is null and not c.with_bot and c.status = 'ACTIVE' and c.human_wait_started_at is not null`

/** The settings, and whether any conversation waits: the whole cost of a check while the queue is empty. */
export const lookAtQueue = statement<{ readonly routing: unknown; readonly waits: boolean }>(
  'routing_look',
  `select r.value as routing, exists (select 1 from conversations c where ${waits}) as waits from routing r`,
)

/** Whether the agent of the offer `o` declined it since `since`, or ignored it while online. */
const saidNo = (since: string, absent: string) =>
  `o.state in ('rejected', 'expired') and o.ended_at > ${since}::timestamptz and coalesce(o.reason, '') <> all(${absent}::text[])`

/**
 * The agent who last took a conversation of this customer since `since`, or wrote in their own one. The time at which they
 * lost it does not count: a closed conversation keeps its owner until the customer writes again, even a year later.
 */
const previousOwner = (since: string) => `(select had.agent_id from (
    select oc.id, coalesce(oc.to_id, oc.from_id) as agent_id, case when oc.to_id is not null then oc.at else (
      select max(m.at) from messages m where m.conversation_id = x.id and m.at > ${since}::timestamptz
        and m.source = 'AGENT' and m.agent_id = oc.from_id) end as at
    from conversations x join owner_changes oc on oc.conversation_id = x.id
    where x.customer_id = c.customer_id and oc.at > ${since}::timestamptz) had
  where had.at is not null order by had.at desc, had.id desc limit 1)`

const pageSize = 100

const page = statement<{
  readonly id: number
  readonly since: Date
  readonly intent: string | null
  readonly language: Language | null
  readonly previous_owner: number | null
  readonly passed_over: number[]
}>(
  'routing_queue',
  `select c.id, c.human_wait_started_at as since, h.intent, h.language,
     ${previousOwner('$2')} as previous_owner,
     (select coalesce(json_agg(o.agent_id), '[]') from assignments o
      where o.conversation_id = c.id and ${saidNo('$3', '$4')}) as passed_over
   from conversations c
   left join lateral (
     select b.intent, b.state ->> 'language' as language from bot_handovers b
     where b.conversation_id = c.id order by b.at desc, b.id desc limit 1) h on true
   where ${waits} and (c.human_wait_started_at, c.id) > ($5::timestamptz, $6::bigint)
     and not exists (select 1 from assignments o where o.conversation_id = c.id and o.state = 'offered')
     and ($1::boolean or exists (select 1 from bot_handovers b where b.conversation_id = c.id))
   order by c.human_wait_started_at, c.id limit ${pageSize}`,
)

/** Conversations to be offered, the longest waiting first. */
export async function* queueOf(
  reader: Reader,
  offers: Exclude<OfferMode, 'none'>,
  now: Date,
): AsyncGenerator<InQueue> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  let after: { readonly since: Date; readonly id: number } = { since: new Date(0), id: 0 }
  for (;;) {
    const rows = await page(reader, [
      offers === 'all',
      ago(previousOwnerMs),
      ago(passedOverMs),
      absences,
      after.since,
      after.id,
    ])
    for (const row of rows) {
      const { id, since, intent, language, previous_owner: previousOwnerId, passed_over: passedOver } = row
      yield { id, since, intent, language, previousOwnerId, passedOver }
      after = row
    }
    if (rows.length < pageSize) return
  }
}

const passedOver = statement<{ readonly passed_over: boolean }>(
  'routing_passed_over',
  `select exists (select 1 from assignments o
     where o.conversation_id = $1::bigint and o.agent_id = $2::bigint and ${saidNo('$3', '$4')}) as passed_over`,
)

/** Whether an agent has declined a locked conversation since. */
export async function isPassedOver(
  reader: Reader,
  { conversationId, agentId }: { readonly conversationId: number; readonly agentId: number },
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - passedOverMs)
  const [row] = await passedOver(reader, [conversationId, agentId, since, absences])
  return row?.passed_over ?? false
}

type AgentRow = PauseRow & Omit<Candidate, 'lastActivityAt'> & { last_activity_at: Date | null }

/** Online agents who take conversations, including full ones, but not those for whom offers are paused. */
export async function presentAgents(reader: Reader, now: Date): Promise<Candidate[]> {
  const { rows } = await sql<AgentRow>`
    select a.id, a.department, a.skills, ${workload} as workload, a.max_capacity as capacity, a.last_activity_at,
      a.status_since, ${passedAt(now)} as passed_at
    from agents a where ${isOnline(now)} and a.takes_conversations`.execute(reader)
  return rows
    .filter(row => pauseOf(row, now) === null)
    .map(({ id, department, skills, workload: load, capacity, last_activity_at: at }) => ({
      id,
      department,
      skills,
      workload: load,
      capacity,
      lastActivityAt: at?.getTime() ?? null,
    }))
}
