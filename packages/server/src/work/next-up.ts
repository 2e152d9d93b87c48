import type { ConversationId, MessageId } from '@parley/core/ids'
import type { NextUp } from '@parley/core/work/api'
import { closedStatuses } from '@parley/core/tickets/constants'
import { type RawBuilder, sql } from 'kysely'
import { isDeliverable, isInQueue, waitingSince, waitOrder } from '../conversations/queue.ts'
import type { Reader } from '../db/write.ts'
import { isVisible, type VisibilityScope } from '../visibility/queries.ts'

interface NextFor {
  readonly agentId: number
  readonly visibility: VisibilityScope
  /** The end of the agent's day. */
  readonly until: Date
}

const mostOffers = 20
/** As in the queue's counts. */
const mostClosing = 1_000

/** Times within JSON are texts. */
interface Row {
  readonly offers: readonly (Whose & { readonly deadline: string })[]
  readonly own: (Whose & { readonly since: string }) | null
  readonly nobodys: (Whose & { readonly since: string }) | null
  readonly closing: number
  readonly tickets: number
  readonly reminders: number
  readonly reminder: { readonly id: number; readonly message: number; readonly due: string } | null
  readonly back: number
}

interface Whose {
  readonly id: number
  readonly name: string | null
  readonly phone: string | null
}

const closed = sql.join(closedStatuses.map(status => sql.lit(status)))

/** The first of the matching conversations `c` whose customer waits for an answer that can be given. */
const firstOf = (where: RawBuilder<unknown>) => sql`(
  select jsonb_build_object('id', f.id, 'name', u.name, 'phone', u.phone, 'since', f.since)
  from (
    select c.id, c.customer_id, ${waitingSince} as since from conversations c
    where ${isInQueue('waiting')} and ${isDeliverable} and ${where} order by ${waitOrder} limit 1
  ) f join customers u on u.id = f.customer_id)`

export async function nextUp(reader: Reader, { agentId, visibility, until }: NextFor): Promise<NextUp> {
  const isOwn = sql`c.assignee_id = ${agentId}::bigint`
  const seen = isVisible(visibility)
  const count = (from: RawBuilder<unknown>) => sql`(select count(*)::int from ${from})`
  const reminders = sql`
    reminders r join conversations c on c.id = r.conversation_id
    where r.agent_id = ${agentId}::bigint and r.done_at is null and r.due_at < ${until}::timestamptz and ${seen}`
  const { rows } = await sql<Row>`
    select
      coalesce((
        select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'phone', q.phone, 'deadline', q.deadline)
          order by q.deadline, q.id)
        from (
          select c.id, u.name, u.phone, o.deadline from assignments o
          join conversations c on c.id = o.conversation_id join customers u on u.id = c.customer_id
          where o.state = 'offered' and o.agent_id = ${agentId}::bigint
          order by o.deadline, c.id limit ${sql.lit(mostOffers)}
        ) q), '[]') as offers,
      ${firstOf(isOwn)} as own,
      ${firstOf(sql`c.assignee_id is null`)} as nobodys,
      ${count(sql`(select 1 from conversations c
        where ${isInQueue('closing')} and ${seen} limit ${sql.lit(mostClosing)}) q`)} as closing,
      ${count(sql`tickets t join conversations c on c.id = t.conversation_id
        where ${isOwn} and c.ticket_priority is not null and t.status not in (${closed})`)} as tickets,
      ${count(reminders)} as reminders,
      (select jsonb_build_object('id', q.id, 'message', q.message, 'due', q.due) from (
        select r.conversation_id as id, r.message_id as message, r.due_at as due from ${reminders}
        order by r.due_at, r.id limit 1) q) as reminder,
      ${count(sql`conversations c where c.snoozed_until < ${until}::timestamptz and ${isInQueue('snoozed')}
        and (${isOwn} or c.snoozed_by = ${agentId}::bigint) and ${seen}`)} as back`.execute(reader)
  const [row] = rows
  if (row === undefined) throw new Error("The query for an agent's next work returned no row")
  const { closing, tickets, back } = row
  return {
    offers: row.offers.map(offer => ({ ...whoseOf(offer), deadline: timeOf(offer.deadline) })),
    first: firstUp(row),
    closing,
    tickets,
    reminders: {
      count: row.reminders,
      first: row.reminder && {
        conversation_id: idOf(row.reminder.id),
        message_id: String(row.reminder.message) as MessageId,
        due_at: timeOf(row.reminder.due),
      },
    },
    back,
  }
}

function firstUp({ own, nobodys }: Row): NextUp['first'] {
  const first = own ?? nobodys
  return first && { ...whoseOf(first), waiting_since: timeOf(first.since), is_own: own !== null }
}

const idOf = (id: number) => String(id) as ConversationId
const timeOf = (text: string) => new Date(text).toISOString()
const whoseOf = ({ id, name, phone }: Whose) => ({
  conversation_id: idOf(id),
  customer_name: name,
  phone_number: phone,
})
