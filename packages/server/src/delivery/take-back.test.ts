import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiError } from '@parley/core/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentClient } from '../../test/models/agent-client.ts'
import { claimNext } from '../../test/one-try.ts'
import { channel, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { takeBack } from './unsent.ts'

const nobodyFollows = { withdrawOffer: async () => undefined, onResolved: async () => undefined }
const holdS = 5
const { phoneNumberId } = channel

describe('[Q-234] taking back what was just sent', () => {
  let at: TestServer
  let id: string
  let phone: string
  let phones = 0
  beforeAll(async () => {
    at = await startTestServer({ undoSendMs: holdS * 1_000 })
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    phone = `25674${String((phones += 1)).padStart(7, '0')}`
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello'))
    id = (await row()).id
  })

  const row = async () => {
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    const [found] = reply
    if (found === undefined) throw new Error(`No conversation of ${phone}`)
    return found
  }
  const say = async (content: string, agent: AgentClient = at.ann) =>
    (await agent.get('send', { params: { id }, body: { client_message_id: unique(), content } })).reply
  const undo = (message: string, agent: AgentClient = at.ann) =>
    agent.ask('takeBack', { params: { id: message } })
  const onPhone = async () => (await at.simulator.received(phone)).map(({ text }) => text)
  const arrive = (...texts: readonly string[]) =>
    eventually(`${texts.join(', ')} to arrive`, async () => (await onPhone()).length === texts.length).then(
      async () => expect(await onPhone()).toEqual(texts),
    )

  test('it is held for the time of the setting, with those behind it, and leaves then in order', async () => {
    const first = await say('One')
    expect(first).toMatchObject({
      status: 'queued',
      leaves_at: new Date(at.clock.now().getTime() + holdS * 1_000).toISOString(),
    })
    at.clock.advance(holdS - 1)
    await say('Two')
    expect(await claimNext(at.server.writer, phoneNumberId)).toBeNull()
    expect(await onPhone()).toEqual([])
    at.clock.advance(1)
    await arrive('One')
    expect((await at.ann.get('history', { params: { id } })).reply.messages.at(-2)?.leaves_at).toBeNull()
    // WhatsApp's rate for one customer is one message in six seconds.
    at.clock.advance(6)
    await arrive('One', 'Two')
  })

  test('[Q-264] the workspace’s own time goes before the server’s, from the next reply on, and none is none', async () => {
    const decide = async (undo_send_seconds: number | null) =>
      (await at.ann.get('changeSettings', { body: { settings: { undo_send_seconds } } })).reply
    const heldFor = async (content: string) => {
      const { leaves_at: leaves } = await say(content)
      return leaves === null ? 0 : (Date.parse(leaves) - at.clock.now().getTime()) / 1_000
    }
    expect((await at.ann.get('settings')).reply).toMatchObject({
      settings: { undo_send_seconds: null },
      server: { undo_send_seconds: holdS },
    })
    expect(await heldFor('As the server is set up')).toBe(holdS)
    await decide(30)
    expect(await heldFor('For half a minute')).toBe(30)
    await decide(0)
    expect(await heldFor('At once')).toBe(0)
    for (const wrong of [31, -1, 2.5]) {
      const body = { settings: { undo_send_seconds: wrong } }
      expect(await at.ann.ask('changeSettings', { body })).toMatchObject({
        status: 400,
        body: { fields: { 'settings.undo_send_seconds': expect.any(String) } },
      })
    }
    const { settings } = await decide(null)
    expect(settings.undo_send_seconds).toBeNull()
    expect(await heldFor('As before')).toBe(holdS)
    const { reply } = await at.ann.get('audit', { query: { action: 'settings.changed' } })
    expect(reply.map(({ before, after }) => [before, after])).toEqual(
      [
        [null, 30],
        [30, 0],
        [0, null],
      ]
        .toReversed()
        .map(pair => pair.map(undo_send_seconds => ({ undo_send_seconds }))),
    )
  })

  test('taken back, it goes to nobody, and all is as if it had not been written', async () => {
    const before = await row()
    const { id: message } = await say('Wrong customer, sorry')
    expect(await row()).toMatchObject({ last_message: { content: 'Wrong customer, sorry' } })
    expect((await row()).waiting_since).toBeNull()
    const answer = await undo(message)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'failed',
        failure: { code: 'taken-back' },
        leaves_at: null,
        response_time_seconds: null,
      },
    })
    const after = await row()
    expect([after.last_message, after.waiting_since]).toEqual([before.last_message, before.waiting_since])
    // A repetition changes nothing.
    expect((await undo(message)).status).toBe(200)
    at.clock.advance(holdS + 1)
    await say('Right words')
    at.clock.advance(holdS)
    await arrive('Right words')
    await eventually('its words to be gone from the search', async () => {
      const { reply } = await at.ann.get('search', { query: { q: 'sorry', conversation: id } })
      return reply.messages?.count === 0
    })
  })

  test('[Q-386] a reply that resolves its conversation does so at once; taken back, both are undone', async () => {
    const resolving = async (content: string) => {
      const body = { client_message_id: unique(), content, resolve: true as const }
      return (await at.ann.get('send', { params: { id }, body })).reply.id
    }
    const before = await row()
    const setTo = (status: string) =>
      at.ann.get('setConversationStatus', { params: { id }, body: { status } })
    const message = await resolving('You are insured. Goodbye')
    expect(await row()).toMatchObject({ status: 'RESOLVED', waiting_since: null, version: 2 })
    expect((await undo(message)).status).toBe(200)
    expect(await row()).toMatchObject({ status: 'ACTIVE', waiting_since: before.waiting_since, version: 3 })
    const written = (await at.ann.get('audit', { query: { action: 'conversation.status' } })).reply
    expect(written.slice(0, 2).map(one => [one.by?.id, one.before, one.after])).toEqual([
      [at.ann.id, { status: 'RESOLVED' }, { status: 'ACTIVE' }],
      [at.ann.id, { status: 'ACTIVE' }, { status: 'RESOLVED' }],
    ])
    // What the status was, it is again.
    await setTo('DORMANT')
    await undo(await resolving('Goodbye'))
    expect(await row()).toMatchObject({ status: 'DORMANT' })
    // A status that was set by itself, before or since, stays.
    const later = await resolving('Goodbye again')
    await setTo('ACTIVE')
    at.clock.advance(1)
    await setTo('RESOLVED')
    await undo(later)
    expect(await row()).toMatchObject({ status: 'RESOLVED' })
    await undo(await resolving('It was resolved already'))
    expect(await row()).toMatchObject({ status: 'RESOLVED' })
    await resolving('Goodbye for good')
    at.clock.advance(holdS)
    await arrive('Goodbye for good')
    expect(await row()).toMatchObject({ status: 'RESOLVED' })
  })

  test('a colleague’s answer that was taken back stands in nobody’s way', async () => {
    const seen = (await at.ann.get('history', { params: { id } })).reply.messages.at(-1)?.id
    const { id: message } = await say('I take this', at.brian)
    const guarded = () =>
      at.ann.ask('send', {
        params: { id },
        body: { client_message_id: unique(), content: 'Hello', seen_message_id: seen },
      })
    expect((await guarded()).status).toBe(409)
    expect((await undo(message, at.brian)).status).toBe(200)
    expect((await guarded()).status).toBe(200)
  })

  test('it is one’s own alone, and of what the server still has', async () => {
    const { id: message } = await say('Mine')
    expect(await undo(message, at.brian)).toMatchObject({ status: 403, body: { code: 'message.not-yours' } })
    expect(await undo('999999')).toMatchObject({ status: 404, body: { code: 'message.not-found' } })
    at.clock.advance(holdS)
    await arrive('Mine')
    expect(await undo(message)).toMatchObject({ status: 409, body: { code: 'message.left' } })
    expect(await onPhone()).toEqual(['Mine'])
  })

  test('what was tried once is not taken back, though it waits to be tried again; what was taken back is not sent again', async () => {
    const tried = await say('Tried')
    await at.database.db
      .insertInto('attempts')
      .values({
        message_id: Number(tried.id),
        conversation_id: Number(id),
        no: 1,
        state: 'unknown',
        lease_until: at.clock.now(),
        phone_number_id: phoneNumberId,
        created_at: at.clock.now(),
        updated_at: at.clock.now(),
      })
      .execute()
    expect(await undo(tried.id)).toMatchObject({ status: 409, body: { code: 'message.left' } })
    const back = await say('Back')
    await undo(back.id)
    expect(await at.ann.ask('retry', { params: { id: back.id } })).toMatchObject({
      status: 409,
      body: { code: 'message.not-retryable' },
    })
  })

  test('of taking back and leaving at the same moment one comes first, and it is said which', async () => {
    const outcomes = new Set<string>()
    // Milliseconds that the undo waits; below 0 the leaving waits. It follows the outcomes, so that either comes first in turn.
    let lag = 0
    for (let round = 0; round < 30; round += 1) {
      phone = `25675${phones}${String(round).padStart(5, '0')}`
      await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hi'))
      id = (await row()).id
      const message = Number((await say(`Round ${round}`)).id)
      const back = async () => {
        await sleep(Math.max(0, lag))
        try {
          await takeBack(at.server.writer, nobodyFollows, message, {
            agentId: Number(at.ann.id),
            address: null,
          })
          return 'taken back'
        } catch (error) {
          return (error as ApiError).code
        }
      }
      const leave = async () => {
        await sleep(Math.max(0, -lag))
        at.clock.advance(holdS)
        return claimNext(at.server.writer, phoneNumberId)
      }
      const [outcome, taken] = await Promise.all([back(), leave()])
      const { status } = await at.database.db
        .selectFrom('messages')
        .select('status')
        .where('id', '=', message)
        .executeTakeFirstOrThrow()
      const hasLeft = outcome === 'message.left'
      // The server's own sender may have come before both.
      expect([outcome, status !== 'failed']).toEqual([hasLeft ? 'message.left' : 'taken back', hasLeft])
      expect(taken?.messageId === message && !hasLeft).toBe(false)
      outcomes.add(outcome)
      lag += hasLeft ? -5 : 5
    }
    expect([...outcomes].toSorted()).toEqual(['message.left', 'taken back'])
  })
})
