import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

const sent = 1_772_441_900
let phones = 0

/** An item of a webhook: a message, or a change of one. */
type Item = Readonly<Record<string, unknown>>

const reaction = (
  from: string,
  target: string,
  emoji: string | null,
  after: number,
  id = unique(),
): Item => ({
  from,
  id: `wamid.${id}`,
  timestamp: String(sent + after),
  type: 'reaction',
  reaction: { message_id: target, ...(emoji !== null && { emoji }) },
})
const edit = (from: string, target: string, body: string, after: number): Item => ({
  from,
  id: `wamid.${unique()}`,
  timestamp: String(sent + after),
  type: 'edit',
  edit: { original_message_id: target, message: { type: 'text', text: { body } } },
})
const revoke = (from: string, target: string, after: number): Item => ({
  from,
  id: `wamid.${unique()}`,
  timestamp: String(sent + after),
  type: 'revoke',
  revoke: { original_message_id: target },
})

describe('a customer’s changes of a stored message', () => {
  let at: TestServer
  beforeAll(async () => {
    // Some calls are never answered.
    at = await startTestServer({ callTimeoutMs: 3_000 })
  })
  afterAll(() => at.close())

  const newPhone = () => `25672${String((phones += 1)).padStart(7, '0')}`
  const comes = async (...messages: readonly Item[]) => {
    const contacts = [{ wa_id: messages[0]?.['from'], profile: { name: 'Nakato' } }]
    expect(await at.webhook(envelope({ contacts, messages }))).toBe(200)
  }
  const rowOf = async (phone: string) =>
    (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply[0]
  const thread = async (phone: string) => {
    const id = (await rowOf(phone))?.id
    return id === undefined ? [] : (await at.ann.get('history', { params: { id } })).reply.messages
  }
  const only = async (phone: string) => {
    const messages = await thread(phone)
    expect(messages).toHaveLength(1)
    return messages[0]
  }
  /** A conversation of one message. */
  const begin = async (body = 'Hello') => {
    const phone = newPhone()
    const wamid = `wamid.${unique()}`
    await comes(text(phone, wamid, body))
    return { phone, wamid, id: (await rowOf(phone))?.id ?? '' }
  }
  const sums = async () => {
    const { rows } = await at.database.db.executeQuery<Record<string, number>>(
      at.database.db
        .selectFrom('webhook_events')
        .select(({ fn }) =>
          (['items', 'shown', 'folded', 'noted', 'refused'] as const).map(name =>
            fn.sum<number>(name).as(name),
          ),
        )
        .compile(),
    )
    return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, sum]) => [name, sum]))
  }
  const told = async () =>
    (await at.database.db.selectFrom('live_log').select(['noun', 'kind']).orderBy('seq').execute()).map(
      ({ noun, kind }) => `${noun} ${kind}`,
    )

  test('[Q-183] a reaction belongs to its message: no row, nothing unread, no notice, and a resolved conversation stays resolved', async () => {
    const { phone, wamid, id } = await begin()
    await at.ann.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
    const before = await rowOf(phone)
    const log = (await told()).length
    await comes(reaction(phone, wamid, '👍', 5))
    expect((await told()).slice(log)).toEqual(['message changed', 'conversation changed'])
    expect(await rowOf(phone)).toEqual(before)
    expect(before?.status).toBe('RESOLVED')
    expect(await only(phone)).toMatchObject({
      content: 'Hello',
      reactions: [
        { emoji: '👍', by: 'CUSTOMER', agent_name: null, at: new Date((sent + 5) * 1000).toISOString() },
      ],
    })
  })

  test('the newest reaction by WhatsApp’s time wins, a removal removes it, a repeat changes nothing', async () => {
    const { phone, wamid } = await begin()
    const emojis = async () => (await only(phone))?.reactions.map(({ emoji }) => emoji)
    await comes(reaction(phone, wamid, '👍', 5))
    await comes(reaction(phone, wamid, '❤️', 9))
    await comes(reaction(phone, wamid, '😂', 7))
    expect(await emojis()).toEqual(['❤️'])
    await comes(reaction(phone, wamid, '', 11))
    expect(await emojis()).toEqual([])
    await comes(reaction(phone, wamid, '🙏', 12))
    // Within one second the later arrival is newer, and a repeat of the earlier one is recognised.
    const again = reaction(phone, wamid, '😮', 12)
    await comes(again)
    await comes(reaction(phone, wamid, null, 12))
    await comes(again)
    expect(await emojis()).toEqual([])
  })

  test('stores a customer’s reaction to an agent’s message, also before its WhatsApp id is known', async () => {
    const phone = newPhone()
    await at.simulator.write(`+${phone}`, 'Hello')
    await eventually('the conversation', async () => (await rowOf(phone)) !== undefined)
    const params = { id: (await rowOf(phone))?.id ?? '' }
    const { reply } = await at.ann.get('send', {
      params,
      body: { client_message_id: unique(), content: 'Good day' },
    })
    const attempt = () =>
      at.database.db
        .selectFrom('attempts')
        .select(['id', 'wamid'])
        .where('message_id', '=', Number(reply.id))
        .where('wamid', 'is not', null)
        .executeTakeFirst()
    await eventually('the answer to be at WhatsApp', async () => (await attempt()) !== undefined)
    const wamid = (await attempt())?.wamid ?? ''
    const ours = async () => (await thread(phone)).find(one => one.id === reply.id)
    await comes(reaction(phone, wamid, '🙏', 5))
    expect(await ours()).toMatchObject({ reactions: [{ emoji: '🙏' }] })
    // Only the writer can edit or delete.
    await comes(edit(phone, wamid, 'Bad day', 6), revoke(phone, wamid, 7))
    expect(await ours()).toMatchObject({ content: 'Good day', edited: null, revoked_at: null })

    await at.simulator.fault('time-out')
    const { reply: late } = await at.ann.get('send', {
      params,
      body: { client_message_id: unique(), content: 'Are you there?' },
    })
    const early = `wamid.${unique()}`
    await comes(reaction(phone, early, '👀', 9))
    const made = () =>
      at.database.db
        .selectFrom('attempts')
        .select('id')
        .where('message_id', '=', Number(late.id))
        .executeTakeFirst()
    await eventually('an attempt', async () => (await made()) !== undefined)
    const status = {
      id: early,
      status: 'delivered',
      timestamp: String(sent),
      biz_opaque_callback_data: String((await made())?.id),
    }
    expect(await at.webhook(envelope({ statuses: [status] }))).toBe(200)
    expect((await thread(phone)).find(one => one.id === late.id)).toMatchObject({
      reactions: [{ emoji: '👀' }],
    })
    await at.simulator.clearFaults()
  })

  test('[Q-183] an edited message has the new text, also in the list, in search and in quotes, and keeps the first one', async () => {
    const { phone, wamid, id } = await begin('Pay 40')
    await comes({ ...text(phone, `wamid.${unique()}`, 'That', sent - 60), context: { id: wamid } })
    await at.ann.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
    const unread = (await rowOf(phone))?.inbound_no
    await comes(edit(phone, wamid, 'Pay 60', 20))
    await comes(edit(phone, wamid, 'Pay 50', 10))
    const words = `Pay 70 ${unique()}`
    await comes(edit(phone, wamid, words, 30))
    const messages = await thread(phone)
    expect(messages.at(-1)).toMatchObject({
      content: words,
      edited: { at: new Date((sent + 30) * 1000).toISOString(), original: 'Pay 40' },
    })
    expect(messages[0]?.quote?.message?.excerpt).toBe(words)
    const [found] = (await at.ann.get('conversations', { query: { search: words } })).reply
    expect(found).toMatchObject({
      id,
      status: 'RESOLVED',
      inbound_no: unread,
      last_message: { content: words },
    })
  })

  test('[Q-183] a deleted message says so in list and quote, keeps its text for agents, and reopens nothing', async () => {
    const { phone, wamid, id } = await begin('My secret')
    await comes({ ...text(phone, `wamid.${unique()}`, 'That', sent - 60), context: { id: wamid } })
    await at.ann.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
    const before = await rowOf(phone)
    await comes(revoke(phone, wamid, 20))
    const messages = await thread(phone)
    const revoked_at = new Date((sent + 20) * 1000).toISOString()
    expect(messages.at(-1)).toMatchObject({ content: 'My secret', message_type: 'text', revoked_at })
    expect(messages[0]?.quote?.message).toMatchObject({ message_type: 'revoked', excerpt: '' })
    const row = await rowOf(phone)
    expect(row).toMatchObject({ status: 'RESOLVED', inbound_no: before?.inbound_no })
    expect(row?.last_message).toMatchObject({ message_type: 'revoked', content: '' })
    expect((await at.ann.get('conversations', { query: { search: 'My secret' } })).reply).toEqual([])
    // The text is that at the time of the deletion.
    await comes(edit(phone, wamid, 'Something else', 25))
    expect((await thread(phone)).at(-1)).toMatchObject({ content: 'My secret', edited: null, revoked_at })
  })

  test('[Q-183 GEN-06] a message and its changes have the same result in every order, in one webhook or in several', async () => {
    const seen = new Set<string>()
    const shuffled = <T>(items: readonly T[], seed: number): T[] => {
      let state = seed
      const draw = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648)
      return items
        .map(item => ({ item, place: draw() }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ item }) => item)
    }
    for (let seed = 1; seed <= 24; seed += 1) {
      const phone = newPhone()
      const wamid = `wamid.${unique()}`
      const placeholder = {
        from: phone,
        id: wamid,
        timestamp: String(sent),
        type: 'unsupported',
        errors: [{ code: 131060 }],
      }
      const items = [
        text(phone, wamid, 'First'),
        placeholder,
        reaction(phone, wamid, '👍', 5),
        reaction(phone, wamid, '❤️', 6),
        reaction(phone, wamid, '', 7),
        reaction(phone, wamid, '🙏', 8),
        edit(phone, wamid, 'Second', 10),
        edit(phone, wamid, 'Third', 11),
        revoke(phone, wamid, 12),
        edit(phone, wamid, 'Too late', 13),
      ]
      const before = await sums()
      const order = shuffled(items, seed)
      if (seed % 3 === 0) await comes(...order)
      else if (seed % 3 === 1) for (const item of order) await comes(item)
      // Concurrent webhooks of one customer.
      else await Promise.all(order.map(item => comes(item)))
      // Everything once more.
      for (const item of shuffled(items, seed + 1)) await comes(item)
      const { id: _id, conversation_id: _of, sender_id: _by, ...message } = (await only(phone)) ?? {}
      seen.add(JSON.stringify(message))
      expect(await rowOf(phone)).toMatchObject({ inbound_no: 1, last_message: { message_type: 'revoked' } })
      const after = await sums()
      const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
      // No change waits for its message.
      expect(['items', 'shown', 'folded', 'noted', 'refused'].map(grown)).toEqual([20, 1, 19, 0, 0])
    }
    const [message] = seen
    expect(seen.size).toBe(1)
    expect(JSON.parse(message ?? '{}')).toMatchObject({
      content: 'Third',
      message_type: 'text',
      reactions: [{ emoji: '🙏' }],
      edited: { original: 'First' },
      revoked_at: new Date((sent + 12) * 1000).toISOString(),
    })
  })

  const endsOf = async (item: Item) => {
    const [before, end] = [await sums(), await comes(item)]
    const after = await sums()
    return { end, noted: (after['noted'] ?? 0) - (before['noted'] ?? 0) }
  }
  const untouched = { content: 'Pay 40', edited: null, revoked_at: null, reactions: [] }

  test('[Q-355] a change of another customer’s message is ignored, in either order of arrival', async () => {
    const { phone, wamid } = await begin('Pay 40')
    const { phone: stranger } = await begin()
    const changes = (target: string, from: string) => [
      edit(from, target, 'Pay 90', 5),
      revoke(from, target, 6),
      reaction(from, target, '👎', 7),
      edit(newPhone(), target, 'Pay 95', 8),
    ]
    for (const item of changes(wamid, stranger)) expect((await endsOf(item)).noted).toBe(1)
    expect(await only(phone)).toMatchObject(untouched)

    const later = newPhone()
    const early = `wamid.${unique()}`
    for (const item of changes(early, stranger)) await comes(item)
    await comes(text(later, early, 'Pay 40'))
    expect(await only(later)).toMatchObject(untouched)
    // The customer's own change replaces a stranger's with the same id.
    const own = { ...edit(later, early, 'Pay 50', 9), id: `wamid.${unique()}` }
    await comes({ ...edit(stranger, early, 'Pay 99', 9), id: own.id })
    await comes(own)
    expect(await only(later)).toMatchObject({ content: 'Pay 50', edited: { original: 'Pay 40' } })
    // A change without a customer changes nothing either.
    await comes({ ...revoke(later, early, 10), from: undefined })
    expect(await only(later)).toMatchObject({ revoked_at: null })
  })

  test('[Q-355] accepts a reaction to an agent’s message from its customer alone', async () => {
    const { phone, id } = await begin()
    const { phone: stranger } = await begin()
    const body = { client_message_id: unique(), content: 'Good day' }
    const { reply } = await at.ann.get('send', { params: { id }, body })
    const attempt = () =>
      at.database.db
        .selectFrom('attempts')
        .select('wamid')
        .where('message_id', '=', Number(reply.id))
        .where('wamid', 'is not', null)
        .executeTakeFirst()
    await eventually('the answer to be at WhatsApp', async () => (await attempt()) !== undefined)
    await comes(reaction(stranger, (await attempt())?.wamid ?? '', '👎', 5))
    const ours = async () => (await thread(phone)).find(one => one.id === reply.id)
    expect(await ours()).toMatchObject({ reactions: [] })
  })

  test('[Q-355] accepts a change from any current or former address of the customer', async () => {
    const [first, second] = [newPhone(), newPhone()]
    const [user, other] = [`UG.${first}`, `UG.${second}`]
    const wamid = `wamid.${unique()}`
    const says = async () => (await thread(second)).find(one => one.message_type === 'text')?.content
    const as = (sender: Item, words: string, after: number): Item => ({
      ...edit(first, wamid, words, after),
      from: undefined,
      ...sender,
    })
    await comes({ ...text(first, wamid, 'Zero'), from_user_id: user })
    // From an unknown number, until WhatsApp announces its owner.
    await comes(as({ from: second, from_user_id: other }, 'One', 1))
    expect((await thread(first))[0]?.content).toBe('Zero')
    const system = { type: 'user_changed_number', wa_id: second, user_id: other, body: 'Changed' }
    await comes({ from: first, id: `wamid.${unique()}`, timestamp: String(sent + 2), type: 'system', system })
    expect(await says()).toBe('One')
    await comes(as({ from: first, from_user_id: user }, 'Two', 3))
    expect(await says()).toBe('Two')
    await comes(as({ from_user_id: other }, 'Three', 4))
    expect(await says()).toBe('Three')

    const { phone: merged, id: there } = await begin()
    const params = { id: (await rowOf(second))?.id ?? '' }
    await at.ann.get('mergeCustomers', { params, body: { other_conversation_id: there } })
    await comes(as({ from: merged }, 'Four', 5))
    const { reply } = await at.ann.get('history', { params })
    expect(reply.messages.find(one => one.message_type === 'text')?.content).toBe('Four')
  })

  test('[Q-355] a message with the id of another customer’s message changes nothing there', async () => {
    const phone = newPhone()
    const wamid = `wamid.${unique()}`
    const errors = [{ code: 131060 }]
    await comes({ from: phone, id: wamid, timestamp: String(sent), type: 'unsupported', errors })
    await comes(text(newPhone(), wamid, 'Not theirs'))
    expect(await only(phone)).toMatchObject({ message_type: 'unsupported' })
    await comes(text(phone, wamid, 'Theirs'))
    expect(await only(phone)).toMatchObject({ content: 'Theirs' })
  })

  test('a change of a message that never arrives is ignored and invisible, and a repeat is merged', async () => {
    const phone = newPhone()
    const before = await sums()
    const item = reaction(phone, 'wamid.never', '👍', 5)
    await comes(item)
    await comes(item)
    const after = await sums()
    const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
    expect(['items', 'noted', 'folded', 'shown'].map(grown)).toEqual([2, 1, 1, 0])
    expect(await rowOf(phone)).toBeUndefined()
  })
})
