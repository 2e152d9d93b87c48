import type { AuditAction } from '@parley/core/audit/constants'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { addAgent } from '../agents/accounts.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type Writer, write } from '../db/write.ts'
import { auditEntries } from './queries.ts'
import { atTheServer, record } from './record.ts'

describe('the audit log', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: Writer
  let annId: number
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    annId = await addAgent(writer, {
      email: 'ann@parley.example',
      name: 'Ann',
      password: 'plums and 7 pears',
    })
  })
  afterAll(() => database.close())

  const put = (action: AuditAction, id: number, values = {}, agentId: number | null = annId) =>
    write(writer, context => record(context, { agentId, address: '10.0.0.1' }, action, id, values))
  const entries = (filter = {}, page: { limit: number; after?: number } = { limit: 100 }) =>
    auditEntries(database.db, filter, page)

  test('says who, what, on what, when and from where; newest first', async () => {
    clock.advance(60)
    await put('conversation.tags', 77, { before: { tags: [] }, after: { tags: ['vip'] } })
    const [newest, oldest] = await entries()
    expect(newest).toEqual({
      id: expect.any(String),
      at: clock.now().toISOString(),
      action: 'conversation.tags',
      by: { id: String(annId), name: 'Ann' },
      address: '10.0.0.1',
      on: { noun: 'conversation', id: '77', name: null },
      before: { tags: [] },
      after: { tags: ['vip'] },
    })
    expect(oldest).toMatchObject({
      action: 'account.created',
      by: null,
      address: null,
      on: { noun: 'agent', id: String(annId), name: 'Ann' },
      after: { email: 'ann@parley.example', role: 'ADMINISTRATOR' },
    })
  })

  test('an entry is there exactly if what it tells of was done', async () => {
    const before = await entries()
    await expect(
      write(writer, async context => {
        await record(context, atTheServer, 'sign-out', 1)
        throw new Error('after all not')
      }),
    ).rejects.toThrow('after all not')
    expect(await entries()).toEqual(before)
  })

  test('is asked by action, by who, by what, and by time; and page by page, of entries of one moment too', async () => {
    clock.advance(60)
    const from = clock.now()
    for (const id of [1, 2, 3]) await put('sign-in', id)
    await put('sign-in.failed', annId, {}, null)
    clock.advance(1)
    const until = clock.now()
    await put('sign-out', 3)
    const count = async (filter: object) => (await entries(filter)).length
    expect(await count({ from, until })).toBe(4)
    expect(await count({ from, until, byId: annId })).toBe(3)
    expect(await count({ actions: ['sign-in', 'sign-out'] })).toBe(4)
    expect(await count({ onId: 3 })).toBe(2)
    expect(await count({ byId: 0 })).toBe(0)
    const all = await entries()
    const paged = []
    for (let after: number | undefined; ; ) {
      const page = await entries({}, { limit: 2, ...(after !== undefined && { after }) })
      if (page.length === 0) break
      paged.push(...page)
      after = Number(page.at(-1)?.id)
    }
    expect(paged).toEqual(all)
    expect(await entries({}, { limit: 5, after: 999_999 })).toEqual([])
  })

  test.each([
    ['changed', 'update audit set address = null'],
    ['deleted', 'delete from audit'],
    ['emptied', 'truncate audit'],
  ])('an entry is not %s, by whoever has the database’s password', async (_, statement) => {
    const before = await entries()
    const { sql } = await import('kysely')
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('neither changed nor deleted')
    expect(await entries()).toEqual(before)
  })
})
