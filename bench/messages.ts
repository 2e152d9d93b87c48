import pg from 'pg'

/** The n-th conversation belongs to the n-th customer; the last is the newest. */
const firstCustomer = 1_000_000_000
export const firstConversation = 2_000_000_000
const firstMessage = 10_000_000_000
const perConversation = 10
const words = 30_000
const commonWords =
  'i the my is for and you payment pending policy paid please premium claim number when thanks account money today bank'

/**
 * Fills a migrated database with conversations of ten messages each, and with the words of the search index. Each message has
 * ten words; the commonest word is a thousand times as frequent as the rarest. Does nothing if the database is already filled.
 */
export async function fillMessages(database: string, conversations: number): Promise<void> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    const { rows } = await client.query<{ filled: string | null }>(
      `select to_regclass('bench_filled') as filled`,
    )
    if (rows[0]?.filled !== null) return
    console.log(`Filling ${(conversations * perConversation).toLocaleString('en')} messages …`)
    await client.query(`set maintenance_work_mem = '1GB'`)
    await client.query(makeText)
    await client.query(customers(conversations))
    await fillWithoutIndexes(client, 'messages', messages(conversations))
    await client.query(conversationRows(conversations))
    await fillWithoutIndexes(client, 'message_words', messageWords)
    await fillWithoutIndexes(client, 'search_words', searchWords)
    await client.query(`select setval('ids', ${firstMessage + conversations * perConversation})`)
    await client.query('vacuum analyze')
    await client.query('create table bench_filled ()')
  } finally {
    await client.end()
  }
}

/**
 * Inserts the rows without indexes and creates the indexes afterwards. Skips foreign key checks, because the generated rows are
 * consistent.
 */
async function fillWithoutIndexes(client: pg.Client, table: string, insert: string): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     where indrelid = to_regclass($1) and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
    [table],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query('set session_replication_role = replica')
  await client.query(insert)
  await client.query('reset session_replication_role')
  for (const { definition } of indexes) await client.query(definition)
}

/** A word by its number, from 1. Words are computed and not looked up: PostgreSQL would unpack a table for each message. */
const makeText = `
  create function bench_text(n bigint) returns text language plpgsql volatile as $$
  declare said text := ''; common constant text[] := string_to_array('${commonWords}', ' '); no int;
  begin
    for i in 1..10 loop
      no := 1 + floor(power(random(), 3) * ${words})::int;
      said := said || case when no <= array_length(common, 1) then common[no]
        else 'w' || translate(to_hex(no * 7919 % 1048576), '0123456789', 'ghijklmnop') end || ' ';
    end loop;
    return said || 'LF' || (n % 900000 + 100000);
  end $$`

/** A word of makeText, by its place between the commonest (0) and the rarest (1). Each round uses another word. */
export const wordAt = (share: number, round: number): string => {
  const no = Math.floor(words * share) + round * 37
  const hex = ((no * 7919) % 1_048_576).toString(16)
  return `w${hex.replace(/\d/g, digit => 'ghijklmnop'[Number(digit)] ?? '')}`
}

/** A number from 0 to 1, derived from the row's own number. */
const chance = (n: string, salt: number) => `(hashint8((${n})::bigint * 31 + ${salt}) & 65535) / 65536.0`
/** The time of a conversation's last message: spread over a year, slightly out of order. */
const lastAt = (conversations: number) =>
  `now() - (${conversations} - n)::float8 / ${conversations} * interval '360 days' - ${chance('n', 1)} * interval '2 days'`

const customers = (conversations: number) => `
  insert into customers (id, wa_id, phone, name, created_at)
  select ${firstCustomer} + n, (256700000000 + n)::text, '+' || (256700000000 + n), 'Customer ' || n, now() - interval '360 days'
  from generate_series(0, ${conversations - 1}) n`

const messages = (conversations: number) => `
  insert into messages (id, conversation_id, direction, source, message_type, content, agent_id, at, arrived_at, inbound_no,
    phone_number_id, wamid, status)
  select ${firstMessage} + n * ${perConversation} + k, ${firstConversation} + n,
    case when k % 2 = 0 then 'INBOUND' else 'OUTBOUND' end, case when k % 2 = 0 then 'CUSTOMER' else 'AGENT' end, 'text',
    bench_text(n * ${perConversation} + k), case when k % 2 = 1 then agents.id end, t.at, t.at,
    case when k % 2 = 0 then k / 2 + 1 end, '100000000000001', 'wamid.fill-' || n || '-' || k,
    case when k % 2 = 0 then 'received' else 'read' end
  from generate_series(0, ${conversations - 1}) n, generate_series(0, ${perConversation - 1}) k,
    lateral (select ${lastAt(conversations)} - (${perConversation - 1} - k) * interval '2 minutes' as at) t,
    (select min(id) as id from agents) agents`

const conversationRows = (conversations: number) => `
  insert into conversations (id, customer_id, phone_number_id, status, assignee_id, inbound_no, last_message_id,
    last_activity, customer_wrote_at, created_at, updated_at)
  select ${firstConversation} + n, ${firstCustomer} + n, '100000000000001',
    case when roll < 0.3 then 'ACTIVE' when roll < 0.8 then 'RESOLVED' else 'DORMANT' end,
    case when roll > 0.2 then agents.ids[1 + n % array_length(agents.ids, 1)] end, ${perConversation / 2},
    ${firstMessage} + n * ${perConversation} + ${perConversation - 1}, at, at - interval '2 minutes',
    at - interval '1 day', at
  from generate_series(0, ${conversations - 1}) n,
    lateral (select ${chance('n', 4)} as roll, ${lastAt(conversations)} as at) drawn,
    (select array_agg(id order by id) as ids from agents) agents`

const messageWords = `
  insert into message_words (message_id, at, words)
  select id, at, to_tsvector('simple', content) from messages where id >= ${firstMessage}`

const searchWords = `
  insert into search_words (word, messages) select word, ndoc from ts_stat('select words from message_words')
  on conflict (word) do update set messages = excluded.messages`
