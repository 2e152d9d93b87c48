import pg from 'pg'

/** How large the year is; about 20 messages for each day of a conversation. */
export const year = {
  days: 365,
  customers: 40_000,
  visits: 500_000,
  perVisit: 20,
  agents: 25,
  tickets: 60_000,
}

/**
 * Fills a migrated database with a year that ends now: messages, tickets with their changes, and ratings. Numbers that
 * look random come from the row's own number, so that every run has the same year. Indexes that the messages have are
 * made anew after the rows.
 */
export async function fillYear(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Neither triggers nor foreign keys: the rows are right by the way they are made.
    await client.query('set session_replication_role = replica')
    await client.query(`set maintenance_work_mem = '512MB'`)
    for (const statement of statements) await client.query(statement)
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'messages' and indexname <> 'messages_pkey'`,
    )
    for (const { name } of rows) await client.query(`drop index ${name}`)
    await client.query(messages)
    for (const { definition } of rows) await client.query(definition)
    // These rows came without the log.
    await client.query(`update report_state set log = ''`)
    await client.query(`select setval('ids', (select max(id) + 1 from messages))`)
    for (const table of ['customers', 'conversations', 'messages', 'tickets', 'ticket_changes', 'ratings']) {
      await client.query(`vacuum analyze ${table}`)
    }
  } finally {
    await client.end()
  }
}

/** 0 to 1, from a number. */
const chance = (n: string, salt: number) => `(hashint8((${n})::bigint * 31 + ${salt}) & 65535) / 65536.0`
const begin = `date_trunc('day', now()) - interval '${year.days} days'`
const customer = (n: string, salt: number) =>
  `10000000 + floor(power(${chance(n, salt)}, 1.4) * ${year.customers})::bigint`
const agent = (n: string, conversation: string) =>
  `30000000 + case when ${chance(n, 4)} < 0.7 then ${conversation} % ${year.agents}
   else floor(${chance(n, 5)} * ${year.agents})::bigint end`

const statements = [
  `insert into agents (id, email, name, password_hash, created_at)
   select 30000000 + n, 'agent' || n || '@example.com', 'Agent ' || n, '', ${begin}
   from generate_series(0, ${year.agents - 1}) n`,
  `insert into customers (id, wa_id, phone, name, created_at)
   select 10000000 + n, (256780000000 + n)::text, '+' || (256780000000 + n), 'Customer ' || n, ${begin}
   from generate_series(0, ${year.customers - 1}) n`,
  `insert into conversations (id, customer_id, phone_number_id, status, last_activity, created_at, updated_at)
   select 20000000 + n, 10000000 + n, '100000000000001', 'DORMANT', ${begin}, ${begin}, ${begin}
   from generate_series(0, ${year.customers - 1}) n`,
  `insert into tickets (id, ticket_number, conversation_id, title, status, priority, created_at, updated_at, resolved_at, reopened_at)
   select 40000000 + n, 'BENCH-' || n, 10000000 + ${customer('n', 21)}, 'A claim',
     case when ${chance('n', 22)} < 0.85 then 'RESOLVED' else 'IN_PROGRESS' end, 'MEDIUM', at, at,
     case when ${chance('n', 22)} < 0.85 then at + ${chance('n', 23)} * interval '40 hours' end,
     case when ${chance('n', 24)} < 0.05 then at end
   from generate_series(1, ${year.tickets}) n,
     lateral (select ${begin} + (n::float8 / ${year.tickets}) * interval '${year.days - 2} days' as at) t`,
  `insert into ticket_changes (ticket_id, from_status, to_status, at)
   select id, null, 'NEW', created_at from tickets where id > 40000000
   union all select id, 'NEW', 'RESOLVED', resolved_at from tickets where id > 40000000 and resolved_at is not null`,
  `insert into ratings (conversation_id, owner_id, rating, at)
   select conversation_id, 30000000 + id % ${year.agents}, 1 + floor(${chance('id', 25)} * 5)::int, resolved_at
   from tickets where id > 40000000 and resolved_at is not null and id % 3 = 0`,
]

/** A visit is a conversation's day: the customer and the bot take turns, then an agent answers. */
const messages = `
  insert into messages (id, conversation_id, direction, source, message_type, content, agent_id, at, arrived_at, status,
    response_time_seconds, wait_started_at)
  select 50000000 + v.n * ${year.perVisit} + k, v.conversation_id,
    case when k % 2 = 0 then 'INBOUND' else 'OUTBOUND' end,
    case when k % 2 = 0 then 'CUSTOMER' when k < v.handover then 'BOT' else 'AGENT' end,
    'text', 'I paid the premium by mobile money and it still says pending',
    case when k % 2 = 1 and k >= v.handover then v.agent_id end, t.at, t.at,
    case when k % 2 = 0 then 'received' when (v.n + k) % 97 = 0 then 'failed' else 'read' end,
    case when k % 2 = 1 and k in (v.handover, v.handover + 1) and (v.n + k) % 97 <> 0 then 30 + (v.n % 600)::int end,
    null
  from (
    select n, 10000000 + ${customer('n', 1)} as conversation_id, ${agent('n', customer('n', 1))} as agent_id,
      floor(${chance('n', 6)} * ${year.perVisit + 6})::int as handover,
      -- In the order of time, as they would have come.
      ${begin} + (n * ${year.days} / ${year.visits}) * interval '1 day' + interval '6 hours'
        + ${chance('n', 7)} * interval '12 hours' as began
    from generate_series(0, ${year.visits - 1}) n
  ) v, lateral generate_series(0, ${year.perVisit - 1} + 0 * v.n::int) k,
  lateral (select v.began + k * interval '90 seconds' as at) t
  where t.at < now()`
