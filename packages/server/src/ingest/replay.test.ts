import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channel, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import { auditEntries } from '../audit/queries.ts'
import { readEventsCommand, replayAndSay, type Replayed } from './replay.ts'

test.each<[string, Replayed | null]>([
  ['events replay', 'refused'],
  [
    'events replay 2026-03-01 2026-03-02T12:30:00+03:00',
    { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-02T09:30:00Z') },
  ],
  ['events replay 2026-03-02 2026-03-01', null],
  ['events replay 2026-03-01', null],
  ['events replay yesterday today', null],
  ['events replay 2026-13-01 2026-14-01', null],
  ['events replay 2026-03-01 2026-03-02 2026-03-03', null],
  ['events', null],
  ['reports replay', null],
])('“%s” asks for %j', (typed, replayed) => expect(readEventsCommand(typed.split(' '))).toEqual(replayed))

let phones = 0

describe('items that are tried again', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  const newPhone = () => `25673${String((phones += 1)).padStart(7, '0')}`
  const replay = async (which: Replayed = 'refused') => {
    const said: string[] = []
    const replayer = { writer: at.server.writer, numbers: new Set([channel.phoneNumberId]) }
    await replayAndSay(replayer, which, line => said.push(line))
    return said
  }
  const sums = async () => {
    const { rows } = await sql<Record<string, number>>`
      select sum(items)::int as items, sum(shown)::int as shown, sum(folded)::int as folded, sum(noted)::int as noted,
        sum(refused)::int as refused from webhook_events`.execute(at.database.db)
    const [row] = rows
    expect(row?.['items']).toBe(
      ['shown', 'folded', 'noted', 'refused'].reduce((sum, end) => sum + (row?.[end] ?? 0), 0),
    )
    return row
  }
  const thread = async (phone: string) => {
    const [row] = (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply
    if (row === undefined) return []
    return (await at.ann.get('history', { params: { id: row.id } })).reply.messages.map(one => one.content)
  }
  /** A webhook whose second message is rejected for lack of an id, with a message for another number. */
  const refusedAt = async (phone: string, wamid: string) => {
    const good = text(phone, `wamid.${unique()}`, 'Good')
    const ill = { ...text(phone, '', wamid), id: undefined }
    const body = envelope({ messages: [good, ill] })
    const foreign = envelope({ messages: [text(phone, `wamid.${unique()}`, 'Not ours')] }, '999')
    expect(await at.webhook({ ...body, entry: [...body.entry, ...foreign.entry] })).toBe(200)
    const { rows } = await sql<{ id: number }>`select max(id) as id from webhook_events`.execute(
      at.database.db,
    )
    const id = rows[0]?.id ?? 0
    /** Replaces the stored body with a readable one, as if only this version could read it. */
    const heal = () =>
      sql`update webhook_events set body = ${JSON.stringify(envelope({ messages: [good, text(phone, wamid, 'Mended')] }))}
        where id = ${id}`.execute(at.database.db)
    return { id, heal }
  }

  test('[Q-177] what was refused and is read now is shown; its row and the sums follow, once, and it is on record', async () => {
    const phone = newPhone()
    const { id, heal } = await refusedAt(phone, `wamid.${unique()}`)
    const before = await sums()
    const [still, sum] = await replay()
    expect(still).toMatch(new RegExp(`^Webhook ${id}, item 1 still is refused: The message has no id`))
    expect(sum).toBe('1 tried: 1 refused')
    expect(await sums()).toEqual(before)
    await heal()
    expect(await replay()).toEqual([`Webhook ${id}, item 1 is shown now`, '1 tried: 1 shown'])
    expect(await thread(phone)).toEqual(['Good', 'Mended'])
    const after = await sums()
    expect(after).toEqual({
      ...before,
      shown: (before?.['shown'] ?? 0) + 1,
      refused: (before?.['refused'] ?? 0) - 1,
    })
    expect(await replay()).toEqual(['There is nothing to try again'])
    expect(await sums()).toEqual(after)
    const entries = await auditEntries(at.database.db, { actions: ['events.replayed'] }, { limit: 5 })
    expect(entries.map(entry => entry.after)).toEqual([
      { tried: 0 },
      { tried: 1, shown: 1 },
      { tried: 1, refused: 1 },
    ])
  })

  test('what the customer sent again meanwhile is folded into it, and shown once', async () => {
    const phone = newPhone()
    const wamid = `wamid.${unique()}`
    const { id, heal } = await refusedAt(phone, wamid)
    expect(await at.webhook(envelope({ messages: [text(phone, wamid, 'Mended')] }))).toBe(200)
    await heal()
    expect(await replay()).toEqual([
      `Webhook ${id}, item 1 is folded into its message now`,
      '1 tried: 1 folded',
    ])
    expect(await thread(phone)).toEqual(['Good', 'Mended'])
    await sums()
  })

  test('of a span of time what was noted is tried too, and what lies outside of it is not', async () => {
    at.clock.advance(60)
    const from = at.clock.now()
    const status = { id: `wamid.${unique()}`, status: 'delivered', timestamp: '1772441900' }
    expect(await at.webhook(envelope({ statuses: [status] }))).toBe(200)
    const before = await sums()
    const to = new Date(from.getTime() + 1)
    expect((await replay({ from, to })).at(-1)).toBe('1 tried: 1 noted')
    expect(await replay({ from: new Date(0), to: new Date(1) })).toEqual(['There is nothing to try again'])
    expect(await sums()).toEqual(before)
  })

  test('a webhook that is read as another number of items is left alone', async () => {
    const phone = newPhone()
    const { id } = await refusedAt(phone, `wamid.${unique()}`)
    await sql`update webhook_events set body = ${JSON.stringify(envelope({ messages: [text(phone, 'wamid.x', 'One')] }))}
      where id = ${id}`.execute(at.database.db)
    expect((await replay())[0]).toBe(
      `Webhook ${id}, item 1 is read otherwise by this version, and is left alone`,
    )
    expect(await thread(phone)).toEqual(['Good'])
    await sql`delete from webhook_events where id = ${id}`.execute(at.database.db)
  })
})
