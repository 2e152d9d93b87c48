import { sendDeadlineMs } from '@parley/core/messages/delivery'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'

let phones = 0
const newPhone = () => `+25672${String((phones += 1)).padStart(7, '0')}`

describe('[Q-187] agents’ signs on messages', () => {
  let at: TestServer
  let phone: string
  let conversationId: string
  let wamid: string
  let messageId: string
  beforeAll(async () => {
    // Some calls are never answered.
    at = await startTestServer({ callTimeoutMs: 3_000 })
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    await at.simulator.clearFaults()
    phone = newPhone()
    wamid = await at.simulator.write(phone, 'Hello')
    conversationId = await eventually('the conversation', async () => {
      const { reply } = await at.ann.get('conversations', { query: { search: phone } })
      return reply[0]?.id
    })
    const { reply } = await at.ann.get('history', { params: { id: conversationId } })
    messageId = reply.messages[0]?.id ?? ''
  })

  const react = (emoji: string | null, who = at.ann, id = messageId) =>
    who.ask('react', { params: { id }, body: { emoji } })
  const shown = async () => {
    const { reply } = await at.brian.get('history', { params: { id: conversationId } })
    return reply.messages[0]?.reactions.map(({ emoji, by, agent_name, state, failure }) => [
      emoji,
      by === 'AGENT' ? agent_name : by,
      state,
      failure?.code ?? null,
    ])
  }
  let asks = 0
  /** A failed reaction is due again some seconds later; a session lasts some minutes. */
  const passTime = () => {
    asks += 1
    if (asks % 20 === 0) at.clock.advance(2)
  }
  const becomes = (wanted: Awaited<ReturnType<typeof shown>>) =>
    eventually(`the signs to be ${JSON.stringify(wanted)}`, async () => {
      passTime()
      return JSON.stringify(await shown()) === JSON.stringify(wanted)
    })
  /** The first attempt of the current reaction has failed, so a later failure has waited. */
  const triedInVain = () =>
    eventually('a try in vain', async () => {
      const row = await at.database.db
        .selectFrom('agent_reactions')
        .select(['tries', 'busy_until'])
        .where('message_id', '=', Number(messageId))
        .executeTakeFirst()
      return row !== undefined && row.tries > 0 && row.busy_until === null
    })
  const onPhone = async () => (await at.simulator.reactions(phone)).get(wamid) ?? null

  test('a sign is on the phone and in every console, another takes its place, and it can be taken away', async () => {
    const answer = await react('👍')
    expect(answer).toMatchObject({ status: 200, body: { reactions: [{ emoji: '👍', by: 'AGENT' }] } })
    await becomes([['👍', 'ann', 'there', null]])
    expect(await onPhone()).toBe('👍')
    await react('❤️', at.brian)
    await becomes([['❤️', 'brian', 'there', null]])
    expect(await onPhone()).toBe('❤️')
    await react(null)
    await becomes([])
    expect(await onPhone()).toBeNull()
  })

  test('it stands beside the customer’s, is not unread, wakes nothing and ends no wait', async () => {
    const before = (await at.ann.get('conversations', { query: { search: phone } })).reply[0]
    await react('🙏')
    await becomes([['🙏', 'ann', 'there', null]])
    const after = (await at.ann.get('conversations', { query: { search: phone } })).reply[0]
    expect(after).toEqual(before)
  })

  test.each(['bare-500', 'reset', 'time-out', 'server-error'])(
    'WhatsApp %s: it is told again, and is there',
    async fault => {
      await at.simulator.fault(fault, 2)
      await react('👍')
      await becomes([['👍', 'ann', 'there', null]])
      expect(await onPhone()).toBe('👍')
      await at.simulator.clearFaults()
    },
  )

  test('while WhatsApp does not answer it waits, and after two minutes it failed with why; the last one told stays', async () => {
    await react('👍')
    await becomes([['👍', 'ann', 'there', null]])
    await at.simulator.fault('server-error', 100)
    await react('😮')
    expect(await shown()).toEqual([['😮', 'ann', 'waiting', null]])
    await triedInVain()
    at.clock.advance(sendDeadlineMs / 1000)
    await becomes([
      ['👍', 'ann', 'there', null],
      ['😮', 'ann', 'failed', 'late'],
    ])
    await react(null)
    await triedInVain()
    at.clock.advance(sendDeadlineMs / 1000)
    await becomes([['👍', 'ann', 'failed', 'late']])
    await at.simulator.clearFaults()
    await react('😢')
    await becomes([['😢', 'ann', 'there', null]])
    expect(await onPhone()).toBe('😢')
  })

  test('what is wanted last is told last, however quickly one follows the other', async () => {
    for (const emoji of ['👍', '❤️', '😂', '😮', '😢', '🙏']) await react(emoji)
    await becomes([['🙏', 'ann', 'there', null]])
    expect(await onPhone()).toBe('🙏')
  })

  test('one that WhatsApp took and then reports as failed is not there, with why', async () => {
    await at.simulator.fault('window-closed-later')
    await react('👍')
    await becomes([['👍', 'ann', 'failed', '131047']])
    expect(await onPhone()).toBeNull()
  })

  test('its statuses are folded into the message', async () => {
    const folded = async () => {
      const { rows } = await at.database.db
        .selectFrom('webhook_items')
        .select('message_id')
        .where('ended', '=', 'folded')
        .where('message_id', '=', Number(messageId))
        .execute()
        .then(rows => ({ rows }))
      return rows.length
    }
    await react('👍')
    await eventually('the status to be folded', async () => (await folded()) === 1)
  })

  test.each([
    ['👍👍', 400],
    ['Hi', 400],
    ['', 400],
    ['👨‍👩‍👧‍👦', 200],
    ['👍🏾', 200],
    ['🇺🇬', 200],
  ])('%j as a sign: %i', async (emoji, status) => {
    expect((await react(emoji)).status).toBe(status)
  })

  test('on what WhatsApp does not have, or not any more, none can be put', async () => {
    const refused = (reason: string) => ({
      status: 409,
      body: { code: 'message.not-reactable', detail: expect.stringContaining(reason) },
    })
    const { db } = at.database
    await at.simulator.fault('server-error', 1)
    const body = { client_message_id: unique(), content: 'Not yet there' }
    const { reply } = await at.ann.get('send', { params: { id: conversationId }, body })
    expect(await react('👍', at.ann, reply.id)).toMatchObject(refused('does not have it yet'))
    await db
      .updateTable('messages')
      .set({ revoked_at: at.clock.now() })
      .where('id', '=', Number(messageId))
      .execute()
    expect(await react('👍')).toMatchObject(refused('deleted it'))
    const old = new Date(at.clock.now().getTime() - 30 * 24 * 3_600_000)
    await db
      .updateTable('messages')
      .set({ revoked_at: null, at: old })
      .where('id', '=', Number(messageId))
      .execute()
    expect(await react('👍')).toMatchObject(refused('older than 30 days'))
  })

  test('after the 24 hours, and in an archived conversation, none is taken', async () => {
    const { db } = at.database
    const set = (more: object) =>
      db.updateTable('conversations').set(more).where('id', '=', Number(conversationId)).execute()
    await set({ customer_wrote_at: new Date(at.clock.now().getTime() - 24 * 3_600_000) })
    expect(await react('👍')).toMatchObject({ status: 409, body: { code: 'message.window-closed' } })
    await set({ customer_wrote_at: at.clock.now(), status: 'ARCHIVED' })
    expect(await react('👍')).toMatchObject({ status: 409, body: { code: 'conversation.archived' } })
  })
})
