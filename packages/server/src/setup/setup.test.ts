import { basePath } from '@parley/core/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channel, password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text, textWebhook } from '../../test/models/webhooks.ts'
import { AgentClient } from '../../test/models/agent-client.ts'
import { addAgent } from '../agents/accounts.ts'
import type { OpenDatabase } from '../db/open.ts'
import { doctorAgent } from '../ingest/whatsapp.ts'

const life = {
  phoneNumberId: '100000000000007',
  name: 'Life',
  businessAccountId: null,
  accessToken: 'life-token',
}
const nothing = { seen_at: null, wrong: null, said: null }
const phone = '256741000001'

/** The server's first check of its number, which nobody answers. */
const firstCheck = ({ db }: OpenDatabase) =>
  eventually('the first check', () =>
    db
      .selectFrom('channel_health')
      .select('unreached_since')
      .where('unreached_since', 'is not', null)
      .executeTakeFirst(),
  )

describe('[Q-280] the steps to the first conversation', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer({ mode: 'production', beforeSimulator: firstCheck })
  })
  afterAll(() => at.close())

  const setup = async () => (await at.ann.get('setup')).reply
  const number = async () => {
    const { numbers } = await setup()
    const [first] = numbers
    if (first === undefined) throw new Error('There is no number')
    return first
  }
  const talk = async () => (await number()).talk
  const verify = (token: string, agent = 'facebookplatform') =>
    at.server.app.inject({
      url: `${basePath}/channels/whatsapp/webhook`,
      query: { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1158201444' },
      headers: { 'user-agent': agent },
    })
  const now = () => at.clock.now().toISOString()

  test('[Q-281] of a token that WhatsApp does not take it says so, and of a good one when', async () => {
    expect((await number()).token.wrong).toBe('unreached')
    expect(await setup()).toMatchObject({
      offered: true,
      done: { connect: false, people: false, test: false },
    })
    await at.simulator.fault('token-expired', 10_000)
    // The number is asked again a minute after it was not reached.
    at.clock.advance(61)
    await eventually('the refusal', async () => (await number()).token.wrong === 'token-refused')
    expect(await number()).toMatchObject({
      token: { seen_at: null, said: expect.stringContaining('expired') },
      number: nothing,
    })
    await at.simulator.clearFaults()
    at.clock.advance(61)
    await eventually('it to be good', async () => (await number()).number.seen_at)
    const { token, number: owned, display_number, bot_answers, name } = await number()
    expect({ token, owned, bot_answers, name }).toEqual({
      token: { seen_at: now(), wrong: null, said: null },
      owned: { seen_at: now(), wrong: null, said: null },
      bot_answers: false,
      name: null,
    })
    expect(display_number).toMatch(/^\+?\d[\d ]+$/)
  })

  test('[Q-281] the webhook is seen when it was verified, by another than our doctor; another word is told', async () => {
    expect(await number()).toMatchObject({ webhook: nothing, signature: nothing })
    expect((await verify(channel.verifyToken, doctorAgent)).statusCode).toBe(200)
    expect((await number()).webhook).toEqual(nothing)
    expect((await verify('another word')).statusCode).toBe(403)
    expect((await number()).webhook.wrong).toBe('verify-token-differs')
    at.clock.advance(5)
    const answer = await verify(channel.verifyToken)
    expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: '1158201444' })
    expect((await number()).webhook).toEqual({ seen_at: now(), wrong: null, said: null })
    at.clock.advance(20)
    await verify('another word')
    expect((await number()).webhook.wrong).toBeNull()
  })

  test('[Q-281] who is refused again and again is written down once in ten seconds', async () => {
    const refusedAt = async () => {
      const rows = await at.database.db.selectFrom('webhook_signs').selectAll().execute()
      return rows.find(({ kind }) => kind === 'token-refused')?.at.toISOString()
    }
    const before = await refusedAt()
    at.clock.advance(9)
    await verify('another word')
    expect(await refusedAt()).toBe(before)
    at.clock.advance(1)
    await verify('another word')
    expect(await refusedAt()).toBe(now())
  })

  test('[Q-281] a call with another signature is told until one matched', async () => {
    const body = textWebhook(phone, `wamid.${unique()}`, 'Hello')
    expect(await at.webhook(body, `sha256=${'0'.repeat(64)}`)).toBe(401)
    expect(await number()).toMatchObject({
      signature: { wrong: 'app-secret-differs' },
      talk: { received_at: null },
    })
    at.clock.advance(1)
    const other = envelope({ messages: [text(phone, `wamid.${unique()}`, 'Hello')] }, 'another')
    expect(await at.webhook(other)).toBe(200)
    expect(await number()).toMatchObject({
      signature: { seen_at: now(), wrong: null },
      webhook: { seen_at: now() },
      talk: { conversation_id: null, received_at: null },
    })
    expect(await setup()).toMatchObject({
      offered: true,
      skipped: false,
      done: { connect: true, test: false },
    })
  })

  test('who answers: invited, with a password, and signed in; two of them make a team', async () => {
    const { people } = await setup()
    expect(people).toMatchObject({
      signed_in_count: 1,
      total: 1,
      shown: [{ id: at.brian.id, role: 'AGENT' }],
    })
    expect(people.shown[0]?.signed_in_at).not.toBeNull()
    const invited = { email: 'cleo@parley.example', role: 'SUPERVISOR' }
    const { reply } = await at.ann.get('invitePerson', { body: invited })
    const cleo = {
      id: reply.person.id,
      name: 'cleo',
      email: invited.email,
      role: 'SUPERVISOR',
      second_factor: false,
    }
    expect((await setup()).people).toMatchObject({
      signed_in_count: 1,
      total: 2,
      shown: [{ ...cleo, invited_at: now(), signed_in_at: null }, { id: at.brian.id }],
    })
    const token = new URLSearchParams(reply.link.path.split('?')[1]).get('reset')
    await at.ann.get('updatePassword', { body: { token, newPassword: 'nine grey herons 4' } })
    expect((await setup()).people.shown[0]).toMatchObject({ ...cleo, invited_at: null, signed_in_at: null })
    expect((await setup()).done.people).toBe(false)
    at.clock.advance(7)
    await AgentClient.signIn(at.server.app, at.url, invited.email, 'nine grey herons 4')
    expect((await setup()).people.shown.find(({ id }) => id === cleo.id)).toMatchObject({
      signed_in_at: now(),
    })
    expect((await setup()).done.people).toBe(true)
    await at.ann.get('disablePerson', { params: { id: cleo.id } })
    expect((await setup()).people).toMatchObject({ signed_in_count: 1, total: 1 })
    await at.ann.get('enablePerson', { params: { id: cleo.id } })
  })

  test('the first message is followed until it is answered and read, and then nobody is led here', async () => {
    at.clock.advance(10)
    await at.simulator.write(phone, 'hello')
    await eventually('the message', async () => (await talk()).received_at)
    const first = await talk()
    expect(first).toEqual({
      conversation_id: expect.any(String),
      received_at: now(),
      shown_at: null,
      answered_at: null,
      read_at: null,
    })
    const id = first.conversation_id ?? ''
    at.clock.advance(10)
    await at.brian.get('markSeen', { params: { id } })
    expect(await talk()).toEqual({ ...first, shown_at: now() })
    const shown = await talk()
    at.clock.advance(10)
    const body = { client_message_id: unique(), content: 'Good morning' }
    await at.brian.get('send', { params: { id }, body })
    await eventually('the answer', async () => (await talk()).answered_at)
    expect(await talk()).toMatchObject({ ...shown, answered_at: now() })
    expect(await setup()).toMatchObject({ offered: true, done: { connect: true, people: true, test: false } })
    // A later customer without a reply does not undo the progress.
    await at.simulator.write('256741000002', 'hello too')
    await eventually('the answer to be there', async () => (await at.simulator.received(phone)).length === 1)
    await at.simulator.read(phone)
    await eventually('it to be read', async () => (await talk()).read_at)
    expect((await talk()).conversation_id).toBe(id)
    expect(await setup()).toMatchObject({ offered: false, done: { connect: true, people: true, test: true } })
  })

  test('skipped is a setting, on record; what is missing is told all the same', async () => {
    const skipped = { settings: { get_started: 'skipped' } }
    await at.ann.get('changeSettings', { body: skipped })
    expect(await setup()).toMatchObject({ offered: false, skipped: true })
    const { reply } = await at.ann.get('audit', { query: { action: 'settings.changed' } })
    expect(reply[0]).toMatchObject({ before: { get_started: 'offered' }, after: { get_started: 'skipped' } })
  })

  test('agents and supervisors do not see it', async () => {
    expect(await at.brian.ask('setup')).toMatchObject({ status: 403, body: { code: 'session.forbidden' } })
  })
})

describe('[Q-280] of two numbers', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer({ mode: 'production', moreNumbers: [life] })
  })
  afterAll(() => at.close())

  const numbers = async () => (await at.ann.get('setup')).reply.numbers

  test('each is seen by what came for it alone, and says whether the bot answers there', async () => {
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello'))
    await at.database.db
      .updateTable('business_numbers')
      .set({ bot_on: true })
      .where('phone_number_id', '=', life.phoneNumberId)
      .execute()
    expect(await numbers()).toMatchObject([
      { name: 'Pensions', bot_answers: false, signature: { wrong: null, seen_at: expect.any(String) } },
      { name: 'Life', bot_answers: true, signature: nothing, talk: { received_at: null } },
    ])
    // The status of a foreign message is enough, because it names the number.
    const statuses = [{ id: 'wamid.other', status: 'sent', timestamp: '1772441900', recipient_id: phone }]
    await at.webhook(envelope({ statuses }, life.phoneNumberId))
    expect((await numbers())[1]).toMatchObject({
      signature: { seen_at: at.clock.now().toISOString() },
      talk: { received_at: null },
    })
  })

  test('[Q-281] a number that WhatsApp does not have is told apart from a token that it does not take', async () => {
    await at.database.db
      .updateTable('channel_health')
      .set({ unreached_since: at.clock.now(), refusal: JSON.stringify({ code: 33, sentence: '' }) })
      .where('phone_number_id', '=', life.phoneNumberId)
      .execute()
    expect((await numbers())[1]).toMatchObject({
      token: { wrong: null },
      number: { seen_at: null, wrong: 'number-unknown' },
    })
  })

  test('of many people those come first who have not signed in', async () => {
    const { writer } = at.server
    for (let n = 0; n < 21; n += 1) {
      await addAgent(writer, { email: `${unique()}@parley.example`, password })
    }
    const { people } = (await at.ann.get('setup')).reply
    expect(people).toMatchObject({ total: 22, signed_in_count: 1 })
    expect(people.shown).toHaveLength(20)
    expect(people.shown.map(({ id }) => id)).not.toContain(at.brian.id)
  })
})

describe('[Q-280] a demo', () => {
  test('leads nobody to the first steps', async () => {
    const at = await startTestServer()
    expect((await at.ann.get('setup')).reply).toMatchObject({ offered: false, skipped: false })
    await at.close()
  })
})
