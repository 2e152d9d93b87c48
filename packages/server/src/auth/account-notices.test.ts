import { api } from '@parley/core/calls'
import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient, ask } from '../../test/models/agent-client.ts'
import { departure } from '../../test/models/departure.ts'
import { links } from '../../test/reset.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { addAgent } from '../agents/accounts.ts'
import { type Command, readCommand, runCommand } from '../agents/command-line.ts'

const password = 'plums and 7 pears'
const newPassword = 'nine grey herons 4'

describe('[Q-175] what happens to an account is told to its owner', () => {
  let at: TestServer
  let email: string
  let eve: AgentClient
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    email = `${unique()}@example.com`
    await addAgent(at.server.writer, { email, password, role: 'AGENT' })
    eve = await signIn(password)
    at.clock.advance(90)
  })

  const signIn = (typed: string) => AgentClient.signIn(at.server.app, at.url, email, typed)
  const notices = async (agent = eve) => (await agent.get('pollNotifications')).reply
  const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(at.clock.now().getTime() / 1000) })
  const setUp = async () => {
    const { secret } = (await eve.get('beginSecondFactor', { body: { password } })).reply
    const { reply } = await eve.get('confirmSecondFactor', { body: { code: await codeOf(secret) } })
    at.clock.advance(30)
    return { secret, codes: reply.recovery_codes }
  }
  const command = (...args: string[]) =>
    runCommand(readCommand(['agent', ...args]) as Command, {
      writer: at.server.writer,
      links: async () => links,
      say: () => undefined,
      heard: () => undefined,
      askPassword: async () => newPassword,
      consoleUrl: at.url,
      departure,
    })
  const reset = async (id: string) => {
    const { path } = (await at.ann.get('makePasswordLink', { params: { id } })).reply
    const token = path.split('reset=')[1] ?? ''
    expect((await ask(at.server.app, api.updatePassword, { body: { token, newPassword } })).status).toBe(200)
  }
  /** For the agent's own page: a toast that fades. For changes by others: a notification that stays. */
  const own = { type: 'info', auto_close: true, data: { importance: 'medium' } }
  const byOthers = { type: 'warning', auto_close: false, data: { importance: 'high' } }
  const led = { about: 'account', conversation_id: null, ticket_id: null, note_id: null, read: false }

  test('a password that is changed, with none of it in the notice; a wrong one tells nothing', async () => {
    await eve.ask('changePassword', {
      body: { current_password: 'wrong one here', new_password: newPassword },
    })
    expect(await notices()).toEqual([])
    await eve.get('changePassword', { body: { current_password: password, new_password: newPassword } })
    const told = await notices()
    expect(told).toMatchObject([
      {
        ...own,
        ...led,
        title: 'Your password was changed',
        message: expect.stringMatching(/^On your account/),
      },
    ])
    for (const secret of [password, newPassword]) expect(JSON.stringify(told)).not.toContain(secret)
    expect(await notices(at.brian)).toEqual([])
  })

  test('a password that is replaced by a link, or at the server', async () => {
    await reset(eve.id)
    at.clock.advance(1)
    await command('password', email)
    eve = await signIn(newPassword)
    expect(await notices()).toMatchObject([
      { ...byOthers, ...led, message: expect.stringMatching(/^By an administrator, at the server/) },
      { ...byOthers, ...led, message: expect.stringMatching(/^With a link for a forgotten password/) },
    ])
    const entries = (await at.ann.get('audit', { query: { on: eve.id } })).reply
    expect(entries.filter(({ action }) => action === 'password.changed')).toMatchObject([
      { by: null, address: null },
      { by: { id: eve.id } },
    ])
  })

  test('the first password of somebody who was invited replaces none', async () => {
    email = `${unique()}@example.com`
    const { reply } = await at.ann.get('invitePerson', { body: { email, role: 'AGENT' } })
    await reset(reply.person.id)
    eve = await signIn(newPassword)
    expect(await notices()).toEqual([])
    await reset(eve.id)
    eve = await signIn(newPassword)
    expect(await notices()).toHaveLength(1)
  })

  test('a second factor that is set up, new recovery codes, and one that is turned off', async () => {
    const { secret, codes } = await setUp()
    const code = await codeOf(secret)
    const wrong = { password, code: '000000' }
    await eve.ask('turnOffSecondFactor', { body: wrong })
    await eve.get('renewRecoveryCodes', { body: { password, code } })
    at.clock.advance(30)
    const last = await codeOf(secret)
    await eve.ask('turnOffSecondFactor', { body: { password, code: last } })
    const told = await notices()
    expect(told.map(({ title }) => title)).toEqual([
      'Your second factor was turned off',
      'You have new recovery codes',
      'A second factor was set up for your account',
    ])
    for (const one of told) expect(one).toMatchObject({ ...own, ...led })
    for (const text of [secret, code, ...codes]) expect(JSON.stringify(told)).not.toContain(text)
  })

  test.each([
    ['on the page of people', () => at.ann.get('dropSecondFactor', { params: { id: eve.id } })],
    ['at the server', () => command('second-factor-off', email)],
  ])('a second factor that an administrator drops %s, once', async (_, drop) => {
    await setUp()
    await eve.get('clearNotifications')
    await drop()
    await drop()
    expect(await notices()).toMatchObject([
      { ...byOthers, ...led, title: 'An administrator turned your second factor off' },
    ])
    expect(await notices(at.ann)).toEqual([])
  })
})
