import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { addAgent } from '../agents/accounts.ts'
import type { Database } from '../db/database.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { Writer } from '../db/write.ts'
import { forgetting, forgotten, mostAtOnce, tidy } from './housekeeping.ts'
import { pruneLog } from '../live/log.ts'

const day = 24 * 60 * 60

describe('housekeeping', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: Writer
  let annId: number
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    annId = await addAgent(writer, { email: 'ann@parley.example', password: 'plums and 7 pears' })
  })
  afterAll(() => database.close())

  const ago = (seconds: number): Date => new Date(clock.now().getTime() - seconds * 1000)
  const namesOf = async (table: keyof Database, column: string): Promise<readonly string[]> => {
    const { rows } = await sql<{ name: string }>`
      select ${sql.ref(column)}::text as name from ${sql.table(table)} order by 1`.execute(database.db)
    return rows.map(row => row.name)
  }

  test('sessions are forgotten a month after they are over, and no others', async () => {
    const session = (family: string, endedAt: Date | null, expiresAt: Date) => ({
      family,
      agent_id: annId,
      generation: 1,
      refresh_hash: family,
      cookie_hash: family,
      lifetime_seconds: day,
      created_at: ago(29 * day),
      used_at: ago(29 * day),
      ended_at: endedAt,
      end_reason: endedAt === null ? null : 'logout',
      expires_at: expiresAt,
    })
    await database.db
      .insertInto('sessions')
      .values([
        session('alive', null, ago(-day)),
        session('ended lately', ago(29 * day), ago(-day)),
        session('ended long ago', ago(31 * day), ago(-day)),
        session('expired lately', null, ago(29 * day)),
        session('expired long ago', null, ago(31 * day)),
      ])
      .execute()
    await tidy(writer)
    expect(await namesOf('sessions', 'family')).toEqual(['alive', 'ended lately', 'expired lately'])
  })

  test('password resets are forgotten a day after they were used or ran out', async () => {
    const reset = (token_hash: string, used_at: Date | null, expires_at: Date) => ({
      token_hash,
      agent_id: annId,
      used_at,
      expires_at,
    })
    await database.db
      .insertInto('password_resets')
      .values([
        reset('open', null, ago(-60)),
        reset('used lately', ago(60), ago(-60)),
        reset('used long ago', ago(day + 60), ago(day - 60)),
        reset('ran out lately', null, ago(60)),
        reset('ran out long ago', null, ago(day + 60)),
      ])
      .execute()
    await tidy(writer)
    expect(await namesOf('password_resets', 'token_hash')).toEqual(['open', 'ran out lately', 'used lately'])
  })

  test('notices are forgotten a month after they were dismissed; of who is locked out, a month after that', async () => {
    const gone = async (email: string, disabledAt: Date) => {
      const id = await addAgent(writer, { email, password: 'plums and 7 pears' })
      await database.db.updateTable('agents').set({ disabled_at: disabledAt }).where('id', '=', id).execute()
      return id
    }
    const lately = await gone('lately@parley.example', ago(29 * day))
    const longAgo = await gone('longago@parley.example', ago(31 * day))
    const notice = (title: string, agent_id: number, dismissed_at: Date | null) => ({
      title,
      agent_id,
      dismissed_at,
      cause: 'outcome',
      type: 'info',
      message: '',
      created_at: ago(90 * day),
      updated_at: ago(90 * day),
    })
    await database.db
      .insertInto('notifications')
      .values([
        notice('open', annId, null),
        notice('dismissed lately', annId, ago(29 * day)),
        notice('dismissed long ago', annId, ago(31 * day)),
        notice('of one gone lately', lately, null),
        notice('of one gone long ago', longAgo, null),
      ])
      .execute()
    await tidy(writer)
    expect(await namesOf('notifications', 'title')).toEqual([
      'dismissed lately',
      'of one gone lately',
      'open',
    ])
  })

  test('the log keeps a day, and goes in statements of a thousand', async () => {
    const rows = (from: number, count: number, at: Date) =>
      sql`
      insert into live_log (seq, noun, entity_id, kind, at)
      select ${from}::bigint + n, 'agent', 1, 'changed', ${at}::timestamptz from generate_series(1, ${count}::int) n`.execute(
        database.db,
      )
    await sql`delete from live_log`.execute(database.db)
    await sql`delete from report_state`.execute(database.db)
    await rows(1_000_000, 2 * mostAtOnce + 10, ago(day + 60))
    await rows(1_100_000, 3, ago(day - 60))
    const only = { needed: null, most: mostAtOnce }
    expect(await pruneLog(database.db, clock.now(), only)).toBe(mostAtOnce)
    expect(await pruneLog(database.db, clock.now(), { ...only, needed: 1_000_000 + mostAtOnce + 4 })).toBe(4)
    await tidy(writer)
    expect(await namesOf('live_log', 'seq')).toEqual(['1100001', '1100002', '1100003'])
  })

  test('raw webhooks go after a week, in statements of a thousand; who refused one keeps it', async () => {
    const at = (seconds: number, count: number) =>
      sql`
      insert into webhook_events (received_at, body, done_at)
      select ${ago(seconds)}::timestamptz, '{}', ${ago(seconds)}::timestamptz from generate_series(1, ${count}::int)`.execute(
        database.db,
      )
    await at(8 * day, 2 * mostAtOnce + 10)
    await at(6 * day, 5)
    await sql`insert into webhook_events (received_at, body) values (${ago(30 * day)}, 'unfinished')`.execute(
      database.db,
    )
    await sql`
      with kept as (
        insert into webhook_events (received_at, body, done_at)
        values (${ago(30 * day)}, 'refused', ${ago(30 * day)}) returning id)
      insert into webhook_items (event_id, item_no, ended, noun, reason)
      select id, 0, 'refused', 'body', 'unreadable' from kept`.execute(database.db)
    const raw = forgotten.find(one => one.table === 'webhook_events')
    if (raw === undefined) throw new Error('Raw webhooks are kept for ever')
    const { numAffectedRows } = await forgetting(raw, clock.now()).execute(database.db)
    expect(numAffectedRows).toBe(BigInt(mostAtOnce))
    const called = new AbortController()
    called.abort()
    await tidy(writer, called.signal)
    expect(await namesOf('webhook_events', 'body')).toHaveLength(mostAtOnce + 10 + 5 + 2)
    await tidy(writer)
    const left = await namesOf('webhook_events', 'body')
    expect(left.filter(body => body === '{}')).toHaveLength(5)
    expect(left).toContain('refused')
    expect(left).toContain('unfinished')
  })

  test('what goes is found by an index: raw webhooks by when they were done, notices by when they were dismissed', async () => {
    await sql`insert into webhook_events (received_at, body, done_at)
      select ${ago(60)}::timestamptz, '{}', ${ago(60)}::timestamptz from generate_series(1, 20000)`.execute(
      database.db,
    )
    await sql`insert into notifications (agent_id, cause, type, title, message, dismissed_at, created_at, updated_at)
      select ${annId}::bigint, 'outcome', 'info', '', '', ${ago(60)}::timestamptz, ${ago(60)}::timestamptz, ${ago(60)}::timestamptz
      from generate_series(1, 20000)`.execute(database.db)
    await sql`analyze webhook_events, notifications`.execute(database.db)
    const planOf = async (kind: (typeof forgotten)[number] | undefined): Promise<string> => {
      if (kind === undefined) throw new Error('Nothing to explain')
      const { rows } = await sql<{
        'QUERY PLAN': string
      }>`explain ${forgetting(kind, clock.now())}`.execute(database.db)
      return rows.map(row => row['QUERY PLAN']).join('\n')
    }
    const raw = await planOf(forgotten.find(one => one.table === 'webhook_events'))
    expect(raw).toContain('webhook_events_done')
    expect(raw).not.toContain('Seq Scan on webhook_events')
    const notices = await planOf(forgotten.find(one => one.table === 'notifications'))
    expect(notices).toContain('notifications_dismissed')
    expect(notices).not.toContain('Seq Scan on notifications')
  })
})
