import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { isLong } from '../../test/long.ts'
import { openEmptyDatabase, openTestDatabase, testWriter } from '../../test/database.ts'
import { startTestServer } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { DiskStore } from '../attachments/store.ts'
import { applyStatuses } from '../ingest/statuses.ts'
import { endLapsedAttempts } from '../delivery/result.ts'
import { claimNext } from '../../test/one-try.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import type { OpenDatabase } from '../db/open.ts'
import { write } from '../db/write.ts'
import { identifyLog, logPosition } from '../live/log.ts'
import { retry } from '../messages/retry.ts'
import { accessLinesOf } from './command-line.ts'
import type { Tail } from './contents.ts'
import { restoreBackup } from './restore.ts'
import { saveFile } from './save.ts'
import { tablesOf } from './tables.ts'
import { backupOf } from './write.ts'

let dir: string
let place: string
const closing: (() => Promise<void>)[] = []
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-backup-'))
  place = path.join(dir, 'backup.tar')
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  fs.rmSync(dir, { recursive: true })
})

const now = new Date('2026-03-01T10:00:00Z')

/** A database without a schema. */
async function openEmpty(): Promise<OpenDatabase> {
  const database = await openEmptyDatabase()
  closing.push(() => database.close())
  return database
}

async function storeIn(name: string): Promise<DiskStore> {
  let made = 0
  return DiskStore.open(path.join(dir, name), () => `${name}-${(made += 1)}`, now)
}

async function backUp(database: OpenDatabase, store: DiskStore): Promise<Tail> {
  let tail: Tail | null = null
  await saveFile(
    place,
    backupOf({ database, store, at: now }, held => {
      tail = held
    }),
  )
  if (tail === null) throw new Error('The backup has no end')
  return tail
}

const restore = (database: OpenDatabase, store: DiskStore) =>
  restoreBackup(place, { database, store, now: () => now, at: () => undefined })

/**
 * All rows as text, by table, and the sequences. A copy has another log id, so only its equality with the roll-ups' is listed.
 */
async function everythingIn({ db }: OpenDatabase): Promise<Readonly<Record<string, readonly string[]>>> {
  const all: Record<string, readonly string[]> = {}
  for (const { name } of await tablesOf(db)) {
    const { rows } = await sql<{ row: string }>`
      select t::text as "row" from ${sql.table(name)} t order by 1`.execute(db)
    all[name] = rows.map(({ row }) => row)
  }
  const { rows: clock } = await sql<{ row: string }>`
    select concat_ws(' ', c.seq, s.seq, c.log = s.log) as "row" from live_clock c, report_state s`.execute(db)
  const { rows: ids } = await sql<{ row: string }>`select last_value::text as "row" from ids`.execute(db)
  return {
    ...all,
    live_clock: clock.map(({ row }) => row),
    report_state: [],
    // A restored copy records the place of its files at its first start.
    files_place: [],
    ids: ids.map(({ row }) => row),
  }
}

/** Adds files, and rows with values that are hard to write, in circles of references. */
async function fill(
  { db }: OpenDatabase,
  store: DiskStore,
): Promise<{ readonly gone: string; readonly spoilt: string }> {
  const keep = async (text: string, thumbnail: Buffer | null) =>
    store.keep(await store.stage(Readable.from([Buffer.from(text)]), 1_000_000), thumbnail)
  const picture = await keep('a picture', Buffer.from('a small picture'))
  const paper = await keep('a paper '.repeat(40_000), null)
  const spoilt = await keep('a letter', null)
  fs.appendFileSync(path.join(dir, 'original', spoilt.slice(0, 2), spoilt), ' and more')
  const gone = 'f'.repeat(64)
  await sql`
    insert into customers (id, wa_id, name, created_at) values
      (501, '256700000001', ${'Ann "the\\n" \\ {Abbo}, 日本 👩🏽‍💻\n\t'}, '2026-01-02 03:04:05.678901+03'),
      (502, '256700000002', null, '1999-12-31 23:59:59.999999+00')`.execute(db)
  await sql`
    insert into conversations (id, customer_id, phone_number_id, status, tags, last_activity, created_at, updated_at)
    values (601, 501, '1', 'ACTIVE', ${['a,b', '"quoted"', 'NULL', '']}::text[], now(), now(), now())`.execute(
    db,
  )
  await sql`
    insert into attachments (name, mime_type, state, storage_key, has_thumbnail, created_at) values
      ('a.png', 'image/png', 'ready', ${picture}, true, now()), ('b.pdf', 'application/pdf', 'ready', ${paper}, false, now()),
      ('again.pdf', 'application/pdf', 'ready', ${paper}, false, now()), ('c', 'x/y', 'ready', ${gone}, false, now()),
      ('d', 'x/y', 'pending', null, false, now()),
      ('e', 'x/y', 'ready', ${spoilt}, false, now())`.execute(db)
  await sql`update settings set value = ${'{"text":"ü \\"x\\" \\u0001","number":1.10,"deep":[1,{"a":null}]}'}::jsonb`.execute(
    db,
  )
  await sql`insert into webhook_events (received_at, body)
    select now() + n * interval '1 microsecond', repeat(${'a line\nand "another"\\'}, 1 + n % 50) from generate_series(1, 6000) n`.execute(
    db,
  )
  await sql`update report_state set log = (select log from live_clock), seq = 17`.execute(db)
  await sql`select nextval('ids') from generate_series(1, 12345)`.execute(db)
  return { gone, spoilt }
}

test('what a database holds is restored into another row by row and file by file, under a log of its own', async () => {
  const original = await openTestDatabase()
  closing.push(() => original.close())
  const store = await storeIn('original')
  const { gone, spoilt } = await fill(original, store)
  const before = await everythingIn(original)

  const tail = await backUp(original, store)
  expect(tail).toMatchObject({
    files: 3,
    missing: [gone],
    damaged: [spoilt],
    rows: { customers: 2, webhook_events: 6000 },
  })
  expect(fs.statSync(place).mode & 0o777).toBe(0o600)
  expect(fs.readdirSync(dir).toSorted()).toEqual(['backup.tar', 'original'])
  expect(await everythingIn(original)).toEqual(before)

  const copy = await openEmpty()
  expect(await restore(copy, await storeIn('copy'))).toMatchObject({ unsent: 0 })
  const { audit, ids, ...after } = await everythingIn(copy)
  const { audit: auditBefore, ids: idsBefore, ...rest } = before
  expect(after).toEqual(rest)
  // The audit log records the restore, and nothing else is new.
  expect(audit?.filter(row => !auditBefore?.includes(row))).toEqual([
    expect.stringMatching(/backup\.restored.*made_at.*2026-03-01T10:00:00.000Z/),
  ])
  // Ids issued after the backup may be known elsewhere, so they are not issued again.
  expect(Number(ids?.[0]) - Number(idsBefore?.[0])).toBeGreaterThan(9_999_999)
  expect((await logPosition(copy.db)).log).not.toBe((await logPosition(original.db)).log)
  const files = (name: string) =>
    fs
      .readdirSync(path.join(dir, name), { recursive: true, encoding: 'utf8' })
      .filter(file => fs.statSync(path.join(dir, name, file)).isFile())
      .toSorted()

      .map(file => [file, fs.readFileSync(path.join(dir, name, file)).toString('hex')])
  expect(files('copy')).toEqual(files('original').filter(([file]) => !file?.endsWith(spoilt)))
  // The foreign keys are back, and each trigger runs once.
  await expect(
    sql`insert into marks (agent_id, conversation_id, seen_no) values (1, 2, 3)`.execute(copy.db),
  ).rejects.toMatchObject({ code: '23503' })
  const tallied = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from status_tallies`.execute(copy.db)).rows[0]?.n ?? 0
  const tallies = await tallied()
  await sql`update conversations set status = 'DORMANT' where id = 601`.execute(copy.db)
  expect(await tallied()).toBe(tallies + 2)
  // A start finds nothing to repair.
  await migrate(copy.longRunningDb)
  expect(await identifyLog(copy)).toBe(false)
})

test('[Q-302] what let somebody in when the backup was made lets nobody in after it, and the accounts to look at are named', async () => {
  const original = await openTestDatabase()
  closing.push(() => original.close())
  await sql`
    insert into agents (id, email, name, password_hash, role, disabled_at, created_at) values
      (1, 'zoe@example.com', 'Zoe', 'x', 'ADMINISTRATOR', null, now()),
      (2, 'ann@example.com', 'Ann', 'x', 'AGENT', null, now()),
      (3, 'left@example.com', 'Left', 'x', 'AGENT', now(), now())`.execute(original.db)
  await sql`
    insert into sessions (id, agent_id, family, generation, refresh_hash, cookie_hash, lifetime_seconds, created_at, used_at, expires_at)
    values (11, 2, 'f', 1, 'r', 'c', 60, now(), now(), now() + interval '1 day')`.execute(original.db)
  await sql`insert into socket_tickets values ('t', 11, now() + interval '1 day')`.execute(original.db)
  await sql`
    insert into password_resets (token_hash, agent_id, expires_at) values ('l', 2, now() + interval '1 day')`.execute(
    original.db,
  )
  await sql`
    insert into second_factors (agent_id, sealed_secret, confirmed_at, created_at) values (2, 's', now(), now())`.execute(
    original.db,
  )
  await sql`insert into recovery_codes (agent_id, code_hash) values (2, 'h')`.execute(original.db)
  await backUp(original, await storeIn('original'))

  const copy = await openEmpty()
  const { accounts, head } = await restore(copy, await storeIn('copy'))
  const { rows } = await sql`
    select (select end_reason from sessions where ended_at is not null) as ended,
      (select count(*)::int from socket_tickets) as tickets,
      (select count(*)::int from password_resets where used_at is null) as links,
      (select count(*)::int from recovery_codes) as codes,
      (select count(*)::int from second_factors) as factors`.execute(copy.db)
  expect(rows).toEqual([{ ended: 'restore', tickets: 0, links: 0, codes: 0, factors: 1 }])
  expect(accessLinesOf(accounts, head.made_at).slice(1)).toEqual([
    expect.stringMatching(/^These accounts can sign in as on 2026-03-01T10:00:00.000Z/),
    'zoe@example.com\tadministrator\tpassword only',
    'ann@example.com\tagent\tsecond factor',
  ])
})

describe('a backup that holds messages on their way', () => {
  test('is restored with none that goes out by itself: each is undecided, with the reason, and Retry sends it', async () => {
    const clock = new TestClock()
    const original = await openTestDatabase()
    closing.push(() => original.close())
    const store = await storeIn('original')
    await fill(original, store)
    const queue = async (id: number, status: 'queued' | 'sending') =>
      sql`insert into messages (id, conversation_id, direction, source, message_type, content, at, arrived_at, status, send_deadline, next_try_at)
        values (${id}, 601, 'OUTBOUND', 'AGENT', 'text', 'Hello', now(), now(), ${status}, ${new Date(clock.now().getTime() + 120_000)}, ${clock.now()})`.execute(
        original.db,
      )
    await sql`update conversations set customer_wrote_at = ${clock.now()} where id = 601`.execute(original.db)
    await queue(701, 'sending')
    await queue(702, 'queued')
    await queue(703, 'queued')
    await sql`
      insert into attempts (id, message_id, conversation_id, no, state, lease_until, phone_number_id, created_at, updated_at) values
        (801, 701, 601, 1, 'sending', now(), '1', now(), now()), (802, 702, 601, 1, 'failed', now(), '1', now(), now())`.execute(
      original.db,
    )
    await backUp(original, store)

    const copy = await openEmpty()
    expect(await restore(copy, await storeIn('copy'))).toMatchObject({ unsent: 3 })
    const writer = testWriter(copy, clock)
    expect(await claimNext(writer, '1')).toBeNull()
    expect(await endLapsedAttempts(writer)).toBe(0)
    const { rows } = await sql<{ id: number; status: string; sentence: string; attempts: string }>`
      select m.id, m.status, m.failure->>'sentence' as sentence,
        (select string_agg(a.state, ' ' order by a.no) from attempts a where a.message_id = m.id) as attempts
      from messages m where m.id between 701 and 703 order by m.id`.execute(copy.db)
    const sentence = expect.stringContaining('so the customer may or may not have this message') as string
    expect(rows).toEqual([
      { id: 701, status: 'unknown', sentence, attempts: 'unknown' },
      { id: 702, status: 'unknown', sentence, attempts: 'failed unknown' },
      { id: 703, status: 'unknown', sentence, attempts: 'unknown' },
    ])

    // A status of the original's attempt still settles it, and never raises an attempt of the copy.
    const said = {
      wamid: 'wamid.of-the-original',
      status: 'delivered',
      at: clock.now(),
      pricing: null,
      error: null,
    } as const
    await write(writer, context => applyStatuses(context, '1', [{ ...said, opaque: '801' }]))
    await retry(writer, 703)
    const again = await claimNext(writer, '1')
    expect(again).toMatchObject({ messageId: 703, content: 'Hello' })
    expect(again?.attemptId).toBeGreaterThan(10_000_000)
    const { rows: shown } = await sql`select status from messages where id in (701, 703) order by id`.execute(
      copy.db,
    )
    expect(shown).toEqual([{ status: 'delivered' }, { status: 'sending' }])
  })
})

describe('a backup under load', () => {
  test('holds whatever was acknowledged before it began, and what it holds fits together', async () => {
    const at = await startTestServer()
    closing.push(() => at.close())
    const acknowledged = new Set<string>()
    let isSending = true
    const sending = [1, 2, 3].map(async sender => {
      for (let no = 1; isSending; no += 1) {
        const id = `wamid.${sender}.${no}`
        const body = textWebhook(`25670000${sender}${no % 7}`, id, `message ${no}`)
        if ((await at.webhook(body)) === 200) acknowledged.add(id)
      }
    })
    while (acknowledged.size < (isLong ? 3_000 : 60)) await new Promise(resolve => setTimeout(resolve, 5))
    const before = [...acknowledged]
    await backUp(at.database, await storeIn('original'))
    isSending = false
    await Promise.all(sending)

    const copy = await openEmpty()
    await restore(copy, await storeIn('copy'))
    const { rows } = await sql<{ wamid: string }>`
      select m.wamid from messages m join conversations c on c.id = m.conversation_id
      where m.wamid is not null`.execute(copy.db)
    const held = new Set(rows.map(row => row.wamid))
    expect(before.filter(id => !held.has(id))).toEqual([])
    expect(held.size).toBe(rows.length)
    const { rows: counted } = await sql<{ fits: boolean }>`
      select (select sum(inbound_no) from conversations) = (select count(*) from messages where direction = 'INBOUND')
        and (select sum(messages) from inbound_tallies) = (select count(*) from messages where direction = 'INBOUND')
        and (select max(id) from messages) <= (select last_value from ids) as fits`.execute(copy.db)
    expect(counted).toEqual([{ fits: true }])
  })
})

describe('a backup is refused before anything is touched', () => {
  async function refusal(): Promise<string> {
    const copy = await openEmpty()
    const told = await restore(copy, await storeIn('copy')).catch((error: Error) => error)
    expect(await tablesOf(copy.db)).toEqual([])
    expect(fs.readdirSync(path.join(dir, 'copy'))).toEqual(['staging'])
    return told instanceof Error ? told.message : 'restored'
  }

  async function made(): Promise<void> {
    const original = await openTestDatabase()
    const store = await storeIn('original')
    await fill(original, store)
    await backUp(original, store)
    await original.close()
  }

  test('when a byte of it has changed, wherever', async () => {
    await made()
    const whole = fs.readFileSync(place)
    for (const share of [0.001, 0.2, 0.5, 0.9, 0.99]) {
      const changed = Buffer.from(whole)
      const at = Math.floor(changed.length * share)
      changed[at] = (changed[at] ?? 0) ^ 1
      fs.writeFileSync(place, changed)
      expect({ share, said: await refusal() }).toMatchObject({
        said: expect.stringContaining(`${place} is damaged`),
      })
    }
  })

  test('when its end is missing', async () => {
    await made()
    const whole = fs.readFileSync(place)
    for (const share of [0, 0.001, 0.4, 0.995]) {
      fs.writeFileSync(place, whole.subarray(0, Math.floor(whole.length * share)))
      expect({ share, said: await refusal() }).toMatchObject({ said: expect.stringMatching(/is damaged: /) })
    }
  })

  test('when it is another file', async () => {
    fs.writeFileSync(place, 'x'.repeat(5_000))
    expect(await refusal()).toMatch('is damaged: the header of a file cannot be read, or it is no archive')
  })

  test('when a newer Parley made it', async () => {
    const original = await openEmpty()
    const files = [...readMigrations(), { name: '9999-to-come.sql', text: 'create table to_come (id int)' }]
    await migrate(original.longRunningDb, { files })
    await backUp(original, await storeIn('original'))
    expect(await refusal()).toMatch(
      'was made by a version of Parley with the migration 9999-to-come.sql: restore it with that version',
    )
  })

  test('when the database is in use', async () => {
    await made()
    const used = await openTestDatabase()
    closing.push(() => used.close())
    const before = await everythingIn(used)
    await expect(restore(used, await storeIn('copy'))).rejects.toThrow(
      /^The database is not empty \(it has \d+ tables\)/,
    )
    expect(await everythingIn(used)).toEqual(before)
  })
})

test('an older backup is restored on its own schema and then migrated', async () => {
  const original = await openEmpty()
  await migrate(original.longRunningDb)
  await sql`insert into agents (email, name, password_hash, created_at) values ('ann@example.com', 'Ann', 'x', now())`.execute(
    original.db,
  )
  await backUp(original, await storeIn('original'))
  const copy = await openEmpty()
  // The migration fills its column from the rows that exist when it runs.
  const next = {
    name: '9001-next.sql',
    text: "alter table agents add column greeting text; update agents set greeting = 'Hello ' || name;",
  }
  const files = [...readMigrations(), next]
  const target = { database: copy, store: await storeIn('copy'), now: () => now, at: () => undefined, files }
  await restoreBackup(place, target)
  expect(await migrate(copy.longRunningDb, { files })).toEqual([])
  const { rows } = await sql`select greeting from agents`.execute(copy.db)
  expect(rows).toEqual([{ greeting: 'Hello Ann' }])
})

test('nothing starts on a database whose restoring was cut off', async () => {
  const original = await openTestDatabase()
  closing.push(() => original.close())
  const store = await storeIn('original')
  await fill(original, store)
  await backUp(original, store)
  const copy = await openEmpty()
  const cut = restoreBackup(place, {
    database: copy,
    store: await storeIn('copy'),
    now: () => now,
    at: step => {
      if (step === 'Restoring rows') throw new Error('cut off')
    },
  })
  await expect(cut).rejects.toThrow('cut off')
  await expect(migrate(copy.longRunningDb)).rejects.toThrow('A backup was being restored into this database')
})
