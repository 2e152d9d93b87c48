import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { upload } from '../../test/models/upload.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, textWebhook } from '../../test/models/webhooks.ts'
import { DiskStore } from '../attachments/store.ts'
import { tidy } from '../operation/housekeeping.ts'
import { nightly } from '../operation/nightly.ts'
import { tellReminders } from '../reminders/tell.ts'
import { WorkspaceDays } from '../reports/days.ts'
import { distrustRollUps } from '../reports/state.ts'
import { retain } from './retention.ts'

const day = 24 * 60 * 60
/** The customer's changes of their messages. */
const changes = [
  {
    type: 'edit',
    edit: { original_message_id: 'wamid.1', message: { type: 'text', text: { body: 'Other words' } } },
  },
  { type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '👍' } },
].map((change, n) => ({ ...change, from: '256720000001', id: `wamid.change-${n}`, timestamp: '1772441950' }))

describe('[Q-172] retention', () => {
  let at: TestServer
  let store: DiskStore
  let scratch: string
  let id: string
  beforeAll(async () => {
    at = await startTestServer()
    store = await DiskStore.open(path.join(at.dataDir, 'files'), unique, at.clock.now())
    scratch = path.join(at.dataDir, 'exports')
    const seconds = at.clock.now().getTime() / 1000
    expect(await at.webhook(textWebhook('256720000001', 'wamid.1', 'Old words', 'Nakato'))).toBe(200)
    id = (await at.ann.get('conversations')).reply[0]?.id ?? ''
    expect(await at.webhook(envelope({ messages: changes }))).toBe(200)
    await sql`update messages set at = to_timestamp(${seconds - 40 * day})`.execute(at.database.db)
    await sendFile('old.pdf')
    await delivered()
    await sql`update messages set at = to_timestamp(${seconds - 39 * day}) where direction = 'OUTBOUND'`.execute(
      at.database.db,
    )
    // Messages that are moved to another day send no event.
    await distrustRollUps(at.database.db)
    await sendFile('new.pdf')
    // The tests count events of messages, and each status is one.
    await delivered()
  })
  afterAll(() => at.close())

  const sendFile = async (name: string) => {
    const file = await upload(at.server.app, at.ann, name, `%PDF-1.4 ${name}`)
    const body = { client_message_id: unique(), content: `See ${name}`, document_id: file.id }
    await at.ann.get('send', { params: { id }, body })
  }
  const delivered = () =>
    eventually('all delivered', async () => {
      const { reply } = await at.ann.get('history', { params: { id } })
      return reply.messages.every(({ status }) => ['received', 'delivered', 'read'].includes(status))
    })
  const run = () => retain({ writer: at.server.writer, store, scratch })
  const decide = (settings: object) => at.ann.get('changeSettings', { body: { settings } })
  const shown = async () =>
    (await at.ann.get('history', { params: { id } })).reply.messages.map(({ content, attachments }) => [
      content,
      attachments.map(({ name }) => name),
    ])
  const kept = async () =>
    (await readdir(path.join(at.dataDir, 'files'), { recursive: true })).filter(name =>
      /[0-9a-f]{64}$/.test(name),
    ).length
  const figures = async () => {
    const query = { start_date: '2026-01-01', end_date: '2026-12-31' }
    const names = ['uniqueUsers', 'messageStats', 'agentMetrics', 'averages'] as const
    return Promise.all(names.map(async name => (await at.ann.get(name, { query })).reply))
  }

  test('deletes nothing by default', async () => {
    const before = await shown()
    expect(await run()).toEqual({
      messages: 0,
      notes: 0,
      reminders: 0,
      drafts: 0,
      audit: 0,
      uploads: 0,
      files: 0,
    })
    expect([await shown(), await kept()]).toEqual([before, 2])
    expect((await at.ann.get('audit', { query: { action: 'retention.ran' } })).reply).toEqual([])
  })

  test('[Q-397] what shorter times would delete is counted as the run does, and nothing else is counted', async () => {
    const count = async (query: Readonly<Record<string, string>>) =>
      (await at.ann.get('retentionCounts', { query })).reply
    const of = (setting: string, found: number) => ({ setting, count: found, more: false })
    expect(await count({})).toEqual([])
    expect(await count({ keep_messages_days: '30' })).toEqual([of('keep_messages_days', 2)])
    expect(await count({ keep_messages_days: '45' })).toEqual([of('keep_messages_days', 0)])
    expect(await count({ keep_events_days: '1', keep_refused_days: '1', keep_audit_days: '1' })).toEqual([
      of('keep_events_days', 0),
      of('keep_refused_days', 0),
      of('keep_audit_days', 0),
    ])
    expect((await at.ann.ask('retentionCounts', { query: { keep_messages_days: '0' } })).status).toBe(400)
  })

  test('old messages lose text and files, in every console; figures stay', async () => {
    await decide({ keep_messages_days: 30 })
    const before = await figures()
    const socket = await at.brian.connect()
    expect(await run()).toMatchObject({ messages: 2 })
    expect(await shown()).toEqual([
      ['', []],
      ['', []],
      ['See new.pdf', ['new.pdf']],
    ])
    expect(await kept()).toBe(1)
    expect(await figures()).toEqual(before)
    await socket.reached((await at.ann.get('conversations')).seq)
    expect(socket.events.filter(event => event.event === 'message')).toHaveLength(2)
    const { reply } = await at.ann.get('audit', { query: { action: 'retention.ran' } })
    expect(reply).toMatchObject([{ by: null, address: null, after: { messages: 2, files: 0 } }])
    expect(await run()).toMatchObject({ messages: 0 })
    expect(
      (await at.ann.get('retentionCounts', { query: { keep_messages_days: '30' } })).reply,
    ).toMatchObject([{ count: 0 }])
    // Its changes are deleted with it, and a repeat restores none.
    expect(await at.webhook(envelope({ messages: changes }))).toBe(200)
    const { reply: thread } = await at.ann.get('history', { params: { id } })
    expect(thread.messages[0]).toMatchObject({ content: '', edited: { original: '' }, reactions: [] })
    const { rows } = await sql`select 1 from message_folds where content is not null`.execute(at.database.db)
    expect(rows).toEqual([])
  })

  test('[Q-225] drafts are deleted by their last change, and their agent’s pages get the event', async () => {
    const { version } = (
      await at.ann.get('writeMessageDraft', {
        params: { id },
        body: { page_id: 'page', write_no: 1, version: 0, text: 'Begun long ago', quoted_message_id: null },
      })
    ).reply
    expect(await run()).toMatchObject({ drafts: 0 })
    const written = new Date(at.clock.now().getTime() - 31 * day * 1_000)
    await sql`update message_drafts set updated_at = ${written}`.execute(at.database.db)
    const socket = await at.ann.connect()
    expect(await run()).toMatchObject({ drafts: 1 })
    expect(await run()).toMatchObject({ drafts: 0 })
    const { rows } = await sql<{ text: string }>`select text from message_drafts`.execute(at.database.db)
    expect(rows).toEqual([{ text: '' }])
    await socket.reached((await at.ann.get('conversations')).seq)
    const told = socket.events.flatMap(event => (event.event === 'draft' ? [event.data] : []))
    expect(told).toMatchObject([{ conversation_id: id, text: '' }])
    expect(told[0]?.version).toBeGreaterThan(version)
  })

  test('deletes old messages that arrive late, too', async () => {
    const late = at.clock.now().getTime() / 1000 - 35 * day
    await sql`insert into messages (conversation_id, direction, source, message_type, content, at, arrived_at, status)
      values (${id}, 'INBOUND', 'CUSTOMER', 'text', 'Late words', to_timestamp(${late}), now(), 'received')`.execute(
      at.database.db,
    )
    expect(await run()).toMatchObject({ messages: 1 })
    expect(JSON.stringify(await shown())).not.toContain('Late')
  })

  test('[Q-223] notes are deleted like messages, with their notices', async () => {
    const add = async (text: string) => {
      const body = { client_note_id: unique(), text, mentions: [at.brian.id] }
      return (await at.ann.get('addNote', { params: { id }, body })).reply.id
    }
    const [old] = [await add('Old @brian'), await add('New @brian')]
    const before = new Date(at.clock.now().getTime() - 31 * day * 1000)
    await sql`update conversation_notes set at = ${before} where id = ${old}`.execute(at.database.db)
    const socket = await at.brian.connect()
    expect(await run()).toMatchObject({ notes: 1 })
    const { reply, seq } = await at.ann.get('notes', { params: { id } })
    expect(reply.map(({ text }) => text)).toEqual(['New @brian'])
    await socket.reached(seq)
    expect(socket.events.filter(event => event.event === 'note')).toMatchObject([
      { data: { id: old, conversation_id: id } },
    ])
    const { reply: notices } = await at.brian.get('pollNotifications')
    expect(notices.filter(notice => notice.type === 'mention')).toHaveLength(1)
  })

  test('[Q-242] reminders are deleted by their due time, like messages, with their notices', async () => {
    const { reply: thread } = await at.ann.get('history', { params: { id } })
    const [first, second] = thread.messages.slice(-2)
    const due = (days: number) => new Date(at.clock.now().getTime() + days * day * 1_000)
    const set = async (message: typeof first) => {
      const body = { due_at: due(1).toISOString(), text: 'Secret promise' }
      return (await at.ann.get('remind', { params: { id: message?.id ?? '' }, body })).reply.id
    }
    const [old, ended, kept] = [await set(first), await set(second), await set(first)]
    expect(kept).toBe(old)
    await at.ann.get('endReminder', { params: { id: ended } })
    await at.database.db
      .updateTable('reminders')
      .set({ due_at: due(-29) })
      .execute()
    expect(await run()).toMatchObject({ reminders: 0 })
    await at.database.db
      .updateTable('reminders')
      .set({ due_at: due(-31) })
      .execute()
    await tellReminders(at.server.writer)
    const told = async () =>
      (await at.ann.get('pollNotifications')).reply.filter(({ title }) => title === 'Reminder')
    expect(await told()).toHaveLength(1)
    expect(await run()).toMatchObject({ reminders: 2 })
    expect((await at.ann.get('reminders', { params: { id } })).reply).toEqual([])
    expect(await told()).toEqual([])
    const { rows } = await sql`select 1 from reminders where text <> ''
      union all select 1 from notifications where message like '%Secret%'`.execute(at.database.db)
    expect(rows).toEqual([])
    expect(await run()).toMatchObject({ reminders: 0 })
  })

  test('deletes unsent uploads and unreferenced files after a day', async () => {
    const old = await upload(at.server.app, at.ann, 'unsent.pdf', '%PDF-1.4 unsent')
    await upload(at.server.app, at.ann, 'just-now.pdf', '%PDF-1.4 just now')
    await sql`update attachments set created_at = ${new Date(at.clock.now().getTime() - 25 * 3_600_000)}
      where id = ${old.id}`.execute(at.database.db)
    const orphan = 'ab'.repeat(32)
    await mkdir(path.join(at.dataDir, 'files', 'ab'), { recursive: true })
    const place = path.join(at.dataDir, 'files', 'ab', orphan)
    await writeFile(place, 'left behind')
    const yesterday = new Date(at.clock.now().getTime() - 25 * 3_600_000)
    await utimes(place, yesterday, yesterday)
    await mkdir(path.join(scratch, 'export-left'), { recursive: true })
    await utimes(path.join(scratch, 'export-left'), yesterday, yesterday)
    expect(await kept()).toBe(4)
    expect(await run()).toMatchObject({ uploads: 1, files: 1 })
    expect(await kept()).toBe(2)
    expect(await store.has(orphan)).toBe(false)
    expect(await readdir(scratch)).toEqual([])
    expect((await at.ann.ask('downloadDocument', { params: { id: old.id } })).status).toBe(404)
  })

  test('keeps the audit log for the workspace’s days, and records the deletion in it', async () => {
    const { db } = at.database
    await sql`insert into audit (at, action, noun) values
      (${new Date(at.clock.now().getTime() - 400 * day * 1000)}, 'sign-in', 'session')`.execute(db)
    expect(await run()).toMatchObject({ audit: 0 })
    await decide({ keep_audit_days: 365 })
    expect(await run()).toMatchObject({ audit: 1 })
    const { reply } = await at.ann.get('audit', { query: { action: 'retention.ran' } })
    expect(reply[0]).toMatchObject({ after: { audit: 1 } })
  })

  test('keeps raw webhooks for a week, or for the workspace’s days', async () => {
    const { db } = at.database
    const events = async () => {
      const { rows } = await sql<{
        body: string
      }>`select body from webhook_events where body like 'b%' order by 1`.execute(db)
      return rows.map(row => row.body)
    }
    for (const [body, days] of [
      ['b05', 5],
      ['b10', 10],
      ['b40', 40],
    ] as const) {
      const done = new Date(at.clock.now().getTime() - days * day * 1000)
      await sql`insert into webhook_events (received_at, body, done_at) values (${done}, ${body}, ${done})`.execute(
        db,
      )
    }
    await decide({ keep_events_days: 30 })
    await tidy(at.server.writer)
    expect(await events()).toEqual(['b05', 'b10'])
    await decide({ keep_events_days: null })
    await tidy(at.server.writer)
    expect(await events()).toEqual(['b05'])
    await decide({ keep_events_days: 1 })
    await tidy(at.server.writer)
    expect(await events()).toEqual([])
  })

  test('[Q-177] keeps a raw webhook with a rejected item until its retry, or for the workspace’s days', async () => {
    const { db } = at.database
    const kept = async () => {
      const { rows } = await sql<{ body: string }>`
        select body from webhook_events where body like 'r%' order by 1`.execute(db)
      return rows.map(row => row.body)
    }
    for (const [body, days] of [
      ['r05', 5],
      ['r40', 40],
    ] as const) {
      const done = new Date(at.clock.now().getTime() - days * day * 1000)
      await sql`with kept as (
        insert into webhook_events (received_at, body, done_at) values (${done}, ${body}, ${done}) returning id)
        insert into webhook_items (event_id, item_no, ended, noun, reason)
        select id, 0, 'refused', 'message', 'It has no id.' from kept`.execute(db)
    }
    await decide({ keep_events_days: 1, keep_refused_days: null })
    await tidy(at.server.writer)
    expect(await kept()).toEqual(['r05', 'r40'])
    await decide({ keep_refused_days: 30 })
    await tidy(at.server.writer)
    expect(await kept()).toEqual(['r05'])
  })

  test('the nightly work runs once a night, however often it is called', async () => {
    const runs: unknown[] = []
    // Later than the server's clock, so that its own loop does not run first.
    let laterMs = 0
    const now = () => new Date(at.clock.now().getTime() + laterMs)
    const deps = {
      writer: { ...at.server.writer, now },
      longRunningDb: at.database.longRunningDb,
      store,
      scratch,
      days: new WorkspaceDays('Africa/Kampala'),
      onRetained: (done: unknown) => runs.push(done),
    }
    // The server's own loop ran today.
    await nightly(deps)
    expect(runs).toHaveLength(0)
    laterMs += 13.5 * 3_600_000
    await nightly(deps)
    expect(runs).toHaveLength(0)
    laterMs += 3_600_000
    // It also refreshes the planner statistics of a table that grew.
    await sql`insert into webhook_events (received_at, body, done_at)
      select ${now()}::timestamptz, '{}', ${now()}::timestamptz from generate_series(1, 3000)`.execute(
      at.database.db,
    )
    await Promise.all([nightly(deps), nightly(deps)])
    expect(runs).toHaveLength(1)
    const { rows } = await sql<{ known: number }>`
      select reltuples::int as known from pg_class where oid = 'webhook_events'::regclass`.execute(
      at.database.db,
    )
    expect(rows[0]?.known).toBeGreaterThanOrEqual(3_000)
  })
})
