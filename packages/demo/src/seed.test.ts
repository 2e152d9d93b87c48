import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Application } from '@parley/core/applications/application'
import { readApplication } from '@parley/core/read/work'
import { checklist } from '@parley/core/applications/checklist'
import { applicationsById } from '@parley/server/applications/queries'
import { DiskStore } from '@parley/server/attachments/store'
import { isPassword } from '@parley/server/auth/password'
import type { Database } from '@parley/server/db/database'
import { MadeByDemo, refuseDemo } from '@parley/server/db/marks'
import type { OpenDatabase } from '@parley/server/db/open'
import type { Writer } from '@parley/server/db/write'
import { TestClock } from '@parley/server/test/clock'
import { openTestDatabase, testWriter } from '@parley/server/test/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from './data.ts'
import { pictureOfCard } from './id-card.ts'
import { tables } from './insert.ts'
import { seedDemo } from './seed.ts'

const clock = new TestClock()
const count = cast.length + 40
const options = { seed: 7, conversations: count, phoneNumberId: '100000000000001' }

/** Each query finds the rows that break its rule. */
const broken = {
  'the last message is the last of the thread': `
    select c.id from conversations c where last_message_id is distinct from
      (select id from messages m where m.conversation_id = c.id order by at desc, id desc limit 1)`,
  'inbound messages are numbered without gaps, in the order of arrival': `
    select id from (select id, inbound_no, row_number() over
      (partition by conversation_id order by arrived_at, id) as place from messages where inbound_no is not null) m
    where inbound_no <> place`,
  'only customers’ messages are numbered, and all of them': `
    select id from messages where (source = 'CUSTOMER') <> (inbound_no is not null)`,
  'a conversation knows how many numbered messages it has': `
    select c.id from conversations c where inbound_no <>
      (select coalesce(max(m.inbound_no), 0) from messages m where m.conversation_id = c.id)`,
  'the last activity is the newest arrival': `
    select c.id from conversations c where last_activity <>
      (select coalesce(max(arrived_at), c.created_at) from messages m where m.conversation_id = c.id)`,
  'nobody has seen more than there is': `
    select 1 from marks k join conversations c on c.id = k.conversation_id where k.seen_no not between 1 and c.inbound_no`,
  'a message has a first time seen if some agent saw it, and not before it arrived': `
    select m.id from messages m where inbound_no is not null and (
      (first_seen_at is not null) <> exists (
        select 1 from marks k where k.conversation_id = m.conversation_id and k.seen_no >= m.inbound_no)
      or first_seen_at < arrived_at)`,
  'a customer has one conversation at most that is not archived': `
    select customer_id from conversations where status <> 'ARCHIVED' group by 1 having count(*) > 1`,
  'nothing lies in the future': `
    select id from messages where greatest(at, arrived_at, first_seen_at) > '${clock.now().toISOString()}'`,
  'a response time runs from a customer’s message to the answer': `
    select id from messages m where source = 'AGENT' and response_time_seconds is not null and (
      response_time_seconds <> round(extract(epoch from at - wait_started_at)) or not exists (
        select 1 from messages w where w.conversation_id = m.conversation_id and w.source = 'CUSTOMER'
        and w.at = m.wait_started_at))`,
  'an answer that did not fail ends the wait': `
    select m.id from messages m join messages a on a.conversation_id = m.conversation_id and a.source = 'AGENT'
      and a.status <> 'failed' and a.at < m.at and a.at >= m.wait_started_at where m.source = 'AGENT'`,
  'a conversation waits since the first message that no agent answered': `
    select c.id from conversations c where human_wait_started_at is distinct from
      (select min(w.at) from messages w where w.conversation_id = c.id and w.source = 'CUSTOMER' and not exists (
        select 1 from messages a where a.conversation_id = c.id and a.source = 'AGENT' and a.status <> 'failed'
        and a.at >= w.at))`,
  'WhatsApp’s window is that of the customer’s newest message, and closed by what it refused': `
    select c.id from conversations c where customer_wrote_at is distinct from
        (select max(at) from messages m where m.conversation_id = c.id and m.source = 'CUSTOMER')
      or window_refused_at is distinct from
        (select max(t.created_at) from attempts t where t.conversation_id = c.id and t.failure->>'code' = '131047')`,
  'every outbound message has its attempt, which says the same': `
    select m.id from messages m left join attempts t on t.message_id = m.id
    where (m.direction = 'OUTBOUND') <> (t.id is not null) or t.state <> m.status
      or (t.id is not null and (t.wamid is null) <> (t.state = 'unknown'))`,
  'a failure is there for failed and undecided messages only': `
    select id from messages where (status in ('failed', 'unknown')) <> (jsonb_typeof(failure) is not null)
      or failure->>'sentence' = ''`,
  'a rating is of a conversation that is over, by its owner if it has one, after its last message': `
    select r.id from ratings r join conversations c on c.id = r.conversation_id
    where c.status in ('ACTIVE', 'TRANSFERRED') or r.owner_id is distinct from coalesce(c.assignee_id, r.owner_id)
      or r.owner_id is null or r.at > '${clock.now().toISOString()}'
      or r.at < least('${clock.now().toISOString()}', (select max(m.at) from messages m where m.conversation_id = c.id))`,
  'a ticket’s changes lead from nothing to its status, each from where the one before it ended': `
    select t.id from tickets t where t.status is distinct from
        (select to_status from ticket_changes c where c.ticket_id = t.id order by at desc, id desc limit 1)
      or t.created_at is distinct from (select min(at) from ticket_changes c where c.ticket_id = t.id)
    union all select id from (select id, from_status, lag(to_status) over (partition by ticket_id order by at, id) as before
      from ticket_changes) c where from_status is distinct from before`,
  'a ticket is resolved when its last change says so, with words': `
    select t.id from tickets t where status in ('RESOLVED', 'CLOSED') and (resolution is null or resolved_at <>
      (select max(at) from ticket_changes c where c.ticket_id = t.id))`,
  'a ticket’s work lies between its raising and now, and what is in progress has a note': `
    select t.id from tickets t left join ticket_notes n on n.ticket_id = t.id
    where n.at not between t.created_at and t.updated_at or t.updated_at > '${clock.now().toISOString()}'
      or (n.id is null) <> (t.status in ('NEW', 'ASSIGNED'))`,
  'the next ticket’s number is free': `
    select id from tickets where ticket_number > 'TCK-' || lpad((select last_value from ticket_numbers)::text, 5, '0')`,
  'an issue has messages of the customer, and was resolved by its rules': `
    select i.id from issues i where not exists (
        select 1 from messages m where m.issue_id = i.id and m.source = 'CUSTOMER' and m.arrived_at <= i.created_at)
      or (status in ('RESOLVED', 'REOPENED')) <> (resolution_summary is not null and resolution_minutes is not null)
      or (status = 'REOPENED') <> (reopen_reason is not null)
      or (status = 'RESOLVED' and resolution_minutes <> floor(extract(epoch from closed_at - created_at) / 60))
      or updated_at < created_at or updated_at > '${clock.now().toISOString()}'`,
  'an application’s changes lead from nothing to its status, each from where the one before it ended': `
    select a.id from applications a where a.status is distinct from
        (select to_status from application_status_changes c where c.application_id = a.id order by at desc, id desc limit 1)
      or a.created_at <> (select min(at) from application_status_changes c where c.application_id = a.id)
      or a.version <> 1 + (select count(*) from application_status_changes c where c.application_id = a.id and agent_id is not null)
          + (select count(distinct at) from application_flag_changes f where f.application_id = a.id)
      or exists (select 1 from jsonb_each(a.verification_flags) s where s.value <> to_jsonb(coalesce(
          (select f.value from application_flag_changes f where f.application_id = a.id and f.flag = s.key order by f.at desc, f.id desc limit 1), false)))
    union all select id from (select id, from_status, lag(to_status) over (partition by application_id order by at, id) as before
      from application_status_changes) c where from_status is distinct from before`,
  'an application is the customer’s own, was sent in unless it is a draft, and nothing of it lies in the future': `
    select a.id from applications a join conversations c on c.id = a.conversation_id join customers u on u.id = c.customer_id
    where a.customer_id <> c.customer_id or a.customer_phone <> u.phone or (a.submitted_at is null) <> (a.status = 'DRAFT')
      or a.submitted_at < a.created_at or a.updated_at < coalesce(a.submitted_at, a.created_at)
      or a.updated_at > '${clock.now().toISOString()}'`,
  'an application’s documents came with its conversation and open': `
    select d.application_id from application_documents d join applications a on a.id = d.application_id
      join attachments f on f.id = d.attachment_id left join message_attachments k on k.attachment_id = f.id
      left join messages m on m.id = k.message_id
    where f.state <> 'ready' or m.conversation_id is distinct from a.conversation_id or m.source <> 'CUSTOMER'`,
  'a value’s source is there: a message or file of the conversation, or an agent': `
    select f.application_id from application_forms f join applications a on a.id = f.application_id
      cross join jsonb_each(f.provenance) p
      left join messages m on m.id = (p.value->>'message_id')::bigint
    where case p.value->>'source' when 'person' then (p.value->'agent'->>'id') is null
        or not exists (select 1 from agents g where g.id = (p.value->'agent'->>'id')::bigint and g.name = p.value->'agent'->>'name')
      else m.conversation_id is distinct from a.conversation_id end
      or (p.value->>'source' = 'document') <> exists (select 1 from application_documents d
        where d.application_id = a.id and d.attachment_id = (p.value->>'document_id')::bigint)`,
  '[Q-263] a note stands behind its conversation’s messages, and nothing of it lies in the future': `
    select n.id from conversation_notes n join conversations c on c.id = n.conversation_id
    where n.at < c.last_activity or n.at > '${clock.now().toISOString()}'`,
  '[Q-263] who is mentioned by name is told at the bell, and of that alone': `
    select m.note_id from note_mentions m join conversation_notes n on n.id = m.note_id join agents a on a.id = m.agent_id
      left join notifications i on i.note_id = m.note_id and i.agent_id = m.agent_id
    where i.id is null or i.conversation_id <> n.conversation_id or position('@' || a.name in n.text) <> 1
    union all select id from notifications where note_id is null`,
  'no placeholder is left': `
    select id::text from messages where content ~ '[{][a-z]+[}]' union all
    select ticket_number from tickets where title || description || coalesce(resolution, '') ~ '[{][a-z]+[}]' union all
    select id::text from issues where
      title || description || coalesce(resolution_summary, '') || coalesce(reopen_reason, '') ~ '[{][a-z]+[}]' union all
    select text from ticket_notes where text ~ '[{][a-z]+[}]'`,
} as const

const others = [
  'agents',
  'conversation_notes',
  'note_mentions',
  'notifications',
  'canned_reply_files',
] as const
const filledTables: readonly (keyof Database)[] = [...tables, ...others]

let dir: string
let store: DiskStore
let seeded: { readonly database: OpenDatabase; readonly writer: Writer }
const seedOne = async () => {
  const database = await openTestDatabase()
  const writer = testWriter(database, clock)
  expect(await seedDemo(writer, store, options)).toBe(true)
  return { database, writer }
}
const on = async (query: string) =>
  (await sql.raw<Record<string, unknown>>(query).execute(seeded.writer.db)).rows

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'demo-'))
  let staged = 0
  store = await DiskStore.open(dir, () => `staged-${(staged += 1)}`, clock.now())
  seeded = await seedOne()
})

afterAll(async () => {
  await seeded.database.close()
  await rm(dir, { recursive: true, force: true })
})

test.each(Object.entries(broken))('%s', async (_, query) => {
  expect(await on(query)).toEqual([])
})

test('it has what real weeks have', async () => {
  const [facts] = await on(`select (select count(*)::int from conversations) as conversations,
        (select count(distinct status)::int from conversations) as statuses,
        (select count(*)::int from conversations where last_message_id is null) as empty,
        (select max(count)::int from (select count(*) from messages group by conversation_id) m) as longest_thread,
        (select count(*)::int from issues) as issues,
        (select count(distinct status)::int from issues) as issue_statuses,
        (select count(*)::int from ratings) >= 12 and (select count(distinct rating)::int from ratings) = 4 as rated,
        (select max(length(content))::int from messages) as longest_text,
        (select count(*)::int from messages where failure->>'code' = '131047') as outside_window,
        (select array_agg(round(extract(epoch from '${clock.now().toISOString()}' - customer_wrote_at) / 3600)::int
          order by customer_wrote_at) from conversations where status = 'ACTIVE' and assignee_id is not null
          and customer_wrote_at between '${clock.now().toISOString()}'::timestamptz - interval '24 hours'
            and '${clock.now().toISOString()}'::timestamptz - interval '20 hours') as closing_after,
        (select count(*)::int from conversations where unreachable is not null) as unreachable,
        (select count(*)::int from messages where status = 'unknown') as undecided,
        (select count(*)::int from messages where source = 'SYSTEM') as notices,
        (select count(*)::int from customers where length(name) = 60) as long_names,
        (select count(*)::int > 0 from customers where name is null) as nameless,
        (select count(*)::int from attachments where state = 'failed') > 0 as lost_files,
        (select count(*)::int from messages a join messages b using (conversation_id)
          where a.inbound_no = b.inbound_no + 1 and a.at < b.at) > 0 as late`)
  expect(facts).toEqual({
    conversations: count,
    statuses: 5,
    empty: 1,
    longest_thread: expect.toSatisfy((longest: number) => longest > 1200),
    issues: 6,
    issue_statuses: 4,
    rated: true,
    longest_text: 4096,
    outside_window: 1,
    closing_after: expect.arrayContaining([23, 22]),
    unreachable: 1,
    undecided: 1,
    notices: 1,
    long_names: 1,
    nameless: true,
    lost_files: true,
    late: true,
  })
})

test('[Q-263] it has two notes, one of which mentions a colleague who has not looked yet, and a shared reply with its file', async () => {
  expect(
    await on(`select a.email as by, (select string_agg(p.email, ' ') from note_mentions m join agents p on p.id = m.agent_id
            where m.note_id = n.id and m.seen_at is null) as asks
          from conversation_notes n join agents a on a.id = n.agent_id order by n.id`),
  ).toEqual([
    { by: 'agent@parley.example', asks: null },
    { by: 'brian@parley.example', asks: 'carol@parley.example' },
  ])
  expect(
    await on(`select r.shortcut, r.owner_id, f.name, f.mime_type, f.state from canned_reply_files k
          join canned_replies r on r.id = k.reply_id join attachments f on f.id = k.attachment_id`),
  ).toEqual([
    {
      shortcut: 'beneficiary',
      owner_id: null,
      name: 'beneficiary-form.pdf',
      mime_type: 'application/pdf',
      state: 'ready',
    },
  ])
})

test('each agent signs in with the demo’s password and has something of their own to read', async () => {
  const agents = await on('select id, email, password_hash from agents order by id')
  expect(agents.map(agent => agent['email'])).toEqual([
    'agent@parley.example',
    'brian@parley.example',
    'carol@parley.example',
    'admin@parley.example',
  ])
  for (const agent of agents)
    expect(await isPassword(String(agent['password_hash']), 'parley-demo')).toBe(true)
  const unread =
    await on(`select a.id, sum(c.inbound_no - coalesce(k.seen_no, 0))::int as unread from agents a cross join conversations c
       left join marks k on k.agent_id = a.id and k.conversation_id = c.id
       where a.role <> 'ADMINISTRATOR' group by a.id order by a.id`)
  const counts = unread.map(one => Number(one['unread']))
  expect(Math.min(...counts)).toBeGreaterThan(3)
  expect(new Set(counts).size).toBe(3)
})

test('[GEN-07 DATA-36 DATA-37 DATA-46 Q-015] it has applications of both kinds in every status, some with contradictions', async () => {
  const { db } = seeded.writer
  const ids = (await db.selectFrom('applications').select('id').execute()).map(row => row.id)
  const applications = [...(await applicationsById(db, ids)).values()]
  for (const application of applications) expect(Application.parse(application)).toEqual(application)
  const count = (kind: string) => applications.filter(one => one.kind === kind).length
  expect([count('ipp'), count('lib')]).toEqual([12, 10])
  expect(new Set(applications.map(({ status }) => status)).size).toBe(6)
  const codes = applications.flatMap(one =>
    checklist(readApplication(one), clock.now()).map(({ code }) => code),
  )
  expect([...new Set(codes)]).toEqual(
    expect.arrayContaining([
      'field.missing',
      'id-number.form',
      'id-number.gender',
      'shares.sum',
      'document.missing',
      'birth-date.minor',
      'start-date.past',
      'employment.contradiction',
      'flag.contradicted',
      'document.received',
    ]),
  )
  const inOrder = applications.filter(({ status }) => status === 'APPROVED')
  for (const one of inOrder) {
    const left = checklist(readApplication(one), clock.now()).filter(({ severity }) => severity !== 'ok')
    expect({ id: one.id, left }).toEqual({ id: one.id, left: [] })
  }
  const sources = applications.flatMap(({ provenance }) => Object.values(provenance).map(one => one.source))
  expect(new Set(sources)).toEqual(new Set(['message', 'form', 'document', 'person']))
  const first = applications.find(({ customer }) => customer.name === 'Nakato Prossy')
  expect(first).toMatchObject({ kind: 'ipp', status: 'PENDING_DOCUMENTS' })
})

test('[GEN-07 Q-130] an applicant’s identity card says what the form says: name, day of birth and number', async () => {
  const { db } = seeded.writer
  const cards = await db
    .selectFrom('application_documents as d')
    .innerJoin('attachments as a', 'a.id', 'd.attachment_id')
    .select(['d.application_id', 'a.storage_key'])
    .where('a.document_type', '=', 'ID_DOCUMENT')
    .execute()
  expect(cards.length).toBeGreaterThan(12)
  const applications = await applicationsById(
    db,
    cards.map(card => card.application_id),
  )
  for (const { application_id: id, storage_key: key } of cards) {
    const form = applications.get(id)?.form_data.personal_details
    const card = {
      name: form?.full_name ?? '',
      born: form?.date_of_birth ?? '',
      number: form?.id_number ?? '',
    }
    const drawn = createHash('sha256')
      .update(await pictureOfCard(card))
      .digest('hex')
    expect({ id, card, key }).toEqual({ id, card, key: drawn })
  }
  expect(new Set(cards.map(card => card.storage_key)).size).toBe(cards.length)
})

test('[Q-130] every file that is there opens, and every picture has a small copy', async () => {
  const files = await on(
    `select distinct storage_key, size::int, mime_type, has_thumbnail from attachments where state = 'ready'`,
  )
  expect(new Set(files.map(file => file['mime_type']))).toEqual(
    new Set([
      'image/jpeg',
      'image/png',
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'text/plain',
      'audio/wav',
    ]),
  )
  for (const file of files) {
    const key = String(file['storage_key'])
    expect((await buffer(await store.read(key))).length).toBe(file['size'])
    expect(file['has_thumbnail']).toBe(String(file['mime_type']).startsWith('image/'))
    if (file['has_thumbnail'] === true) {
      expect((await buffer(await store.readThumbnail(key))).length).toBeGreaterThan(500)
    }
  }
})

test('production refuses a database that the demo filled, and no other', async () => {
  const { database } = seeded
  await expect(refuseDemo(database.db)).rejects.toThrow(MadeByDemo)
  await database.db.deleteFrom('demo_marks').execute()
  await refuseDemo(database.db)
})

test('a database with agents is left alone', async () => {
  const before = await on('select count(*) from messages')
  expect(await seedDemo(seeded.writer, store, options)).toBe(false)
  expect(await on('select count(*) from messages')).toEqual(before)
})

test('the same seed at the same time gives the same rows', async () => {
  const again = await seedOne()
  for (const table of filledTables) {
    const [first, second] = await Promise.all(
      [seeded, again].map(async ({ writer }) => {
        const rows = await writer.db.selectFrom(table).selectAll().execute()
        const plain = rows.map(row => JSON.stringify({ ...row, password_hash: null }))
        return plain.toSorted()
      }),
    )
    expect(first?.length).toBeGreaterThan(0)
    expect(second).toEqual(first)
  }
  await again.database.close()
})
