import pg from 'pg'
import { firstConversation, firstMessage, perConversation } from './crowd.ts'

const firstTicket = 5_000_000_000
const firstReminder = 6_000_000_000
/** So many conversations have a ticket each, the first of them open; and a reminder each, half of them done. */
const everyTicket = 5
const open = 0.1
const everyReminder = 20

/**
 * Gives a crowd what a desk works with: a hundredth of the active ones waits for a person, as many are put off, each fifth has a
 * ticket more, of all priorities and mostly closed, each twentieth a reminder. Answers whether it had to.
 */
export async function fillFollowUp(url: string, conversations: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ filled: string | null }>(
      `select to_regclass('bench_follow_up') as filled`,
    )
    if (rows[0]?.filled !== null) return false
    await client.query('set session_replication_role = replica')
    for (const statement of statements(conversations)) await client.query(statement)
    for (const table of ['conversations', 'tickets', 'reminders'])
      await client.query(`vacuum analyze ${table}`)
    await client.query('create table bench_follow_up ()')
    return true
  } finally {
    await client.end()
  }
}

const priority = `(array['LOW', 'MEDIUM', 'HIGH', 'URGENT'])[1 + n / 3 % 4]`
const agents = '(select array_agg(id order by id) as ids from agents) agents'

/** Of all agents: whose a conversation is goes by its number. */
const oneOf100 = (no: number) => `(hashint8(id) & 65535) % 100 = ${no}`

const statements = (conversations: number): readonly string[] => [
  `insert into tickets (id, ticket_number, conversation_id, title, status, priority, created_at, updated_at, resolved_at)
   select ${firstTicket} + n, 'TCK-' || (900000 + n), ${firstConversation} + n * ${everyTicket},
     'Premium of policy ' || n || ' is not there', case when n % ${1 / open} = 0
       then (array['NEW', 'ASSIGNED', 'IN_PROGRESS', 'WAITING_ON_CUSTOMER'])[1 + n / ${1 / open} % 4]
       else (array['RESOLVED', 'CLOSED'])[1 + n % 2] end, ${priority},
     now() - n * interval '11 minutes', now() - n * interval '7 minutes',
     case when n % ${1 / open} <> 0 then now() - n * interval '7 minutes' end
   from generate_series(0, ${conversations / everyTicket - 1}) n`,
  `insert into reminders (id, conversation_id, message_id, agent_id, text, due_at, set_at, told_at, done_at)
   select ${firstReminder} + n, ${firstConversation} + n * ${everyReminder},
     ${firstMessage} + n * ${everyReminder * perConversation}, agents.ids[1 + n / 3 % array_length(agents.ids, 1)], 'Call back',
     now() + (n % 200 - 199) * interval '1 day', now() - interval '200 days', now(), case when n % 2 = 0 then now() end
   from generate_series(0, ${conversations / everyReminder - 1}) n, ${agents}`,
  `update conversations set human_wait_started_at = last_activity - interval '3 minutes'
   where ${oneOf100(7)} and status = 'ACTIVE'`,
  `update conversations set snoozed_until = now() + (id % 200 - 20) * interval '1 hour', snoozed_by = (select min(a.id) from agents a)
   where ${oneOf100(13)} and status <> 'RESOLVED'`,
  `update conversations c set ticket_priority = most_urgent_ticket(c.id)
   where exists (select 1 from tickets t where t.conversation_id = c.id and t.status not in ('RESOLVED', 'CLOSED'))`,
]
