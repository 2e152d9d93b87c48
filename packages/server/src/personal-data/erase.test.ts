import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ippForm } from '@parley/core/application.fixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addApplication } from '../../test/models/applications.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { upload } from '../../test/models/upload.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text, textWebhook } from '../../test/models/webhooks.ts'
import { tidy } from '../operation/housekeeping.ts'
import { send } from '../messages/send.ts'
import { distrustRollUps } from '../reports/state.ts'
import { descriptors } from '../resources.ts'

const word = 'Xylotomous'
const phone = '256771234567'
const before = '256779876543'
const confirm = '+256 771 234 567'
const reason = 'Asked for it by letter'
/** The customer's changes of their messages, and of one that never arrives. */
const changes = [
  {
    type: 'edit',
    edit: {
      original_message_id: `wamid.${phone}`,
      message: { type: 'text', text: { body: `I was ${word}` } },
    },
  },
  { type: 'reaction', reaction: { message_id: `wamid.${phone}`, emoji: word } },
  { type: 'reaction', reaction: { message_id: `wamid.never-${word}`, emoji: word } },
].map((change, n) => ({ ...change, from: phone, id: `wamid.change-${n}`, timestamp: '1772441950' }))

describe('[Q-170] erasing a customer', () => {
  let at: TestServer
  let id: string
  let customer: string
  let others: string
  let ticket: string
  let shared: string
  beforeAll(async () => {
    // One call will not be answered. It is under way for as long as the tests need.
    at = await startTestServer({ callTimeoutMs: 5_000 })
    const { db } = at.database
    expect(await at.webhook(textWebhook(phone, `wamid.${phone}`, `I am ${word}`, word))).toBe(200)
    expect(await at.webhook(envelope({ messages: changes }))).toBe(200)
    expect(await at.webhook(textWebhook('256720000009', 'wamid.other', 'Good day', 'Okello'))).toBe(200)
    const one = async (number: string) =>
      (await at.ann.get('conversations', { query: { search: `+${number}` } })).reply[0]
    id = (await one(phone))?.id ?? ''
    customer = (await one(phone))?.user.id ?? ''
    others = (await one('256720000009'))?.id ?? ''
    const raised = { conversation_id: id, title: word, description: word }
    ticket = (await at.ann.get('createTicket', { body: { ...raised, client_ticket_id: word } })).reply.id
    await at.ann.get('updateTicket', { params: { id: ticket }, body: { agent_notes: word } })
    await at.ann.get('closeTicket', { params: { id: ticket }, body: { resolution: word } })
    const issue = await at.ann.get('createIssue', {
      body: { ...raised, category: 'CLAIMS', client_issue_id: word },
    })
    await at.ann.get('resolveIssue', { params: { id: issue.reply.id }, body: { resolution_summary: word } })
    await at.ann.get('reopenIssue', { params: { id: issue.reply.id }, body: { reason: word } })
    await at.ann.get('setConversationTags', { params: { id }, body: { tags: [word] } })
    // [Q-223 Q-224] Notes.
    const note = { client_note_id: word, text: `${word} asked @brian`, mentions: [at.brian.id] }
    await at.ann.get('addNote', { params: { id }, body: note })
    await at.ann.get('changeCustomerNote', { params: { id }, body: { version: 0, text: word } })
    // [Q-238] Saved views.
    await at.brian.get('saveView', { body: { name: 'Hers', scope: 'own', filter: { search: word } } })
    // [Q-242] Reminders and their notices.
    const { messages } = (await at.ann.get('history', { params: { id } })).reply
    const due_at = new Date(at.clock.now().getTime() + 1_000).toISOString()
    await at.ann.get('remind', { params: { id: messages[0]?.id ?? '' }, body: { due_at, text: word } })
    await at.ann.get('assign', { params: { id }, body: { agent_id: at.brian.id } })
    await at.brian.get('rejectHandoff', { params: { id }, body: { reason: word } })
    await at.ann.get('assign', { params: { id }, body: { agent_id: at.ann.id } })
    await at.ann.get('assign', { params: { id }, body: { agent_id: at.brian.id } })
    await at.ann.get('notifyAgent', {
      params: { id: at.brian.id },
      body: { type: 'info', message: `Look at ${phone}, ${word}` },
    })
    const file = await upload(at.server.app, at.ann, `${word}.pdf`, `%PDF-1.4 ${word}`)
    const body = { client_message_id: word, content: word, document_id: file.id }
    const metadata = { intent: word, entities: { reference: [word] } }
    await at.ann.get('send', { params: { id }, body: { ...body, metadata } })
    await at.brian.get('writeMessageDraft', {
      params: { id },
      body: { page_id: 'page', write_no: 1, version: 0, text: `Dear ${word}`, quoted_message_id: null },
    })
    // A file that another customer has too stays.
    shared = (await upload(at.server.app, at.ann, 'tariff.pdf', '%PDF-1.4 the tariff')).id
    for (const to of [id, others]) {
      await at.ann.get('send', {
        params: { id: to },
        body: { client_message_id: unique(), content: 'Our tariff', document_id: shared },
      })
    }
    await db.updateTable('attachments').set({ description: word }).where('id', '=', Number(file.id)).execute()
    const application = await addApplication(at.server.writer, {
      kind: 'ipp',
      conversationId: id,
      name: word,
      idNumber: word,
      form: {
        employment_details: { ...ippForm.employment_details, employer_name: word },
        declarations: { [word]: word },
      },
      provenance: {
        [word]: {
          source: 'person',
          at: at.clock.now().toISOString(),
          message_id: null,
          conversation_id: null,
          document_id: null,
          agent: null,
        },
      },
      documents: [Number(file.id)],
    })
    const params = { id: application }
    await at.ann.get('addIppApplicationNote', { params, body: { content: word, client_note_id: word } })
    await at.ann.get('setIppApplicationStatus', {
      params,
      body: { status: 'UNDER_REVIEW', notes: word, customer_words: word, client_change_id: word },
    })
    const points = JSON.stringify([
      { code: 'shares.range', field: 'beneficiaries.0.percentage', sentence: word },
    ])
    await sql`update application_status_changes set despite = ${points} where to_status = 'UNDER_REVIEW'
      and application_id = ${application}`.execute(db)
    await db
      .updateTable('applications')
      .set({ customer_email: `${word}@example.com` })
      .where('id', '=', Number(application))
      .execute()
    await db
      .updateTable('customers')
      .set({ account_type: word, customer_number: word, wa_user_id: `UG.${word}` })
      .where('id', '=', Number(customer))
      .execute()
    const now = at.clock.now()
    await db
      .insertInto('customer_aliases')
      .values({ kind: 'number', address: before, customer_id: Number(customer), until: now })
      .execute()
    // A status during the changes below would undo a part of them.
    await eventually('all delivered', async () => {
      const { reply } = await at.ann.get('history', { params: { id } })
      return reply.messages.every(({ status }) => ['received', 'delivered', 'read'].includes(status))
    })
    const failure = JSON.stringify({ code: '1', sentence: word, remedy: word })
    await sql`update messages set failure = ${failure} where conversation_id = ${id} and direction = 'OUTBOUND'`.execute(
      db,
    )
    await sql`update messages set quoted_wamid = ${`wamid.${word}`} where conversation_id = ${id}`.execute(db)
    await sql`update messages set details = ${JSON.stringify({ unknown: { type: 'x', raw: word, cut: false } })}
      where conversation_id = ${id}`.execute(db)
    await sql`update attempts set failure = ${failure}, wamid = ${`wamid.${word}`} || id
      where conversation_id = ${id}`.execute(db)
    await sql`insert into early_statuses (phone_number_id, wamid, status, at)
      select phone_number_id, wamid, 'read', ${now} from attempts where conversation_id = ${id}`.execute(db)
    // Webhooks that are kept: an unfinished one, and one with a rejected item beside other customers'.
    const mixed = (n: number) =>
      JSON.stringify(
        envelope({
          contacts: [{ wa_id: before, profile: { name: word } }],
          messages: [text(before, `w.${n}`, word), text('256720000009', `o.${n}`, 'Still here')],
        }),
      )
    await db
      .insertInto('webhook_events')
      .values([
        { received_at: now, body: mixed(1) },
        { received_at: now, body: mixed(2), done_at: now },
      ])
      .execute()
    await sql`insert into webhook_items (event_id, item_no, ended, noun, reason)
      select max(id), 0, 'refused', 'message', 'unknown' from webhook_events where body = ${mixed(2)}`.execute(
      db,
    )
  })
  afterAll(() => at.close())

  /** Every column of every table, by whether one of these texts is in it anywhere. */
  const placesOf = async (texts: readonly string[]): Promise<string[]> => {
    const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
      select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`.execute(at.database.db)
    expect(columns.length).toBeGreaterThan(200)
    const found: string[] = []
    for (const { table, column, type } of columns) {
      const value =
        type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)}
        where exists (select 1 from unnest(${texts}::text[]) k where position(k in ${value}) > 0)`.execute(
        at.database.db,
      )
      if ((rows[0]?.n ?? 0) > 0) found.push(`${table}.${column}`)
    }
    return found
  }
  const filesWith = async (content: string): Promise<number> => {
    const entries = await readdir(at.dataDir, { recursive: true, withFileTypes: true })
    const read = entries
      .filter(entry => entry.isFile())
      .map(entry => readFile(path.join(entry.parentPath, entry.name)))
    return (await Promise.all(read)).filter(bytes => bytes.includes(content)).length
  }
  const erase = (body: object = { confirm, reason }, agent = at.ann) =>
    agent.ask('eraseCustomer', { params: { id: customer }, body })
  const figures = async () => {
    const query = { start_date: '2026-01-01', end_date: '2026-12-31' }
    const names = ['uniqueUsers', 'messageStats', 'agentMetrics', 'averages'] as const
    return Promise.all(names.map(async name => (await at.ann.get(name, { query })).reply))
  }
  const counts = async () => {
    const { rows } = await sql`select
      (select count(*)::int from messages) as messages, (select count(*)::int from tickets) as tickets,
      (select count(*)::int from issues) as issues, (select count(*)::int from applications) as applications,
      (select count(*)::int from assignments) as assignments, (select count(*)::int from customers) as customers,
      (select string_agg(at::text, ' ' order by id) from messages) as times`.execute(at.database.db)
    return rows
  }

  test('every table with a customer’s rows is in a resource’s descriptor', async () => {
    // By foreign keys from customers. Agents and the tables of accounts hold no customer data.
    const { rows } = await sql<{ name: string }>`
      with recursive belonging as (
        select 'customers'::regclass::oid as id union
        select c.conrelid from pg_constraint c join belonging b on c.confrelid = b.id
        where c.contype = 'f' and c.conrelid <> 'agents'::regclass)
      select distinct id::regclass::text as name from belonging order by 1`.execute(at.database.db)
    const named = descriptors.flatMap(({ erase }) => Object.keys(erase?.tables ?? {}))
    expect(new Set(named).size).toBe(named.length)
    expect(rows.map(({ name }) => name).filter(name => !named.includes(name))).toEqual([])
  })

  test('refuses without the number, or with a reason that names the customer', async () => {
    const places = await placesOf([word])
    for (const [body, field] of [
      [{ confirm: '+256 771 234 568', reason }, 'confirm'],
      [{ confirm: '', reason }, 'confirm'],
      [{ confirm, reason: '  ' }, 'reason'],
      [{ confirm, reason: `Letter of ${word.toLowerCase()}` }, 'reason'],
      [{ confirm, reason: 'Called from +256 771-234-567' }, 'reason'],
    ] as const) {
      expect(await erase(body)).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      })
    }
    expect(await placesOf([word])).toEqual(places)
  })

  test('waits for messages that are being sent, and fails queued ones', async () => {
    const socket = await at.brian.connect()
    const places = await placesOf([word])
    // Every column that can hold text held some before, so that none is missed.
    expect(places).toEqual(
      expect.arrayContaining([
        'application_forms.form_data',
        'application_forms.provenance',
        'application_notes.client_note_id',
        'application_notes.content',
        'application_status_changes.client_change_id',
        'application_status_changes.despite',
        'application_status_changes.notes',
        'applications.customer_email',
        'applications.customer_id_number',
        'applications.customer_name',
        'assignments.reason',
        'attachments.description',
        'attachments.name',
        'attempts.failure',
        'attempts.wamid',
        'audit.after',
        'conversations.tags',
        'customers.account_type',
        'customers.customer_number',
        'customers.name',
        'customers.wa_user_id',
        'early_statuses.wamid',
        'issues.client_issue_id',
        'issues.description',
        'issues.reopen_reason',
        'issues.resolution_summary',
        'issues.title',
        'messages.client_message_id',
        'messages.content',
        'messages.details',
        'messages.failure',
        'message_drafts.text',
        'message_folds.content',
        'messages.metadata',
        'messages.original_content',
        'messages.reaction',
        'messages.quoted_wamid',
        'notifications.message',
        'reminders.text',
        'saved_views.filter',
        'ticket_notes.text',
        'tickets.client_ticket_id',
        'tickets.description',
        'tickets.resolution',
        'tickets.title',
        'webhook_events.body',
      ]),
    )
    expect(await filesWith(word)).toBeGreaterThan(0)
    await at.simulator.fault('time-out')
    const first = await at.ann.get('send', { params: { id }, query: { content: 'On its way' } })
    await eventually('it is on its way', async () => {
      const { reply } = await at.ann.get('history', { params: { id } })
      return reply.messages.find(message => message.id === first.reply.id)?.status === 'sending'
    })
    const shown = await figures()
    const second = await send(at.server.writer, {
      conversationId: Number(id),
      by: { agentId: Number(at.ann.id), address: null },
      visibility: null,
      reply: { client_message_id: unique(), content: 'Waits' },
      voice: null,
      holdMs: 0,
      take: null,
    })
    // It waits for its next attempt, however long the first one takes.
    const later = new Date(at.clock.now().getTime() + 60_000)
    await at.database.db
      .updateTable('messages')
      .set({ next_try_at: later })
      .where('id', '=', second)
      .execute()
    const rows = await counts()
    expect(await erase()).toMatchObject({ status: 204 })

    expect(await placesOf([word, phone, before])).toEqual([])
    expect(await filesWith(word)).toBe(0)
    expect(await counts()).toEqual(rows)
    expect(await figures()).toEqual(shown)
    // Recomputed from the remaining rows.
    await distrustRollUps(at.database.db)
    expect(await figures()).toEqual(shown)

    const { reply } = await at.ann.get('history', { params: { id } })
    const statusOf = (wanted: string) => reply.messages.find(message => message.id === wanted)?.status
    expect([statusOf(first.reply.id), statusOf(String(second))]).toEqual(['unknown', 'failed'])
    expect(reply.messages.every(message => message.content === '' && message.attachments.length === 0)).toBe(
      true,
    )
    // A console that shows it gets the event.
    await socket.reached((await at.ann.get('conversations')).seq)
    const told = socket.events.flatMap(event =>
      event.event === 'conversation' && event.data.id === id ? [event.data] : [],
    )
    expect(told.at(-1)).toMatchObject({
      status: 'ARCHIVED',
      user: { id: customer, name: 'Erased customer', phone_number: null },
      erased: { at: at.clock.now().toISOString(), by: 'ann' },
      last_message: { content: '' },
      tags: [],
      offer: null,
    })
    for (const event of ['message', 'ticket', 'issue', 'application', 'notification', 'read', 'draft']) {
      expect([event, socket.events.some(liveEvent => liveEvent.event === event)]).toEqual([event, true])
    }
  })

  test('is on record by the customer’s id, with the reason', async () => {
    const { reply } = await at.ann.get('audit', { query: { action: 'customer.erased' } })
    expect(reply).toMatchObject([
      {
        by: { id: at.ann.id },
        on: { noun: 'customer', id: customer, name: null },
        before: null,
        after: { reason },
      },
    ])
  })

  test('keeps other customers’ data', async () => {
    const { reply } = await at.ann.get('history', { params: { id: others } })
    expect(reply.messages.map(message => message.content)).toEqual(['Good day', 'Our tariff'])
    const file = await at.brian.ask('downloadDocument', { params: { id: shared } })
    expect(file).toMatchObject({ status: 200, body: '%PDF-1.4 the tariff' })
    const { rows } = await sql<{
      body: string
    }>`select body from webhook_events where body like '%Still here%'`.execute(at.database.db)
    expect(rows).toHaveLength(2)
  })

  test('refuses every later write with a sentence; reading works', async () => {
    const erased = { status: 409, body: { code: 'customer.erased' } }
    const params = { id }
    expect(await at.ann.ask('send', { params, query: { content: 'Hi' } })).toMatchObject(erased)
    expect(await at.ann.ask('setConversationStatus', { params, body: { status: 'ACTIVE' } })).toMatchObject(
      erased,
    )
    expect(await at.ann.ask('setConversationTags', { params, body: { tags: ['x'] } })).toMatchObject(erased)
    expect(await at.ann.ask('createTicket', { body: { conversation_id: id, title: 'Again' } })).toMatchObject(
      erased,
    )
    expect(
      await at.ann.ask('updateTicket', { params: { id: ticket }, body: { agent_notes: 'Again' } }),
    ).toMatchObject(erased)
    expect(await at.ann.ask('assign', { params, body: { agent_id: at.brian.id } })).toMatchObject(erased)
    const { reply } = await at.ann.get('ippApplications', { query: { conversation_id: id } })
    const application = { id: reply[0]?.id ?? '' }
    expect((await at.ann.get('ippApplication', { params: application })).reply).toMatchObject({
      form_data: { employment_details: { employer_name: null } },
    })
    expect(
      await at.ann.ask('addIppApplicationNote', { params: application, body: { content: 'Again' } }),
    ).toMatchObject(erased)
    expect(await erase()).toMatchObject(erased)
    await at.ann.get('tickets', { query: { conversation_id: id } })
    await at.ann.get('work', { params })
    const stats = (await at.ann.get('unreadStats')).reply
    expect(stats.unread_conversations).not.toContain(id)
  })

  test('late webhooks change nothing and leave no number: repeats and statuses, alone and with others’', async () => {
    const { db } = at.database
    const { id: attempt } = await db
      .selectFrom('attempts')
      .select('id')
      .where('conversation_id', '=', Number(id))
      .limit(1)
      .executeTakeFirstOrThrow()
    const message = text(phone, `wamid.${phone}`, word)
    const contacts = [{ wa_id: phone, profile: { name: word } }]
    const status = { id: `wamid.${word}`, status: 'read', timestamp: '1772441900', recipient_id: phone }
    const ofAttempt = { ...status, biz_opaque_callback_data: String(attempt) }
    const other = text('256720000009', 'wamid.another', 'Another question')
    const otherContact = { wa_id: '256720000009', profile: { name: 'Okello' } }
    const before = await counts()
    for (const body of [
      envelope({ contacts, messages: [message] }),
      envelope({ statuses: [ofAttempt] }),
      envelope({ contacts, messages: [message], statuses: [ofAttempt] }),
    ]) {
      expect(await Promise.all([at.webhook(body), at.webhook(body)])).toEqual([200, 200])
    }
    expect(await at.webhook(envelope({ contacts, messages: changes.slice(0, 2) }))).toBe(200)
    expect(await counts()).toEqual(before)
    expect(await placesOf([word, phone])).toEqual([])
    const mixed = envelope({ contacts: [...contacts, otherContact], messages: [message, other] })
    expect(await at.webhook(mixed)).toBe(200)
    expect(await placesOf([word, phone])).toEqual([])
    const { reply } = await at.ann.get('history', { params: { id: others } })
    expect(reply.messages.map(({ content }) => content)).toContain('Another question')
    const { rows } = await sql`select 1 from webhook_events where body like '%Another question%'`.execute(db)
    expect(rows).toHaveLength(1)
  })

  test('a new message from the same number is a new customer’s', async () => {
    expect(await at.webhook(textWebhook(phone, 'wamid.new', 'Hello again', 'Nakato'))).toBe(200)
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    expect(reply).toHaveLength(1)
    expect(reply[0]).toMatchObject({ user: { name: 'Nakato' }, erased: null, inbound_no: 1 })
    expect([reply[0]?.id, reply[0]?.user.id]).not.toEqual([id, customer])
  })

  test('the hashes of erased ids are deleted once WhatsApp repeats nothing more', async () => {
    const sums = async () => (await sql`select 1 from erased_message_ids`.execute(at.database.db)).rows.length
    at.clock.advance(8 * 24 * 60 * 60 - 1)
    await tidy(at.server.writer)
    // The message, its changes, our message, and the notice of an application.
    expect(await sums()).toBe(6)
    at.clock.advance(2)
    await tidy(at.server.writer)
    expect(await sums()).toBe(0)
  })
})
