import { api, basePath } from '@parley/core/calls'
import { closedBySessionEnd } from '@parley/core/sockets/constants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { AgentClient, AgentSocket, ask } from '../../test/models/agent-client.ts'
import { links, resetToken } from '../../test/reset.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { addAgent } from '../agents/accounts.ts'
import { startReset } from '../agents/password-links.ts'
import { auditEntries } from '../audit/queries.ts'
import { atTheServer } from '../audit/record.ts'

const password = 'plums and 7 pears'
const newPassword = 'another 8 quinces'
const day = 24 * 60 * 60

describe('the own account', () => {
  let at: TestServer
  let email: string
  let agentId: number
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    email = `${unique()}@example.com`
    agentId = await addAgent(at.server.writer, { email, password, name: 'Eve Eyit' })
  })

  const signIn = (typed = password) => AgentClient.signIn(at.server.app, at.url, email, typed)
  /** Signs in with another browser, from another address. */
  const signInFrom = async (userAgent: string, address: string) => {
    const answer = await at.server.app.inject({
      method: 'POST',
      url: `${basePath}/auth/token`,
      remoteAddress: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent },
      payload: new URLSearchParams({ username: email, password }).toString(),
    })
    const cookie = answer.cookies.find(({ name }) => name === 'parley_attachments')?.value ?? ''
    return { ...api.token.reply.parse(answer.json()), cookie }
  }
  const renew = (refresh_token: string) =>
    ask(at.server.app, api.token, { body: { grant_type: 'refresh_token', refresh_token } })
  const statusOf = async (token: string) => (await ask(at.server.app, api.account, {}, token)).status
  const change = (by: AgentClient, current_password: string, new_password: string) =>
    by.ask('changePassword', { body: { current_password, new_password } })
  const recorded = async () =>
    (await auditEntries(at.database.db, { byId: agentId }, { limit: 20 })).map(({ action, on }) => [
      action,
      on.noun,
    ])

  test('[AUTH-05] says whose it is', async () => {
    const eve = await signIn()
    expect((await eve.get('account')).reply).toEqual({
      id: String(agentId),
      name: 'Eve Eyit',
      email,
      role: 'AGENT',
      second_factor: { on: false, recovery_codes_left: 0, demanded: false },
    })
  })

  describe('sessions', () => {
    test('[Q-167] are listed with device, place and time, and are nobody else’s', async () => {
      const first = await signInFrom('Mozilla/5.0 (Windows NT 10.0) Firefox/127.0', '203.0.113.9')
      const firstAt = at.clock.now().toISOString()
      at.clock.advance(60)
      const eve = await signIn()
      const list = async () => (await eve.get('ownSessions')).reply
      const now = at.clock.now().toISOString()
      expect(await list()).toMatchObject([
        { current: true, address: '127.0.0.1', created_at: now, last_used_at: now },
        {
          current: false,
          device: 'Firefox on Windows',
          address: '203.0.113.9',
          created_at: firstAt,
          last_used_at: firstAt,
        },
      ])
      at.clock.advance(60)
      // A call is not recorded as use. A renewal is, with its address.
      await eve.get('account')
      await renew(first.refresh_token)
      expect(await list()).toMatchObject([
        {
          current: false,
          address: '127.0.0.1',
          created_at: firstAt,
          last_used_at: at.clock.now().toISOString(),
        },
        { current: true, last_used_at: now },
      ])
      expect((await at.ann.get('ownSessions')).reply).toHaveLength(1)
    })

    test('[Q-167] one is ended: its tokens, its cookie and its sockets are dead, the other goes on', async () => {
      const lost = await signInFrom('curl/8', '203.0.113.9')
      const eve = await signIn()
      const token = lost.access_token
      const opened = `${at.url.replace('http', 'ws')}${basePath}/ws/agent/${agentId}/conversations?token=${token}`
      const socket = new AgentSocket(new WebSocket(opened))
      await eventually('the socket to be ready', () => socket.events.length > 0)
      const mine = await eve.connect()
      const { reply: sessions } = await eve.get('ownSessions')
      const id = sessions.find(({ current }) => !current)?.id ?? ''
      expect((await eve.ask('endOwnSession', { params: { id } })).status).toBe(204)
      await eventually('the socket to be closed', () => socket.closedWith !== null)
      expect(socket.closedWith).toBe(closedBySessionEnd)
      expect(mine.closedWith).toBeNull()
      mine.cut()
      const file = await at.server.app.inject({
        url: `${basePath}/attachments/documents/1/preview`,
        headers: { cookie: `parley_attachments=${lost.cookie}` },
      })
      expect([await statusOf(token), (await renew(lost.refresh_token)).status, file.statusCode]).toEqual([
        401, 401, 401,
      ])
      expect(await statusOf(eve.token)).toBe(200)
      expect((await eve.ask('endOwnSession', { params: { id } })).body).toEqual({
        code: 'session.not-found',
        detail: `Session with ID ${id} not found`,
      })
      expect(await recorded()).toEqual([
        ['session.ended', 'session'],
        ['sign-in', 'session'],
        ['sign-in', 'session'],
      ])
    })

    test('[Q-167] nobody ends a colleague’s', async () => {
      const eve = await signIn()
      const { reply } = await eve.get('ownSessions')
      const answer = await at.ann.ask('endOwnSession', { params: { id: reply[0]?.id ?? '' } })
      expect(answer).toMatchObject({ status: 404, body: { code: 'session.not-found' } })
      expect(await statusOf(eve.token)).toBe(200)
    })

    test('[Q-167] all others are ended at once', async () => {
      const others = [await signIn(), await signIn()]
      const eve = await signIn()
      expect((await eve.get('endOtherSessions')).reply).toEqual({ ended_count: 2 })
      expect(await Promise.all(others.map(({ token }) => statusOf(token)))).toEqual([401, 401])
      expect(await statusOf(eve.token)).toBe(200)
      expect((await eve.get('ownSessions')).reply).toMatchObject([{ current: true }])
    })

    test('[Q-167] however often it is renewed, a session ends after thirty days, with its cookie', async () => {
      let { refreshToken } = await signIn()
      let maxAge = 30 * day
      for (let passed = 5; passed < 30; passed += 5) {
        at.clock.advance(5 * day)
        const answer = await renew(refreshToken)
        refreshToken = api.token.reply.parse(answer.body).refresh_token
        maxAge -= 5 * day
        expect(String(answer.headers['set-cookie'])).toContain(`Max-Age=${maxAge};`)
      }
      at.clock.advance(5 * day - 1)
      const last = await renew(refreshToken)
      const { access_token, refresh_token } = api.token.reply.parse(last.body)
      expect(await statusOf(access_token)).toBe(200)
      at.clock.advance(1)
      expect([await statusOf(access_token), (await renew(refresh_token)).status]).toEqual([401, 401])
    })
  })

  describe('a changed password', () => {
    test('[Q-167] ends every other session and every link, and lets the page go on that changed it', async () => {
      const other = await signInFrom('curl/8', '203.0.113.9')
      const { token: link } = await startReset(at.server.writer, links, agentId, atTheServer)
      const eve = await signIn()
      expect(await change(eve, password, newPassword)).toMatchObject({
        status: 200,
        body: { ended_count: 1 },
      })
      expect([await statusOf(other.access_token), (await renew(other.refresh_token)).status]).toEqual([
        401, 401,
      ])
      expect(await statusOf(eve.token)).toBe(200)
      expect((await renew(eve.refreshToken)).status).toBe(200)
      const used = await ask(at.server.app, api.updatePassword, {
        body: { token: link, newPassword: password },
      })
      expect(used.body).toMatchObject({ code: 'session.reset-refused' })
      const old = await ask(at.server.app, api.token, { body: { username: email, password } })
      expect(old.status).toBe(401)
      await signIn(newPassword)
      expect((await recorded()).at(1)).toEqual(['password.changed', 'agent'])
    })

    test.each([
      ['current_password', 'wrong one here', newPassword, 'is not your password'],
      ['new_password', password, 'short', 'must have at least 10 characters'],
      ['new_password', password, 'Enlight@2026', /^is made of your name/],
      ['new_password', password, password, 'is your current password'],
    ])('[Q-031] a bad %s is 400 and says why; nothing changes', async (field, current, next, why) => {
      const eve = await signIn()
      const other = await signIn()
      const answer = await change(eve, current, next)
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { [field]: typeof why === 'string' ? why : expect.stringMatching(why) } },
      })
      expect(await statusOf(other.token)).toBe(200)
      await signIn()
    })

    test('[Q-164] the current one is not guessed at an open page, whose wrong tries close no sign-in', async () => {
      const eve = await signIn()
      for (let n = 0; n < 10; n += 1) expect((await change(eve, `wrong ${n}`, newPassword)).status).toBe(400)
      const early = await change(eve, password, newPassword)
      expect([early.status, early.headers['retry-after']]).toEqual([429, '60'])
      const again = await signIn()
      expect((await change(again, password, newPassword)).status).toBe(200)
    })

    test('of two at once one is done', async () => {
      const pages = [await signIn(), await signIn()]
      const answers = await Promise.all(pages.map(page => change(page, password, newPassword)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    })
  })

  describe('a ticket for a socket', () => {
    const ticketOf = async (of: AgentClient) => (await of.get('socketTicket')).reply
    const attempt = async (ticket: string, id = String(agentId)) => {
      const address = `${at.url.replace('http', 'ws')}${basePath}/ws/agent/${id}/conversations?ticket=${ticket}`
      const socket = new AgentSocket(new WebSocket(address))
      const answer = await eventually('an answer', () =>
        socket.events.length > 0 ? 'open' : socket.closedWith === null ? null : 'refused',
      )
      return { answer, socket }
    }

    test('[Q-168] opens one socket, once', async () => {
      const eve = await signIn()
      const { ticket, expires_in } = await ticketOf(eve)
      expect(expires_in).toBe(30)
      const { answer, socket } = await attempt(ticket)
      expect(answer).toBe('open')
      expect((await attempt(ticket)).answer).toBe('refused')
      // The socket belongs to the session.
      await eve
        .get('endOwnSession', { params: { id: (await eve.get('ownSessions')).reply[0]?.id ?? '' } })
        .catch(() => undefined)
      await eventually('the socket to be closed', () => socket.closedWith !== null)
      expect(socket.closedWith).toBe(closedBySessionEnd)
    })

    test('[Q-168] of several that show it at once one gets in', async () => {
      const { ticket } = await ticketOf(await signIn())
      const answers = await Promise.all(Array.from({ length: 5 }, () => attempt(ticket)))
      expect(answers.filter(({ answer }) => answer === 'open')).toHaveLength(1)
      for (const { socket } of answers) socket.cut()
    })

    test('[Q-168] is refused after 30 seconds, after its session, on a colleague’s path, and made up', async () => {
      const eve = await signIn()
      const { ticket: late } = await ticketOf(eve)
      at.clock.advance(30)
      const { ticket: elsewhere } = await ticketOf(eve)
      const { ticket: ended } = await ticketOf(eve)
      const stored = await at.database.db.selectFrom('socket_tickets').select('token_hash').execute()
      expect(stored.map(row => row.token_hash)).not.toContain(ended)
      const answers = [(await attempt(late)).answer, (await attempt(elsewhere, at.ann.id)).answer]
      await ask(at.server.app, api.logout, { body: { refresh_token: eve.refreshToken } })
      answers.push((await attempt(ended)).answer, (await attempt('made-up')).answer)
      expect(answers).toEqual(['refused', 'refused', 'refused', 'refused'])
    })
  })

  test('an old token that is shown again ends its session, which is on record', async () => {
    const eve = await signIn()
    await renew(eve.refreshToken)
    expect((await renew(eve.refreshToken)).status).toBe(401)
    const [entry] = await auditEntries(at.database.db, { actions: ['session.ended'] }, { limit: 1 })
    expect(entry).toMatchObject({
      by: null,
      address: '127.0.0.1',
      on: { noun: 'session', name: 'Eve Eyit' },
      after: { reason: 'reuse' },
    })
  })

  test('what was tried and done is on record, with nothing of what was typed', async () => {
    await ask(at.server.app, api.token, { body: { username: email, password: 'wrong one here' } })
    await ask(at.server.app, api.token, { body: { username: `${unique()}@example.com`, password: 'wrong' } })
    const ofNobody = await auditEntries(at.database.db, { actions: ['sign-in.failed'] }, { limit: 1 })
    expect(ofNobody).toMatchObject([{ by: null, on: { noun: 'agent', id: null, name: null } }])
    const failed = { actions: ['sign-in.failed'], onId: agentId }
    expect(await auditEntries(at.database.db, failed, { limit: 5 })).toMatchObject([
      { by: null, address: '127.0.0.1', on: { noun: 'agent', id: String(agentId) } },
    ])
    const eve = await signIn()
    await ask(at.server.app, api.logout, { body: { refresh_token: eve.refreshToken } })
    expect(await recorded()).toEqual([
      ['sign-out', 'session'],
      ['sign-in', 'session'],
    ])
    const all = await auditEntries(at.database.db, {}, { limit: 200 })
    expect(JSON.stringify(all)).not.toMatch(/wrong|pears|quinces/)
  })

  test('[Q-304] whose password a link sets is told: the own one, that of another account, or none any more', async () => {
    const ann = await AgentClient.signIn(at.server.app, at.url, 'ann@parley.example', password)
    const whose = async (token: string) => (await ann.get('resetLinkOwner', { body: { token } })).reply.whose
    const replaced = await resetToken(at.server.writer, 'ann@parley.example')
    const own = await resetToken(at.server.writer, 'ann@parley.example')
    expect(await whose(own)).toBe('own')
    expect(await whose(await resetToken(at.server.writer, 'brian@parley.example'))).toBe('other')
    expect(await whose(replaced)).toBeNull()
    expect(await whose('nonsense')).toBeNull()
  })
})
