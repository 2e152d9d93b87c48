import type { ApplicationKind, ApplicationStatus } from '@parley/core/applications/application'
import type { Brief } from '@parley/core/bot/brief'
import { closedStatuses } from '@parley/core/tickets/constants'
import { sql } from 'kysely'
import type { Address, ReachColumns } from '../../conversations/reach.ts'
import { isBotOn } from '../../conversations/with-bot.ts'
import { statement } from '../../db/statement.ts'
import type { Reader } from '../../db/write.ts'
import { isInSight, type Sight } from '../../sight/queries.ts'

/*
 * What a brief is read from. What the bot knew is what it handed over with; while it has the conversation, what it
 * remembers now. Words are read from the messages alone, so that what is gone there is gone here.
 */

interface Standing extends ReachColumns, Address {
  readonly customer_id: number
  readonly bot_on: boolean
  readonly reason: string | null
  readonly handed_over_at: Date | null
  readonly state: unknown
  readonly previous_name: string | null
  readonly previous_at: Date | null
}

const known = `coalesce((
    select h.state from bot_handovers h join conversations o on o.id = h.conversation_id and not o.with_bot
    where h.conversation_id = $1::bigint order by h.at desc, h.id desc limit 1),
  (select state from bot_states where conversation_id = $1::bigint), '{}'::jsonb)`

/** How a conversation stands; no row: there is none. */
export const briefStandingOf = statement<Standing>(
  'brief_standing',
  `select c.customer_id, c.customer_wrote_at, c.window_refused_at, c.unreachable, c.unreachable_at, c.number_gone, c.peer,
     cu.wa_id, cu.wa_user_id, h.reason, h.at as handed_over_at, ${known} as state,
     ${isBotOn('c.phone_number_id')} as bot_on,
     p.name as previous_name, p.at as previous_at
   from conversations c join customers cu on cu.id = c.customer_id
   left join lateral (
     select reason, at from bot_handovers where conversation_id = c.id order by at desc, id desc limit 1
   ) h on not c.with_bot
   left join lateral (
     select a.name, o.at from owner_changes o join agents a on a.id = o.from_id
     where o.conversation_id = c.id and o.from_id is distinct from c.assignee_id order by o.at desc, o.id desc limit 1
   ) p on true
   where c.id = $1::bigint`,
)

interface Word {
  readonly id: number
  readonly content: string
}

/** The customer's messages that the bot refers to, as long as they have words. */
export const wordsOf = statement<Word>(
  'brief_words',
  `with known as (select ${known} as state)
   select m.id, m.content from messages m
   where m.conversation_id = $1::bigint and m.source = 'CUSTOMER' and m.content <> '' and m.revoked_at is null
     and m.id in (
       select (one->>'message_id')::bigint from known, jsonb_array_elements(state->'answered') one
       union select one::bigint from known, jsonb_array_elements_text(state->'unclear') one
       union select value::bigint from known, jsonb_each_text(state->'named_in'))`,
)

interface Line {
  readonly from: Brief['last_lines'][number]['from']
  readonly text: string
  readonly message_type: string
  readonly at: Date
}

/** What was written last, newest first; what the customer never got was not said. */
export const lastLinesOf = statement<Line>(
  'brief_lines',
  `select case m.source when 'CUSTOMER' then 'customer' when 'BOT' then 'bot' else 'agent' end as "from",
     m.content as text, m.message_type, m.at
   from messages m
   where m.conversation_id = $1::bigint and m.source in ('CUSTOMER', 'BOT', 'AGENT') and m.revoked_at is null
     and not (m.direction = 'OUTBOUND' and m.status = 'failed')
     and (m.content <> '' or exists (select 1 from message_attachments f where f.message_id = m.id))
   order by m.at desc, m.id desc limit 3`,
)

interface OpenTicket {
  readonly number: string
  readonly title: string
}

const mostTickets = 10

const tickets = statement<OpenTicket>(
  'brief_tickets',
  `select ticket_number as number, title from tickets
   where conversation_id = $1::bigint and status <> all($2::text[]) order by id desc limit $3::int`,
)

/** The tickets of a conversation that are not done with, newest first. */
export const openTicketsOf = (reader: Reader, conversationId: number): Promise<readonly OpenTicket[]> =>
  tickets(reader, [conversationId, [...closedStatuses], mostTickets])

interface ApplicationRow {
  readonly kind: ApplicationKind
  readonly id: number
  readonly status: ApplicationStatus
}

const mostApplications = 10

/** A customer's applications that are in sight, newest first. */
export async function applicationsInSight(
  reader: Reader,
  customerId: number,
  sight: Sight,
): Promise<readonly ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`
    select x.kind, x.id, x.status from applications x join conversations c on c.id = x.conversation_id
    where x.customer_id = ${customerId} and ${isInSight(sight)}
    order by x.id desc limit ${mostApplications}`.execute(reader)
  return rows
}
