import { api } from '@parley/core/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentClient, ask } from '../../test/models/agent-client.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { addAgent } from './accounts.ts'

const newPassword = 'nine grey herons 4'

describe('[Q-165] accounts', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  const invited = async (more: object = {}) => {
    const email = `${unique()}@parley.example`
    const { reply } = await at.ann.get('invitePerson', { body: { email, role: 'AGENT', ...more } })
    return { email, ...reply, token: reply.link.path.split('reset=')[1] ?? '' }
  }
  const setPassword = (token: string, password = newPassword) =>
    ask(at.server.app, api.updatePassword, { body: { token, newPassword: password } })
  const person = async (id: string) => (await at.ann.get('people')).reply.find(one => one.id === id)
  const recorded = async (id: string) =>
    (await at.ann.get('audit', { query: { on: id } })).reply.map(({ action, by }) => [action, by?.id])

  test('who is invited sets a password by a link that works once, and is there from then on', async () => {
    const wanted = { name: 'Sanyu Nantongo', role: 'SUPERVISOR', department: 'Claims', max_capacity: 7 }
    const { person: made, token, email } = await invited(wanted)
    expect(made).toMatchObject({ ...wanted, email, state: 'invited', session_count: 0, last_seen_at: null })
    expect(made.created_by).toMatchObject({ id: at.ann.id })
    expect(await ask(at.server.app, api.token, { body: { username: email, password: '' } })).toMatchObject({
      status: 400,
    })
    expect((await setPassword(token)).status).toBe(200)
    expect(await setPassword(token)).toMatchObject({ status: 400, body: { code: 'session.reset-refused' } })
    const sanyu = await AgentClient.signIn(at.server.app, at.url, email, newPassword)
    expect(await person(sanyu.id)).toMatchObject({ state: 'active', session_count: 1 })
    expect((await sanyu.get('people')).reply.length).toBeGreaterThan(2)
    expect(await recorded(sanyu.id)).toContainEqual(['account.invited', at.ann.id])
  })

  test('[Q-305] takes conversations if an agent, unless an administrator says otherwise', async () => {
    const taken = async (more: object) => (await invited(more)).person.takes_conversations
    expect(await taken({ role: 'AGENT' })).toBe(true)
    expect(await taken({ role: 'SUPERVISOR' })).toBe(false)
    expect((await person(at.ann.id))?.takes_conversations).toBe(false)
    expect(await taken({ role: 'AGENT', takes_conversations: false })).toBe(false)
    const { person: made } = await invited({ role: 'SUPERVISOR', takes_conversations: true })
    expect(made.takes_conversations).toBe(true)
    const body = { takes_conversations: false, role: 'AGENT' }
    const { reply } = await at.ann.get('editPerson', { params: { id: made.id }, body })
    expect(reply).toMatchObject(body)
  })

  test('an invitation ends after 48 hours, and a new link voids the one before', async () => {
    const first = await invited()
    const { reply } = await at.ann.get('makePasswordLink', { params: { id: first.person.id } })
    expect((await setPassword(first.token)).status).toBe(400)
    const second = reply.path.split('reset=')[1] ?? ''
    expect(Date.parse(reply.expires_at) - at.clock.now().getTime()).toBe(48 * 60 * 60_000)
    at.clock.advance(48 * 60 * 60 - 1)
    const late = await AgentClient.signIn(at.server.app, at.url, 'ann@parley.example', 'plums and 7 pears')
    expect((await setPassword(second)).status).toBe(200)
    const third = (await late.get('makePasswordLink', { params: { id: first.person.id } })).reply
    expect(Date.parse(third.expires_at) - at.clock.now().getTime()).toBe(60 * 60_000)
    at.clock.advance(60 * 60 + 1)
    expect((await setPassword(third.path.split('reset=')[1] ?? '')).status).toBe(400)
    at = {
      ...at,
      ann: await AgentClient.signIn(at.server.app, at.url, 'ann@parley.example', 'plums and 7 pears'),
    }
  })

  test('a changed role counts from the next call on, and what was is on record', async () => {
    const { person: made, token, email } = await invited()
    await setPassword(token)
    const agent = await AgentClient.signIn(at.server.app, at.url, email, newPassword)
    expect((await agent.ask('people')).status).toBe(403)
    const edit = { params: { id: made.id }, body: { role: 'SUPERVISOR', department: '' } }
    expect((await at.ann.get('editPerson', edit)).reply).toMatchObject({
      role: 'SUPERVISOR',
      department: null,
    })
    expect((await agent.ask('people')).status).toBe(200)
    const { reply } = await at.ann.get('audit', { query: { on: made.id, action: 'account.role' } })
    expect(reply).toMatchObject([{ before: { role: 'AGENT' }, after: { role: 'SUPERVISOR' } }])
  })

  test('who is disabled is out at once: sessions, sockets, conversations; and may come back', async () => {
    const { person: made, token, email } = await invited()
    await setPassword(token)
    const agent = await AgentClient.signIn(at.server.app, at.url, email, newPassword)
    const socket = await agent.connect()
    await agent.get('setAgentStatus', { params: { id: agent.id }, body: { status: 'AVAILABLE' } })
    await at.webhook(textWebhook('256700000077', `wamid.${unique()}`, 'Hello'))
    const { reply: rows } = await agent.get('conversations', { query: { search: '256700000077' } })
    const id = rows[0]?.id ?? ''
    await agent.get('assign', { params: { id }, body: { agent_id: agent.id } })
    expect((await at.ann.get('disablePerson', { params: { id: made.id } })).reply).toMatchObject({
      state: 'disabled',
      session_count: 0,
      current_workload: 0,
    })
    await eventually('the socket to be closed', () => socket.closedWith !== null)
    expect((await agent.ask('conversations')).status).toBe(401)
    const signIn = { body: { username: email, password: newPassword } }
    expect((await ask(at.server.app, api.token, signIn)).status).toBe(401)
    const { reply: after } = await at.ann.get('conversations', { query: { conversation_id: id } })
    expect(after[0]?.agent).toBeNull()
    expect(await at.ann.ask('makePasswordLink', { params: { id: made.id } })).toMatchObject({
      status: 409,
      body: { code: 'agent.disabled' },
    })
    expect((await at.ann.get('enablePerson', { params: { id: made.id } })).reply.state).toBe('active')
    expect((await ask(at.server.app, api.token, signIn)).status).toBe(200)
    expect(await recorded(made.id)).toEqual(
      expect.arrayContaining([
        ['account.disabled', at.ann.id],
        ['account.enabled', at.ann.id],
      ]),
    )
  })

  test('a second factor that was lost is removed by an administrator, on record', async () => {
    const { person: made } = await invited()
    await at.database.db
      .insertInto('second_factors')
      .values({
        agent_id: Number(made.id),
        sealed_secret: 'sealed',
        confirmed_at: at.clock.now(),
        created_at: at.clock.now(),
      })
      .execute()
    expect(await person(made.id)).toMatchObject({ second_factor: true })
    const { reply } = await at.ann.get('dropSecondFactor', { params: { id: made.id } })
    expect(reply.second_factor).toBe(false)
    expect(await recorded(made.id)).toContainEqual(['second-factor.off', at.ann.id])
  })

  test('somebody stays an administrator, also when two step down at once', async () => {
    const last = { status: 409, body: { code: 'agent.last-administrator' } }
    const own = { params: { id: at.ann.id } }
    expect(await at.ann.ask('editPerson', { ...own, body: { role: 'AGENT' } })).toMatchObject(last)
    expect(await at.ann.ask('disablePerson', own)).toMatchObject(last)
    const email = `${unique()}@parley.example`
    const password = 'plums and 7 pears'
    await addAgent(at.server.writer, { email, password, role: 'ADMINISTRATOR' })
    const other = await AgentClient.signIn(at.server.app, at.url, email, password)
    const answers = await Promise.all([
      at.ann.ask('editPerson', { ...own, body: { role: 'SUPERVISOR' } }),
      other.ask('editPerson', { params: { id: other.id }, body: { role: 'SUPERVISOR' } }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [annStays] = answers.map(({ status }) => status === 409)
    const admin = annStays ? at.ann : other
    await admin.get('editPerson', { ...own, body: { role: 'ADMINISTRATOR' } })
  })

  test.each([
    [{ email: 'nowhere', role: 'AGENT' }, 400],
    [{ email: 'ann@parley.example', role: 'AGENT' }, 409],
    [{ email: 'x@parley.example', role: 'CHIEF' }, 400],
    [{ email: 'x@parley.example', role: 'AGENT', max_capacity: 0 }, 400],
  ])('an invitation that cannot be is refused: %j', async (body, status) => {
    const before = (await at.ann.get('people')).reply.length
    expect((await at.ann.ask('invitePerson', { body })).status).toBe(status)
    expect((await at.ann.get('people')).reply).toHaveLength(before)
  })
})
