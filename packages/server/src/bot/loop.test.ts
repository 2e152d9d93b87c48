import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Understand } from '@parley/bot/world'
import { bareInbound } from '@parley/whatsapp/inbound/inbound-message'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { eventually } from '../../test/wait.ts'
import { keepBusinessNumbers } from '../channels/numbers.ts'
import type { OpenDatabase } from '../db/open.ts'
import { write, type Writer } from '../db/write.ts'
import { applyMessages } from '../ingest/apply.ts'
import { entitiesOf, openUnderstanding } from '../intent/understanding.ts'
import { openTurns, startBot, type Turn } from './loop.ts'
import { openSources } from './sources.ts'
import type { BotDeps } from './turn.ts'

const [first, second] = ['1', '2'] as const
const numbers = [first, second].map(phoneNumberId => ({
  phoneNumberId,
  name: `Number ${phoneNumberId}`,
  businessAccountId: null,
  accessToken: 'a token',
}))
const known = openUnderstanding().ofCustomer
const dreadful = 'a dreadful text'

describe('the bot’s turns', () => {
  let database: OpenDatabase
  let clock: TestClock
  let writer: Writer & { readonly notifiedSeqs: number[] }
  let troubles: string[]
  let isWell: boolean
  let messages: number
  let deps: BotDeps
  let takeTurns: () => Promise<Turn>
  beforeEach(async () => {
    clock = new TestClock()
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    troubles = []
    isWell = false
    messages = 0
    await keepBusinessNumbers(writer, { numbers, bridges: [], botAtNewNumbers: true }, async () => undefined)
    const understand: Understand = text => {
      if (text === dreadful && !isWell) throw new Error('It cannot be understood')
      return known(text)
    }
    deps = { writer, understand, namedIn: entitiesOf, sources: openSources('Africa/Kampala') }
    takeTurns = openTurns(deps, error => troubles.push(String(error)))
  })
  afterEach(() => database.close())

  const hear = (phoneNumberId: string, from: string, text: string) => {
    const id = `wamid.${(messages += 1)}`
    const message = {
      ...bareInbound,
      id,
      from,
      userId: null,
      profileName: 'Nakato',
      at: clock.now(),
      byBusiness: false,
    }
    return write(writer, context =>
      applyMessages(context, phoneNumberId, [{ ...message, type: 'text', text }]),
    )
  }
  const phoneOf = (customer: number) => `2567700000${String(customer).padStart(2, '0')}`
  const standing = async (phone: string) => {
    const { db } = database
    const row = await db
      .selectFrom('conversations')
      .innerJoin('customers', 'customers.id', 'conversations.customer_id')
      .select(['conversations.id', 'with_bot', 'bot_from', 'human_wait_started_at'])
      .where('customers.wa_id', '=', phone)
      .executeTakeFirstOrThrow()
    const said = await db
      .selectFrom('messages')
      .select('content')
      .where('conversation_id', '=', row.id)
      .where('source', '=', 'BOT')
      .execute()
    const over = await db
      .selectFrom('bot_handovers')
      .select('reason')
      .where('conversation_id', '=', row.id)
      .execute()
    return { ...row, said: said.length, over: over.map(({ reason }) => reason) }
  }

  test('[Q-202] many who write at once are answered in one transaction, each with an answer of their own', async () => {
    const phones = Array.from({ length: 16 }, (_, customer) => phoneOf(customer))
    for (const phone of phones) await hear(first, phone, 'Good morning')
    const before = writer.notifiedSeqs.length
    expect(await takeTurns()).toBe('answered')
    expect(writer.notifiedSeqs.length - before).toBe(1)
    for (const phone of phones)
      expect(await standing(phone)).toMatchObject({ said: 1, bot_from: null, with_bot: true })
    expect(await takeTurns()).toBe('nothing')
    expect(troubles).toEqual([])
  })

  test('[Q-202] who the bot fails at keeps nobody waiting, is tried again, and then people have the conversation', async () => {
    const at = clock.now()
    await hear(first, phoneOf(1), dreadful)
    for (const customer of [2, 3, 4]) await hear(first, phoneOf(customer), 'Good morning')
    expect(await takeTurns()).toBe('answered')
    for (const customer of [2, 3, 4])
      expect(await standing(phoneOf(customer))).toMatchObject({ said: 1, bot_from: null })
    expect(await standing(phoneOf(1))).toMatchObject({ said: 0, with_bot: true, over: [] })
    // One error of the group, one of the conversation alone.
    expect(troubles).toEqual(['Error: It cannot be understood', 'Error: It cannot be understood'])

    // It is not retried before its time, even when another customer writes.
    expect(await takeTurns()).toBe('nothing')
    await hear(first, phoneOf(5), 'Good morning')
    expect(await takeTurns()).toBe('answered')
    expect(await standing(phoneOf(5))).toMatchObject({ said: 1 })
    expect(troubles).toHaveLength(2)
    clock.advance(1)
    expect(await takeTurns()).toBe('answered')
    clock.advance(5)
    expect(await takeTurns()).toBe('answered')
    expect(troubles).toHaveLength(4)
    expect(await standing(phoneOf(1))).toMatchObject({ said: 0, with_bot: true, over: [] })
    expect(await takeTurns()).toBe('answered')
    expect(await standing(phoneOf(1))).toMatchObject({
      said: 0,
      with_bot: false,
      bot_from: null,
      over: ['failed'],
      human_wait_started_at: at,
    })
    expect(await takeTurns()).toBe('nothing')
    expect(troubles).toHaveLength(4)
  })

  test('[Q-202] what failed once and then goes is answered, and nothing is held against it', async () => {
    await hear(first, phoneOf(1), dreadful)
    expect(await takeTurns()).toBe('answered')
    isWell = true
    clock.advance(1)
    expect(await takeTurns()).toBe('answered')
    expect(await standing(phoneOf(1))).toMatchObject({ said: 1, with_bot: true, over: [] })
    await hear(first, phoneOf(1), 'menu')
    expect(await takeTurns()).toBe('answered')
    expect(await standing(phoneOf(1))).toMatchObject({ said: 2 })
  })

  test('[Q-202] what another transaction holds is no reason to stop looking', async () => {
    await hear(first, phoneOf(1), 'Good morning')
    const { id } = await standing(phoneOf(1))
    await database.db.transaction().execute(async tx => {
      await tx.selectFrom('conversations').select('id').where('id', '=', id).forUpdate().execute()
      expect(await takeTurns()).toBe('held')
    })
    expect(await standing(phoneOf(1))).toMatchObject({ said: 0 })
    expect(await takeTurns()).toBe('answered')
    expect(await standing(phoneOf(1))).toMatchObject({ said: 1, bot_from: null })
    expect(await takeTurns()).toBe('nothing')
    expect(troubles).toEqual([])
  })

  test('[Q-201] a customer who writes to two numbers at once begins one application, not two', async () => {
    for (const number of [first, second]) await hear(number, phoneOf(1), 'Good morning')
    while ((await takeTurns()) === 'answered');
    for (const number of [first, second]) await hear(number, phoneOf(1), 'how do i register for IPP')
    while ((await takeTurns()) === 'answered');
    for (const number of [first, second]) await hear(number, phoneOf(1), 'yes')
    while ((await takeTurns()) === 'answered');
    const begun = await database.db.selectFrom('applications').select('status').execute()
    expect(begun).toEqual([{ status: 'DRAFT' }])
    expect(troubles).toEqual([])
  })

  test('are taken once messages are let in, and wait a tenth of a second for that', async () => {
    await hear(first, phoneOf(1), 'Good morning')
    const asked: number[] = []
    let letGo = () => {}
    const isQuiet = new Promise<void>(resolve => {
      letGo = resolve
    })
    const quiet = (mostMs: number) => {
      asked.push(mostMs)
      return isQuiet
    }
    const bot = startBot(
      deps,
      quiet,
      () => undefined,
      error => troubles.push(String(error)),
    )
    bot.wake()
    await sleep(300)
    expect((await standing(phoneOf(1))).bot_from).not.toBeNull()
    letGo()
    await eventually('the answer', async () => (await standing(phoneOf(1))).bot_from === null)
    await bot.close()
    expect(asked[0]).toBe(100)
    expect(troubles).toEqual([])
  })
})
