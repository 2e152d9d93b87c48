import pg from 'pg'

/** How the rows of a crowd are numbered: the n-th conversation has the n-th customer, and the newest is the last. */
export const firstCustomer = 1_000_000_000
export const firstConversation = 2_000_000_000
const firstTicket = 3_000_000_000
const firstApplication = 4_000_000_000
export const firstMessage = 10_000_000_000
export const perConversation = 10
export const longThread = 50_000
export const givenNames = 60
export const familyNames = 80

/** 0 to 1, from a number. */
const chance = (n: string, salt: number) => `(hashint8((${n})::bigint * 31 + ${salt}) & 65535) / 65536.0`
const pick = (n: string, salt: number, of: number) =>
  `(1 + (hashint8((${n})::bigint * 17 + ${salt}) & 65535) % ${of})`
/** The n-th conversation's last message: spread over a year, a little out of order. */
const lastAt = (n: string, conversations: number) =>
  `now() - (${conversations} - ${n})::float8 / ${conversations} * interval '360 days' - ${chance(n, 1)} * interval '2 days'`

const tables = ['customers', 'conversations', 'messages', 'tickets', 'applications']

/** What a name of the crowd is made of; 1 from the number of names. */
export const givenName = (no: number): string => `Given${letters(no)}`
export const familyName = (no: number): string => `Family${letters(no)}`
const letters = (no: number): string => `${'abcdefghij'[Math.floor(no / 10)]}${'klmnopqrst'[no % 10]}o`
const lettersOf = (no: string) =>
  `substr('abcdefghij', ${no} / 10 + 1, 1) || substr('klmnopqrst', ${no} % 10 + 1, 1) || 'o'`

/**
 * Fills a migrated database with conversations of ten messages each, the newest one of fifty thousand more. What looks
 * random comes from the row's own number, so that every run has the same crowd. Answers whether it had to.
 * @param said SQL of a message's words, of `n` and `k`: the k-th of the n-th conversation; all say much the same where it is absent
 */
export async function fillCrowd(url: string, conversations: number, said = usualWords): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ filled: string | null }>(
      `select to_regclass('bench_crowd') as filled`,
    )
    if (rows[0]?.filled !== null) return false
    // Neither triggers nor foreign keys: the rows are right by the way they are made.
    await client.query('set session_replication_role = replica')
    await client.query(`set maintenance_work_mem = '512MB'`)
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
       where t.relname = any($1) and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
      [tables],
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const statement of statements(conversations, said)) await client.query(statement)
    for (const { definition } of indexes) await client.query(definition)
    for (const table of tables) await client.query(`vacuum analyze ${table}`)
    await client.query(
      `select setval('ids', ${firstMessage} + ${conversations * perConversation + longThread})`,
    )
    // Triggers were off: as the migration counts what it finds.
    for (const tally of tallies) await client.query(tally)
    // These rows came without the log.
    await client.query(`update report_state set log = ''`)
    await client.query('create table bench_crowd ()')
    return true
  } finally {
    await client.end()
  }
}

const tallies = [
  'delete from status_tallies',
  `insert into status_tallies (status, assignee_id, conversations)
   select status, coalesce(assignee_id, 0), count(*) from conversations group by 1, 2`,
  'delete from inbound_tallies',
  `insert into inbound_tallies (baseline, assignee_id, conversations, messages)
   select last_baseline, coalesce(assignee_id, 0), count(*), sum(inbound_no) from conversations
   where inbound_no > 0 group by 1, 2`,
  'delete from baseline_tallies',
  `insert into baseline_tallies (baseline, assignee_id, messages)
   select a.baseline, t.assignee_id, sum(t.messages) from agents a, inbound_tallies t
   where a.baseline > t.baseline group by 1, 2`,
  `update agents a set baseline_messages = (
     select coalesce(sum(messages), 0) from baseline_tallies t where t.baseline = a.baseline)`,
]

const usualWords = `'I paid the premium of ' || ${chance('n', 6)} || ' by mobile money and it still says pending'`

const statements = (conversations: number, said: string): readonly string[] => [
  `insert into customers (id, wa_id, phone, name, created_at)
   select ${firstCustomer} + n, (256700000000 + n)::text, '+' || (256700000000 + n),
     'Given' || ${lettersOf('g')} || ' Family' || ${lettersOf('f')}, now() - interval '360 days'
   from generate_series(0, ${conversations - 1}) n,
     lateral (select ${pick('n', 2, givenNames)} as g, ${pick('n', 3, familyNames)} as f) names`,
  `insert into conversations (id, customer_id, phone_number_id, status, assignee_id, inbound_no, last_message_id,
     last_activity, customer_wrote_at, created_at, updated_at)
   select ${firstConversation} + n, ${firstCustomer} + n, '100000000000001',
     case when roll < 0.3 then 'ACTIVE' when roll < 0.8 then 'RESOLVED' else 'DORMANT' end,
     case when roll > 0.2 then agents.ids[1 + n % array_length(agents.ids, 1)] end,
     ${perConversation / 2} + case when n = ${conversations - 1} then ${longThread / 2} else 0 end,
     ${firstMessage} + n * ${perConversation} + ${perConversation - 1}, at, at - interval '2 minutes',
     at - interval '1 day', at
   from generate_series(0, ${conversations - 1}) n,
     lateral (select ${chance('n', 4)} as roll, ${lastAt('n', conversations)} as at) drawn,
     (select array_agg(id order by id) as ids from agents) agents`,
  `insert into messages (id, conversation_id, direction, source, message_type, content, agent_id, at, arrived_at, inbound_no,
     phone_number_id, wamid, status)
   select ${firstMessage} + n * ${perConversation} + k, ${firstConversation} + n, ${message('n', 'k', said)}
   from generate_series(0, ${conversations - 1}) n, generate_series(0, ${perConversation - 1}) k,
     lateral (select ${lastAt('n', conversations)} - (${perConversation - 1} - k) * interval '2 minutes' as at, 0 as before) t,
     (select min(id) as id from agents) agents`,
  `insert into messages (id, conversation_id, direction, source, message_type, content, agent_id, at, arrived_at, inbound_no,
     phone_number_id, wamid, status)
   select ${firstMessage} + ${conversations * perConversation} + k, ${firstConversation} + ${conversations - 1},
     ${message('n', 'k', said)}
   from generate_series(0, ${longThread - 1}) k,
     lateral (select ${conversations} + 1 as n, now() - interval '30 days' - k * interval '2 minutes' as at, ${perConversation / 2} as before) t,
     (select min(id) as id from agents) agents`,
  `insert into tickets (id, ticket_number, conversation_id, title, status, priority, created_at, updated_at)
   select ${firstTicket} + n, 'TCK-' || lpad((n + 1)::text, 5, '0'), ${firstConversation} + n * 50, 'A claim', 'NEW', 'MEDIUM',
     now() - interval '9 days', now() - interval '9 days'
   from generate_series(0, ${conversations / 50 - 1}) n`,
  `insert into applications (id, kind, customer_id, conversation_id, form_type, form_name, status, customer_name, customer_phone,
     verification_flags, created_at, submitted_at, updated_at)
   select ${firstApplication} + n, 'ipp', cu.id, ${firstConversation} + n * 50, 'IPP', 'IPP', 'SUBMITTED', cu.name, cu.phone, '{}',
     now(), now(), now()
   from generate_series(0, ${conversations / 50 - 1}) n join customers cu on cu.id = ${firstCustomer} + n * 50`,
]

const message = (n: string, k: string, said: string) => `
  case when ${k} % 2 = 0 then 'INBOUND' else 'OUTBOUND' end, case when ${k} % 2 = 0 then 'CUSTOMER' else 'AGENT' end, 'text',
  ${said},
  case when ${k} % 2 = 1 then agents.id end, t.at, t.at, case when ${k} % 2 = 0 then t.before + ${k} / 2 + 1 end,
  '100000000000001', 'wamid.crowd-' || ${n} || '-' || ${k}, case when ${k} % 2 = 0 then 'received' else 'read' end`
