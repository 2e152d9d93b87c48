import { draws } from '@parley/core/read/readers.fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentClient } from '../models/agent-client.ts'
import { isLong } from '../long.ts'
import { channel, password, startTestServer, type TestServer } from '../server.ts'
import { outcomesOf } from './outcome.ts'
import { postOf, postsOf } from './posts.ts'
import { type Part, partOf } from './story.ts'

const { SHUFFLE_SEED: seed = '7', SHUFFLE_CUSTOMERS: customers = isLong ? '300' : '15' } = process.env
const atOnce = 8
const day = 24 * 60 * 60
const minutes = 60_000

/* WhatsApp delivers in any order, more than once, many items in one webhook, and again a day later. */
describe('[Q-177 Q-179] the same told in another way', () => {
  let told: TestServer
  let shuffled: TestServer
  let parts: readonly Part[]
  beforeAll(async () => {
    ;[told, shuffled] = [await startTestServer(), await startTestServer()]
    const begin = Math.floor(told.clock.now().getTime() / 1_000) - day / 2
    parts = Array.from({ length: Number(customers) }, (_, n) =>
      partOf(n, begin, draws(Number(seed) * 1_000_003 + n)),
    )
    for (const at of [told, shuffled]) await begins(at)
  }, 60 * minutes)
  afterAll(async () => {
    await told.close()
    await shuffled.close()
  })

  /** Each customer has written once, and our messages are at WhatsApp. */
  const begins = async (at: TestServer) => {
    const now = at.clock.now()
    for (const { first, sent, told: all } of parts) {
      await posts(at, [postOf(all.slice(0, 1))])
      const { conversation_id } = await at.database.db
        .selectFrom('messages')
        .select('conversation_id')
        .where('wamid', '=', first)
        .executeTakeFirstOrThrow()
      for (const one of sent) {
        const { id } = await at.database.db
          .insertInto('messages')
          .values({
            conversation_id,
            direction: 'OUTBOUND',
            source: 'BOT',
            message_type: 'text',
            content: one,
            at: now,
            arrived_at: now,
            status: 'sending',
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await at.database.db
          .insertInto('attempts')
          .values({
            message_id: id,
            conversation_id,
            no: 1,
            state: 'sent',
            lease_until: now,
            phone_number_id: channel.phoneNumberId,
            wamid: one,
            created_at: now,
            updated_at: now,
          })
          .execute()
      }
    }
  }

  const posts = async (at: TestServer, bodies: Iterable<unknown>) => {
    const queue = bodies[Symbol.iterator]()
    const work = async () => {
      for (let next = queue.next(); next.done !== true; next = queue.next()) {
        expect(await at.webhook(next.value)).toBe(200)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }

  const signIn = (at: TestServer) => AgentClient.signIn(at.server.app, at.url, 'ann@parley.example', password)
  const everything = async (at: TestServer) => outcomesOf(at, await signIn(at), parts)

  test(
    'ends as what came once and in order',
    async () => {
      for (const one of parts.flatMap(part => part.told)) await posts(told, [postOf([one])])
      const expected = await everything(told)
      const random = draws(Number(seed))
      const all = parts.flatMap(part => part.told)
      await posts(shuffled, postsOf(all, { repeated: 0.1, mostTogether: 100 }, random))
      expect(await everything(shuffled)).toEqual(expected)
      // Each customer has one conversation, and nothing is missing or duplicated.
      expect(expected.map(one => one.length)).toEqual(parts.map(() => 1))

      shuffled.clock.advance(day)
      await posts(shuffled, postsOf(all, { repeated: 0, mostTogether: 100 }, random))
      expect(await everything(shuffled)).toEqual(expected)
    },
    60 * minutes,
  )

  test('and every item of it is accounted for', async () => {
    for (const at of [told, shuffled]) {
      const { reply } = await (await signIn(at)).get('webhookLedger', {
        query: { from: '2026-01-01T00:00:00.000Z' },
      })
      const { received, shown, folded, noted, refused, unfinished } = reply
      expect({ unfinished, refused, sum: shown + folded + noted }).toEqual({
        unfinished: 0,
        refused: 0,
        sum: received,
      })
    }
  })
})
