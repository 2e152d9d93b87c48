/*
 * The plainest program that stores the same rows as Parley for a customer's text: the raw webhook, the customer, the
 * conversation, the message, the agents' notifications and the event log. It checks the signature, runs one transaction per
 * webhook,
 * and answers after the commit. It has eight connections and uses named statements.
 * Run with DATABASE_URL (an empty database) and PORT.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'

const appSecret = 'demo-app-secret'
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 })

// Parley's tables, keys and indexes for these rows, without those of other features.
await pool.query(`
  create sequence ids;
  create table agents (id bigint primary key default nextval('ids'), name text not null, status text not null);
  insert into agents (name, status) values ('Agent', 'AVAILABLE');
  create table webhook_events (
    id bigint primary key default nextval('ids'), received_at timestamptz not null, body text not null,
    items int not null, shown int not null, done_at timestamptz
  );
  create index on webhook_events (id) where done_at is null;
  create index on webhook_events (done_at) where done_at is not null;
  create table customers (
    id bigint primary key default nextval('ids'), wa_id text unique, phone text, name text, created_at timestamptz not null
  );
  create table conversations (
    id bigint primary key default nextval('ids'), customer_id bigint not null references customers,
    phone_number_id text not null, status text not null, assignee_id bigint references agents,
    inbound_no int not null default 0, last_message_id bigint, last_activity timestamptz not null,
    customer_wrote_at timestamptz, waiting_since timestamptz, created_at timestamptz not null,
    updated_at timestamptz not null, version int not null default 1
  );
  create unique index on conversations (customer_id, phone_number_id) where status <> 'ARCHIVED';
  create index on conversations (last_activity desc, id desc);
  create index on conversations (status, last_activity desc, id desc);
  create index on conversations (assignee_id, last_activity desc, id desc);
  create index on conversations (waiting_since, id) where waiting_since is not null;
  create table messages (
    id bigint primary key default nextval('ids'), conversation_id bigint not null references conversations,
    direction text not null, source text not null, message_type text not null, content text not null,
    at timestamptz not null, arrived_at timestamptz not null, inbound_no int not null,
    phone_number_id text not null, wamid text not null, status text not null
  );
  create unique index on messages (phone_number_id, wamid);
  create index on messages (conversation_id, at, id);
  create unique index on messages (conversation_id, inbound_no);
  create index on messages (at, id);
  create table notifications (
    id bigint primary key default nextval('ids'), agent_id bigint not null references agents,
    conversation_id bigint not null references conversations, title text not null, message text not null,
    read_at timestamptz, dismissed_at timestamptz, created_at timestamptz not null, updated_at timestamptz not null
  );
  create unique index on notifications (agent_id, conversation_id) where dismissed_at is null;
  create index on notifications (agent_id, updated_at desc, id desc) where dismissed_at is null;
  create table clock (seq bigint not null);
  insert into clock values (0);
  create table log (seq bigint primary key, noun text not null, entity_id bigint not null, kind text not null, at timestamptz not null);
  create index on log (at);
`)

/** A statement that each connection parses only once. */
const statement =
  (/** @type {string} */ name, /** @type {string} */ text) =>
  /** @returns {Promise<any>} the first row */
  async (/** @type {pg.PoolClient} */ client, /** @type {unknown[]} */ ...values) =>
    (await client.query({ name, text, values })).rows[0]

const storeWebhook = statement(
  'store_webhook',
  `insert into webhook_events (received_at, body, items, shown, done_at) values (now(), $1, 1, 1, now())`,
)
const findCustomer = statement(
  'find_customer',
  `insert into customers (wa_id, phone, name, created_at) values ($1, '+' || $1, $2, now())
   on conflict (wa_id) do update set name = excluded.name returning id`,
)
const findConversation = statement(
  'find_conversation',
  `select id, inbound_no from conversations
   where customer_id = $1 and phone_number_id = $2 and status <> 'ARCHIVED' for update`,
)
const makeConversation = statement(
  'make_conversation',
  `insert into conversations (customer_id, phone_number_id, status, last_activity, created_at, updated_at)
   values ($1, $2, 'ACTIVE', now(), now(), now()) returning id, inbound_no`,
)
const storeMessage = statement(
  'store_message',
  `insert into messages (conversation_id, direction, source, message_type, content, at, arrived_at, inbound_no,
     phone_number_id, wamid, status)
   values ($1, 'INBOUND', 'CUSTOMER', 'text', $2, to_timestamp($3), now(), $4, $5, $6, 'received')
   on conflict (phone_number_id, wamid) do nothing returning id`,
)
const touchConversation = statement(
  'touch_conversation',
  `update conversations set status = 'ACTIVE', inbound_no = $2, last_message_id = $3, last_activity = to_timestamp($4),
     customer_wrote_at = to_timestamp($4), waiting_since = coalesce(waiting_since, to_timestamp($4)),
     updated_at = now(), version = version + 1
   where id = $1`,
)
const notify = statement(
  'notify',
  `insert into notifications (agent_id, conversation_id, title, message, created_at, updated_at)
   select id, $1, 'New message from ' || $2, $3, now(), now() from agents where status = 'AVAILABLE' order by id
   on conflict (agent_id, conversation_id) where dismissed_at is null
   do update set title = excluded.title, message = excluded.message, read_at = null, updated_at = excluded.updated_at`,
)
/** The clock row is the last lock of each transaction, so event numbers follow the order of the commits. */
const logEvents = statement(
  'log_events',
  `with clock as (update clock set seq = seq + 3 returning seq)
   insert into log select seq - 2, 'message', $1::bigint, 'created', now() from clock
   union all select seq - 1, 'conversation', $2::bigint, 'changed', now() from clock
   union all select seq, 'notifications', $2::bigint, 'changed', now() from clock`,
)

/** @param {string} body */
async function ingest(body) {
  const { contacts, messages, metadata } = JSON.parse(body).entry[0].changes[0].value
  const [{ from, id: wamid, text, timestamp }] = messages
  const { name } = contacts[0].profile
  const number = metadata.phone_number_id
  const client = await pool.connect()
  try {
    await client.query('begin')
    await storeWebhook(client, body)
    const customer = await findCustomer(client, from, name)
    const conversation =
      (await findConversation(client, customer.id, number)) ??
      (await makeConversation(client, customer.id, number))
    const no = conversation.inbound_no + 1
    const message = await storeMessage(client, conversation.id, text.body, timestamp, no, number, wamid)
    if (message !== undefined) {
      await touchConversation(client, conversation.id, no, message.id, timestamp)
      await notify(client, conversation.id, name, text.body)
      await logEvents(client, message.id, conversation.id)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** @param {Buffer} body @param {unknown} signature */
function isSigned(body, signature) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`)
  const given = Buffer.from(String(signature))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Returns the status of the response. @param {http.IncomingMessage} request */
async function take(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (request.method === 'GET') return 200
  if (!isSigned(body, request.headers['x-hub-signature-256'])) return 401
  await ingest(body.toString('utf8'))
  return 200
}

const server = http.createServer((request, response) => {
  take(request).then(
    status => response.writeHead(status).end(),
    error => {
      console.error(error)
      response.writeHead(500).end()
    },
  )
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('disconnect', () => process.exit(0))
