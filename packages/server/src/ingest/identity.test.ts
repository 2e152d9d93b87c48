import { readWebhook } from '@parley/whatsapp/inbound/webhook'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { somebodyWaits } from '../../test/wait.ts'
import { envelope } from '../../test/models/webhooks.ts'
import type { OpenDatabase } from '../db/open.ts'
import { write } from '../db/write.ts'
import { applyMessages } from './apply.ts'

const phoneNumberId = '1'

/** Every order of these items. */
const ordersOf = <T>(things: readonly T[]): readonly (readonly T[])[] =>
  things.length <= 1
    ? [things]
    : things.flatMap((first, n) => ordersOf(things.toSpliced(n, 1)).map(rest => [first, ...rest]))

/* A customer's identity when WhatsApp's ids for them change; the conversation that a message belongs to. */
describe('a customer’s identity', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: ReturnType<typeof testWriter>
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
  })
  afterAll(() => database.close())

  let people = 0
  /** New numbers and ids of a person, and WhatsApp's webhooks about them; `at` counts in seconds. */
  const person = () => {
    people += 1
    const n = String(people).padStart(6, '0')
    const [first, second] = [`256771${n}`, `256752${n}`]
    const [before, after] = [`UG.${n}a`, `UG.${n}b`]
    const epoch = Math.floor(clock.now().getTime() / 1_000) - 1_000
    let ids = 0
    const wamid = () => `wamid.${n}.${(ids += 1)}`
    const time = (at: number) => String(epoch + at)
    const when = (at: number) => new Date((epoch + at) * 1_000)
    const text = (at: number, sender: { from?: string; from_user_id?: string }, body = 'Hello') => ({
      messages: [{ ...sender, id: wamid(), timestamp: time(at), type: 'text', text: { body } }],
    })
    const numberChanged = (at: number, more: object = {}) => ({
      messages: [
        {
          from: first,
          id: wamid(),
          timestamp: time(at),
          type: 'system',
          system: {
            type: 'user_changed_number',
            wa_id: second,
            body: `Joy changed from ${first} to ${second}`,
            ...more,
          },
        },
      ],
    })
    const idUpdated = (at: number) => ({
      field: 'user_id_update',
      user_id_update: [
        {
          wa_id: second,
          user_id: { previous: before, current: after },
          timestamp: time(at),
          detail: 'New id',
        },
      ],
    })
    return { first, second, before, after, when, text, numberChanged, idUpdated }
  }

  const read = ({
    field = 'messages',
    ...value
  }: {
    readonly field?: string
    readonly messages?: unknown
  }) => {
    const body = envelope(value, phoneNumberId)
    Object.assign(body.entry[0]?.changes[0] ?? {}, { field })
    return readWebhook(body).map(item => {
      if (item.kind !== 'message') throw new Error(`Read as ${item.kind}`)
      return item.message
    })
  }
  /** Several webhooks that wait in one batch. */
  const receiveTogether = (...values: readonly object[]) =>
    write(writer, context => applyMessages(context, phoneNumberId, values.flatMap(read)))
  const receive = async (...values: readonly object[]) => {
    for (const value of values) await receiveTogether(value)
  }
  /** The customers with these current or earlier addresses, and their conversations. */
  const known = async (...addresses: readonly string[]) => {
    const rows = await database.db
      .selectFrom('conversations as c')
      .innerJoin('customers as u', 'u.id', 'c.customer_id')
      .leftJoin('customer_aliases as a', 'a.customer_id', 'u.id')
      .select([
        'c.id',
        'u.id as customer',
        'u.wa_id',
        'u.wa_user_id',
        'u.phone',
        'c.inbound_no',
        'c.last_message_id',
        'c.customer_wrote_at',
      ])
      .distinct()
      .where('c.status', '<>', 'ARCHIVED')
      .where(eb =>
        eb.or([
          eb('u.wa_id', 'in', addresses),
          eb('u.wa_user_id', 'in', addresses),
          eb('a.address', 'in', addresses),
        ]),
      )
      .orderBy('c.id')
      .execute()
    return rows
  }
  const thread = (conversationId: number) =>
    database.db
      .selectFrom('messages')
      .select(['id', 'source', 'content', 'inbound_no'])
      .where('conversation_id', '=', conversationId)
      .orderBy('at')
      .orderBy('id')
      .execute()
  const linesOf = async (conversationId: number) =>
    (await thread(conversationId)).filter(row => row.source === 'SYSTEM').map(row => row.content)
  const words = async (conversationId: number) =>
    (await thread(conversationId)).filter(row => row.source === 'CUSTOMER').map(row => row.content)

  test('[Q-179] a number that another transaction gives to somebody in this very moment ends with one of the two', async () => {
    const { first, second, text, numberChanged } = person()
    await receive(text(1, { from: first }, 'one'))
    let moved: Promise<unknown> = Promise.resolve()
    await database.db.transaction().execute(async tx => {
      const context = { tx, publish: () => undefined, now: clock.now() }
      await applyMessages(context, phoneNumberId, read(text(3, { from: second }, 'two')))
      moved = receive(numberChanged(2))
      await somebodyWaits(database.db)
    })
    await moved
    const rows = await known(first, second)
    expect(rows).toMatchObject([{ wa_id: second }])
    expect(await words(rows[0]?.id ?? 0)).toEqual(['one', 'two'])
  })

  test('[Q-179] a number change and what is written before and after it, in every order, is one person and one conversation', async () => {
    for (const order of ordersOf([0, 1, 2, 3])) {
      const { first, second, when, text, numberChanged } = person()
      const events = [
        text(1, { from: first }, 'one'),
        numberChanged(2),
        text(3, { from: second }, 'two'),
        text(4, { from: second }, 'three'),
      ]
      await receive(...order.map(n => events[n] ?? {}))
      const rows = await known(first, second)
      expect({ order, rows }).toMatchObject({
        order,
        rows: [{ wa_id: second, phone: `+${second}`, inbound_no: 3, customer_wrote_at: when(4) }],
      })
      const [row] = rows
      const all = await thread(row?.id ?? 0)
      expect(await words(row?.id ?? 0)).toEqual(['one', 'two', 'three'])
      const numbers = new Set(all.map(one => one.inbound_no).filter(no => no !== null))
      expect(numbers).toEqual(new Set([1, 2, 3]))
      expect(row?.last_message_id).toBe(all.at(-1)?.id)
    }
  }, 60_000)

  test('the same at once', async () => {
    for (const order of ordersOf([0, 1, 2, 3])) {
      const { first, second, before, after, text, numberChanged } = person()
      const events = [
        text(1, { from: first, from_user_id: before }, 'one'),
        numberChanged(2),
        text(3, { from: second, from_user_id: after }, 'two'),
        text(4, { from_user_id: after }, 'three'),
      ]
      await receiveTogether(...order.map(n => events[n] ?? {}))
      const rows = await known(first, second, before, after)
      expect({ order, rows }).toMatchObject({
        order,
        rows: [{ wa_id: second, wa_user_id: after, inbound_no: 3 }],
      })
      expect((await words(rows[0]?.id ?? 0)).toSorted()).toEqual(['one', 'three', 'two'])
    }
  }, 60_000)

  test('what came before the notice is told in a line, and nothing of it is left where it was', async () => {
    const { first, second, text, numberChanged } = person()
    await receive(text(3, { from: second }, 'two'))
    const [emptied] = await known(second)
    await receive(text(1, { from: first }, 'one'), numberChanged(2))
    const [row] = await known(second)
    expect(await linesOf(row?.id ?? 0)).toContainEqual(
      expect.stringMatching(/^A message from \+256 752 .* It stands here now/),
    )
    const left = await database.db
      .selectFrom('conversations')
      .select(['status', 'continued_in', 'last_message_id'])
      .where('id', '=', emptied?.id ?? 0)
      .executeTakeFirst()
    expect(left).toEqual({ status: 'ARCHIVED', continued_in: row?.id, last_message_id: null })
    expect(await thread(emptied?.id ?? 0)).toEqual([])
  })

  test('[Q-179] with user ids, which change along with the number, it is one person in every order', async () => {
    for (const order of ordersOf([0, 1, 2, 3])) {
      const { first, second, before, after, text, numberChanged, idUpdated } = person()
      const events = [
        text(1, { from: first, from_user_id: before }, 'one'),
        numberChanged(2, { user_id: after }),
        idUpdated(3),
        text(4, { from: second, from_user_id: after }, 'two'),
      ]
      await receive(...order.map(n => events[n] ?? {}))
      // From now on messages come without a number.
      await receive(text(5, { from_user_id: after }, 'three'))
      const rows = await known(first, second, before, after)
      expect({ order, rows }).toMatchObject({ order, rows: [{ wa_id: second, wa_user_id: after }] })
      expect(await words(rows[0]?.id ?? 0)).toEqual(['one', 'two', 'three'])
    }
  }, 60_000)

  test('[Q-179] the same number with a new user id is the same person, reached under both', async () => {
    const { first, before, after, text } = person()
    await receive(
      text(1, { from: first, from_user_id: before }),
      text(2, { from: first, from_user_id: after }),
      text(3, { from_user_id: after }),
      // Late, and with the earlier id.
      text(1, { from_user_id: before }),
    )
    const rows = await known(first, before, after)
    expect(rows).toMatchObject([{ wa_id: first, wa_user_id: after, inbound_no: 4 }])
    expect(await linesOf(rows[0]?.id ?? 0)).toEqual(['WhatsApp has a new id for this customer.'])
  })

  test('[Q-179] who writes from another number is told in the thread, just before what they wrote', async () => {
    const { first, second, before, text } = person()
    await receive(
      text(1, { from: first, from_user_id: before }, 'one'),
      text(2, { from: second, from_user_id: before }, 'two'),
    )
    const [row] = await known(first)
    const told = (await thread(row?.id ?? 0)).map(one => one.content)
    expect(told).toEqual(['one', expect.stringMatching(/^The customer writes from a new number/), 'two'])
  })

  test('[Q-179] a number that another customer has had for long goes to whom WhatsApp names, and nobody is merged', async () => {
    const [joy, other] = [person(), person()]
    await receive(
      // Eight days earlier.
      other.text(-8 * 86_400, { from: joy.second }, 'from before'),
      joy.text(1, { from: joy.first }, 'one'),
      joy.numberChanged(2),
      joy.text(3, { from: joy.second }, 'two'),
    )
    const [mine] = await known(joy.second)
    expect(await words(mine?.id ?? 0)).toEqual(['one', 'two'])
    expect(await linesOf(mine?.id ?? 0)).toContainEqual(
      expect.stringMatching(/^Another customer was known by/),
    )
    const theirs = await database.db
      .selectFrom('messages')
      .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
      .innerJoin('customers', 'customers.id', 'conversations.customer_id')
      .select(['conversations.id', 'customers.wa_id', 'customers.phone', 'conversations.status'])
      .where('content', '=', 'from before')
      .executeTakeFirstOrThrow()
    expect(theirs).toMatchObject({ wa_id: null, phone: null, status: 'ACTIVE' })
    expect(theirs.id).not.toBe(mine?.id)
    expect(await linesOf(theirs.id)).toEqual([expect.stringMatching(/nothing reaches this customer there/)])
  })

  test('[Q-179] a number that somebody left and another got is another person', async () => {
    const { first, second, text, numberChanged } = person()
    const longAgo = -31 * 86_400
    await receive(
      text(longAgo - 1, { from: first }, 'mine'),
      numberChanged(longAgo - 1),
      text(0, { from: first }, 'theirs'),
    )
    const [mine, theirs] = [await known(second), await known(first)]
    expect(mine).toMatchObject([{ inbound_no: 1 }])
    expect(theirs.filter(row => row.wa_id === first)).toMatchObject([{ inbound_no: 1 }])
  })

  test('a number in another spelling of its country is the same, and the first stays the one that is sent to', async () => {
    const { text } = person()
    await receive(text(1, { from: '5215512345678' }), text(2, { from: '525512345678' }))
    expect(await known('5215512345678', '525512345678')).toMatchObject([
      { wa_id: '5215512345678', inbound_no: 2 },
    ])
  })

  test('all of it again changes nothing', async () => {
    const { first, second, before, after, text, numberChanged, idUpdated } = person()
    const events = [
      text(1, { from: first, from_user_id: before }),
      text(4, { from: second, from_user_id: after }),
      numberChanged(2),
      idUpdated(3),
    ]
    await receive(...events)
    const [row] = await known(first)
    const once = await thread(row?.id ?? 0)
    await receive(...events)
    expect(await thread(row?.id ?? 0)).toEqual(once)
    expect(await known(first, second, before, after)).toEqual([row])
  })
})
