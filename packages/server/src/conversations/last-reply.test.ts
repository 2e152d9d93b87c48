import type { UnsentReply } from '@parley/core/conversations/constants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text, textWebhook } from '../../test/models/webhooks.ts'

const holdS = 5

describe('[Q-247] a row says that the last reply was not sent', () => {
  let at: TestServer
  let id: string
  let phone: string
  let phones = 0
  beforeAll(async () => {
    at = await startTestServer({ undoSendMs: holdS * 1_000 })
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    phone = `25675${String((phones += 1)).padStart(7, '0')}`
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello'))
    id = (await row()).id
  })

  const row = async () => {
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    const [found] = reply
    if (found === undefined) throw new Error(`No conversation of ${phone}`)
    return found
  }
  /** The number of events of the row. */
  const told = async () =>
    (
      await at.database.db
        .selectFrom('live_log')
        .select('seq')
        .where('noun', '=', 'conversation')
        .where('entity_id', '=', Number(id))
        .execute()
    ).length
  const say = async (content: string) => {
    const body = { client_message_id: unique(), content }
    return (await at.ann.get('send', { params: { id }, body })).reply.id
  }
  /** Past the hold and WhatsApp's pace per customer. */
  const leave = () => at.clock.advance(holdS + 6)
  /** The row after a published change. */
  const becomes = async (what: UnsentReply | null, change: () => Promise<unknown>) => {
    const before = await told()
    await change()
    await eventually(`the reply to be ${what}`, async () => (await row()).last_reply === what)
    await eventually('everybody to be told', async () => (await told()) > before)
    const { reply } = await at.ann.get('conversations', { query: { queue: 'failed' } })
    expect(reply.some(one => one.id === id)).toBe(what === 'failed' || what === 'unknown')
  }
  const failed = async (content: string, when: 'refused' | 'refused-later' = 'refused') => {
    await at.simulator.refuses(131_008, when)
    const message = await say(content)
    expect((await row()).last_reply).toBe('waiting')
    await becomes('failed', async () => leave())
    return message
  }

  test.each(['refused', 'refused-later'] as const)('%s by WhatsApp, until the retry', async when => {
    const message = await failed('Hello yourself', when)
    expect((await row()).waiting_since).not.toBeNull()
    await becomes(null, () => at.ann.get('retry', { params: { id: message } }))
    expect((await row()).waiting_since).toBeNull()
  })

  test('or that its delivery is unknown', async () => {
    await at.simulator.fault('bare-500')
    await say('Perhaps')
    await becomes('unknown', async () => leave())
  })

  test('until the next reply, which may be taken back', async () => {
    await failed('First')
    const second = await say('Second')
    expect((await row()).last_reply).toBe('waiting')
    await becomes('failed', () => at.ann.get('takeBack', { params: { id: second } }))
    await becomes('waiting', () => say('Third'))
    await becomes(null, async () => leave())
    await eventually('it to arrive', async () => (await at.simulator.received(phone)).length === 1)
  })

  test('[Q-265] that it waits, until it is sent, and again after an attempt that may be repeated', async () => {
    await becomes('waiting', () => say('Hello yourself'))
    await at.simulator.fault('server-error')
    const before = await told()
    leave()
    // One event as it is sent, and one as it waits again.
    await eventually('everybody to be told of the try', async () => (await told()) >= before + 2)
    expect((await row()).last_reply).toBe('waiting')
    await becomes(null, async () => leave())
    await eventually('it to arrive', async () => (await at.simulator.received(phone)).length === 1)
  })

  test('or that the window closed before it was sent', async () => {
    phone = `25675${String((phones += 1)).padStart(7, '0')}`
    const wrote = Math.floor(at.clock.now().getTime() / 1000) - 24 * 3_600 + holdS - 1
    const messages = [text(phone, `wamid.${unique()}`, 'Hello yesterday', wrote)]
    await at.webhook(envelope({ contacts: [{ wa_id: phone }], messages }))
    id = (await row()).id
    await say('Too late')
    await becomes('failed', async () => leave())
  })

  test('but not for a failed message of the bot', async () => {
    const bots = await failed('I am the bot')
    await at.database.db
      .updateTable('messages')
      .set({ source: 'BOT' })
      .where('id', '=', Number(bots))
      .execute()
    const reply = await say('I am Ann')
    await at.ann.get('takeBack', { params: { id: reply } })
    expect((await row()).last_reply).toBeNull()
  })

  test('until a reply from the business’s own phone', async () => {
    await failed('First')
    const seconds = Math.floor(at.clock.now().getTime() / 1000)
    const echo = { ...text('256200000000', `wamid.${unique()}`, 'By phone', seconds), to: phone }
    const told = envelope({ contacts: [{ wa_id: phone }], message_echoes: [echo] })
    Object.assign(told.entry[0]?.changes[0] ?? {}, { field: 'smb_message_echoes' })
    await becomes(null, () => at.webhook(told))
  })
})
