import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { addAgent } from '../agents/accounts.ts'
import { backlogOf } from './metrics.ts'
import { makeConversation } from '../conversations/open.ts'
import { resolveCustomer } from '../customers/resolve.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type Writer, write } from '../db/write.ts'
import { send } from '../messages/send.ts'
import { catchUp } from '../reports/catch-up.ts'
import { WorkspaceDays } from '../reports/days.ts'

describe('what waits', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: Writer
  let agentId: number
  let conversationId: number
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    agentId = await addAgent(writer, { email: 'ann@parley.example', password: 'plums and 7 pears' })
    conversationId = await write(writer, async context => {
      const who = {
        waId: '256700000001',
        waUserId: null,
        profileName: 'Grace',
        at: context.now,
        becomes: null,
      }
      const customer = await resolveCustomer(context, who)
      return (await makeConversation(context, customer.id, '1')).id
    })
    await database.db.updateTable('conversations').set({ customer_wrote_at: clock.now() }).execute()
  })
  afterAll(() => database.close())

  test('the age of the oldest queued message, changes behind the roll-ups, and the length of the log', async () => {
    const quiet = await backlogOf(database.db, clock.now())
    expect(quiet).toMatchObject({ oldestQueuedSeconds: 0, oldestMediaSeconds: 0 })
    const file = {
      name: 'Photo.jpg',
      mime_type: 'image/jpeg',
      next_try_at: clock.now(),
      created_at: clock.now(),
    }
    await database.db
      .insertInto('attachments')
      .values({ ...file, state: 'pending' })
      .execute()
    await database.db
      .insertInto('attachments')
      .values({ ...file, state: 'failed', created_at: new Date(0) })
      .execute()
    const by = { agentId, address: null }
    const say = (content: string) =>
      send(writer, {
        conversationId,
        by,
        visibility: null,
        reply: { content },
        voice: null,
        holdMs: 0,
        take: null,
      })
    await say('first')
    clock.advance(90)
    await say('second')
    const busy = await backlogOf(database.db, clock.now())
    expect(busy).toMatchObject({ oldestQueuedSeconds: 90, oldestMediaSeconds: 90 })
    expect(busy.logLength).toBeGreaterThan(quiet.logLength)
    expect(busy.rollUpLag).toBeGreaterThan(0)
    await catchUp(writer, new WorkspaceDays('Africa/Kampala'))
    expect(await backlogOf(database.db, clock.now())).toEqual({ ...busy, rollUpLag: 0 })
  })
})
