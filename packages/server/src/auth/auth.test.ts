import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { declare } from '@parley/core/call'
import { testApp } from '../../test/app.ts'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { departure, disable } from '../../test/models/departure.ts'
import { resetToken } from '../../test/reset.ts'
import { addAgent } from '../agents/accounts.ts'
import { leave } from '../agents/leave.ts'
import type { OpenDatabase } from '../db/open.ts'
import { mount } from '../http/mount.ts'
import { authenticateBy, makeTicket, redeemTicket, sessionOfToken } from './authenticate.ts'
import { AttachmentCookie, DeviceCookie } from './cookies.ts'
import { authRoutes } from './routes.ts'
import { Seal } from './secrets.ts'
import { type AttemptLimits, demoLimits, productionLimits } from './sign-in-limits.ts'
import { AccessTokens, OneTimeTokens, RefreshTokens, systemRandom } from './tokens.ts'

const secret = 'a secret for tests alone'
const password = 'plums and 7 pears'

const who = declare({
  who: {
    method: 'GET',
    path: '/who',
    summary: 'The caller',
    access: 'session',
    policy: 'desk',
    reply: z.object({ id: z.int(), name: z.string() }),
    problems: [],
  },
  file: {
    method: 'GET',
    path: '/attachments/who',
    summary: 'The caller, by cookie too',
    access: 'attachment',
    policy: 'desk',
    reply: z.object({ id: z.int() }),
    problems: [],
  },
})

describe('signing in', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: ReturnType<typeof testWriter>
  let app: FastifyInstance
  let annId: number

  const serve = (
    mode: 'demo' | 'production',
    limits: AttemptLimits,
    publicUrl: string | null = null,
    authSecret = secret,
  ) => {
    const accessTokens = new AccessTokens(authSecret)
    const refreshTokens = new RefreshTokens(authSecret)
    const cookie = new AttachmentCookie(publicUrl)
    const recognition = { db: database.db, now: clock.now, accessTokens, refreshTokens, cookie }
    return testApp(authenticateBy(recognition), async http => {
      await authRoutes(http, {
        writer,
        mode,
        limits,
        accessTokens,
        refreshTokens,
        cookie,
        links: new OneTimeTokens(authSecret, 'password link', systemRandom),
        tickets: new OneTimeTokens(authSecret, 'socket ticket', systemRandom),
        devices: new DeviceCookie(authSecret, systemRandom, publicUrl),
        random: systemRandom,
        seal: new Seal(authSecret),
        addAgent: agent => addAgent(writer, agent),
        mailReset: null,
        leave: (context, agentId) => leave(context, agentId, departure),
      })
      mount(http, who, {
        who: async ({ caller }) => ({ id: caller.agentId, name: caller.agentName }),
        file: async ({ caller }) => ({ id: caller.agentId }),
      })
    })
  }

  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    annId = await addAgent(writer, { email: 'Ann@example.com', name: 'Ann Abbo', password })
    app = await serve('demo', demoLimits)
  })
  afterAll(async () => {
    await app.close()
    await database.close()
  })

  const form = (fields: Record<string, string>, to = app) =>
    to.inject({
      method: 'POST',
      url: '/api/v1/auth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  const json = (path: string, payload: object, to = app) =>
    to.inject({ method: 'POST', url: `/api/v1/auth/${path}`, payload })
  const signIn = async (fields: Record<string, string> = {}) => {
    const answer = await form({ username: 'ann@example.com', password, ...fields })
    expect(answer.statusCode).toBe(200)
    return answer.json<{ access_token: string; refresh_token: string }>()
  }
  const renew = (refresh_token: string, renewal_id?: string) =>
    form({ grant_type: 'refresh_token', refresh_token, ...(renewal_id !== undefined && { renewal_id }) })
  const statusWith = async (token: string, path = 'who', headers: InjectOptions['headers'] = {}) => {
    const answer = await app.inject({
      url: `/api/v1/${path}`,
      headers: { ...headers, ...(token !== '' && { authorization: `Bearer ${token}` }) },
    })
    return answer.statusCode
  }
  /** The `set-cookie` header of the attachment cookie. The browser's device cookie has another one. */
  const attachmentCookie = ({
    headers,
  }: {
    headers: { 'set-cookie'?: string | string[] | undefined }
  }): string => [headers['set-cookie']].flat().find(header => header?.includes('parley_attachments=')) ?? ''
  const pairOf = (header: string) => header.split(';')[0] ?? ''
  const ended = () =>
    database.db
      .selectFrom('sessions')
      .select(['id', 'end_reason'])
      .where('ended_at', 'is not', null)
      .execute()

  describe('with a password', () => {
    test('[API-04 API-05 Q-028] a form with the specified fields is answered with tokens and the user id', async () => {
      const answer = await form({
        username: '  ANN@example.com ',
        password,
        scope: '',
        client_id: 'console',
        client_secret: 'not one',
      })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.json()).toEqual({
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        user_id: String(annId),
        token_type: 'bearer',
        expires_in: 900,
      })
    })

    test('[Q-133] JSON is taken as well', async () => {
      const answer = await json('token', { grant_type: 'password', username: 'ann@example.com', password })
      expect(answer.statusCode).toBe(200)
    })

    test.each([
      ['a wrong password', { username: 'ann@example.com', password: 'wrong' }],
      ['an unknown account', { username: 'nobody@example.com', password }],
      ['a password in other letters', { username: 'ann@example.com', password: password.toUpperCase() }],
    ])('[ERR-01] %s is answered with "Invalid credentials"', async (_what, fields) => {
      const answer = await form(fields)
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual({ detail: 'Invalid credentials', code: 'session.invalid-credentials' })
      expect(answer.headers['set-cookie']).toBeUndefined()
    })

    test.each([
      ['username', { password }],
      ['username', { username: '  ', password }],
      ['password', { username: 'ann@example.com' }],
      ['grant_type', { grant_type: 'magic' }],
      ['refresh_token', { grant_type: 'refresh_token' }],
    ])('without %s: 400 that names it', async (field, fields) => {
      const answer = await form(fields)
      expect(answer.statusCode).toBe(400)
      expect(Object.keys(answer.json().fields)).toEqual([field])
    })

    test('a disabled account is refused like a wrong password, and its sessions end', async () => {
      await addAgent(writer, { email: 'dan@example.com', password })
      const tokens = await signIn({ username: 'dan@example.com' })
      await disable(writer, 'DAN@example.com')
      expect((await ended()).map(session => session.end_reason)).toContain('disabled')
      expect(await statusWith(tokens.access_token)).toBe(401)
      expect((await renew(tokens.refresh_token)).statusCode).toBe(401)
      const answer = await form({ username: 'dan@example.com', password })
      expect(answer.json()).toEqual({ detail: 'Invalid credentials', code: 'session.invalid-credentials' })
    })

    test('[LOGIN-05] demo mode fills the form in; production does not, and refuses the demo password', async () => {
      const production = await serve('production', productionLimits)
      const demo = { username: 'agent@parley.example', password: 'parley-demo' }
      await addAgent(writer, { email: demo.username, password: demo.password })
      expect((await app.inject('/api/v1/sign-in')).json()).toEqual({ demo })
      expect((await production.inject('/api/v1/sign-in')).json()).toEqual({ demo: null })
      expect((await form(demo)).statusCode).toBe(200)
      expect((await form(demo, production)).statusCode).toBe(401)
      await production.close()
    })
  })

  describe('every call', () => {
    test('[AUTH-07] is let in by its bearer token', async () => {
      const { access_token } = await signIn()
      expect(await statusWith(access_token)).toBe(200)
    })

    test.each(['', 'nonsense', 'a.b.c', 'Bearer'])('is refused with the token "%s"', async token => {
      expect(await statusWith(token)).toBe(401)
    })

    test('is refused with a token that another secret signed, or none', async () => {
      const { access_token } = await signIn()
      const sid = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()).sid
      const claims = { agentId: annId, sessionId: Number(sid) }
      const foreign = await new AccessTokens('another secret').sign(claims, clock.now())
      expect(await statusWith(foreign)).toBe(401)
      const head = Buffer.from('{"alg":"none"}').toString('base64url')
      expect(await statusWith(`${head}.${access_token.split('.')[1]}.`)).toBe(401)
    })

    test('is refused once the account is disabled, even where its session was not ended', async () => {
      const id = await addAgent(writer, { email: 'fay@example.com', password })
      const { access_token, refresh_token } = await signIn({ username: 'fay@example.com' })
      expect(await statusWith(access_token)).toBe(200)
      await database.db.updateTable('agents').set({ disabled_at: clock.now() }).where('id', '=', id).execute()
      expect(await statusWith(access_token)).toBe(401)
      expect((await renew(refresh_token)).statusCode).toBe(401)
    })

    test('[Q-026] is refused 15 minutes later', async () => {
      const { access_token } = await signIn()
      clock.advance(899)
      expect(await statusWith(access_token)).toBe(200)
      clock.advance(2)
      expect(await statusWith(access_token)).toBe(401)
    })
  })

  describe('renewal', () => {
    test('[API-06] gives new tokens, and the old refresh token again ends the whole session', async () => {
      const first = await signIn()
      const second = (await renew(first.refresh_token)).json<typeof first>()
      expect(second.refresh_token).not.toBe(first.refresh_token)
      expect(await statusWith(second.access_token)).toBe(200)
      const before = (await ended()).length
      const reuse = await renew(first.refresh_token)
      expect(reuse.statusCode).toBe(401)
      expect(reuse.json().code).toBe('session.refresh-refused')
      expect((await ended()).slice(before)).toEqual([{ id: expect.any(Number), end_reason: 'reuse' }])
      expect(await statusWith(second.access_token)).toBe(401)
      expect((await renew(second.refresh_token)).statusCode).toBe(401)
    })

    test('with the same renewal id gives the same refresh token until that one is used', async () => {
      const { refresh_token } = await signIn()
      const second = (await renew(refresh_token, 'r1')).json()
      const again = (await renew(refresh_token, 'r1')).json()
      expect(again.refresh_token).toBe(second.refresh_token)
      expect(await statusWith(again.access_token)).toBe(200)
      const third = (await renew(second.refresh_token, 'r2')).json()
      expect((await renew(refresh_token, 'r1')).statusCode).toBe(401)
      expect((await renew(third.refresh_token, 'r3')).statusCode).toBe(401)
    })

    test.each([
      ['another renewal id', 'r9'],
      ['none', undefined],
    ])('the old token with %s ends the session', async (_what, id) => {
      const { refresh_token } = await signIn()
      const second = (await renew(refresh_token, 'r1')).json()
      expect((await renew(refresh_token, id)).statusCode).toBe(401)
      expect((await renew(second.refresh_token, 'r2')).statusCode).toBe(401)
    })

    test('with a made-up token of the family ends the session, whatever the renewal id', async () => {
      const { refresh_token } = await signIn()
      const second = (await renew(refresh_token, 'r1')).json()
      const forged = refresh_token.replace(/\.[^.]*$/, `.${'m'.repeat(43)}`)
      expect((await renew(forged, 'r1')).statusCode).toBe(401)
      expect((await renew(second.refresh_token, 'r2')).statusCode).toBe(401)
    })

    test('asked for twenty times at once gives one refresh token', async () => {
      const { refresh_token } = await signIn()
      const answers = await Promise.all(Array.from({ length: 20 }, () => renew(refresh_token, 'same')))
      expect(answers.map(answer => answer.statusCode)).toEqual(Array.from({ length: 20 }, () => 200))
      expect(new Set(answers.map(answer => answer.json().refresh_token)).size).toBe(1)
    })

    test('asked for at once under different renewal ids succeeds for one of them only', async () => {
      const { refresh_token } = await signIn()
      const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => renew(refresh_token, `r${n}`)))
      expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(1)
    })

    test.each([
      ['remember-me on', '', 30 * 24 * 3600],
      ['remember-me off', 'short', 12 * 3600],
    ])('[Q-037] %s: unused, the session lasts that long', async (_what, scope, seconds) => {
      const used = await signIn({ scope })
      const unused = await signIn({ scope })
      clock.advance(seconds - 10)
      expect((await renew(used.refresh_token)).statusCode).toBe(200)
      clock.advance(10)
      expect((await renew(unused.refresh_token)).statusCode).toBe(401)
    })

    test('[API-06 Q-037] each time it lasts as long again', async () => {
      let { refresh_token } = await signIn({ scope: 'short' })
      const renewAfter = async (seconds: number) => {
        clock.advance(seconds)
        const answer = await renew(refresh_token)
        if (answer.statusCode === 200) ({ refresh_token } = answer.json())
        return answer.statusCode
      }
      const half = 12 * 3600
      expect([await renewAfter(half - 10), await renewAfter(half - 10), await renewAfter(half)]).toEqual([
        200, 200, 401,
      ])
    })

    test.each(['x', 'a.1.b', `${'f'.repeat(32)}.1.${'m'.repeat(43)}`])(
      'of an unknown token "%s" is refused',
      async token => {
        expect((await renew(token)).statusCode).toBe(401)
      },
    )
  })

  describe('signing out', () => {
    test('[API-07] ends the session at once and tells the log', async () => {
      const tokens = await signIn()
      const answer = await json('logout', { refresh_token: tokens.refresh_token })
      expect(answer.statusCode).toBe(204)
      expect(answer.headers['set-cookie']).toMatch(/^parley_attachments=; Max-Age=0/)
      // The next person at this browser cannot see its cached files either.
      expect(answer.headers['clear-site-data']).toBe('"cache"')
      expect(await statusWith(tokens.access_token)).toBe(401)
      expect((await renew(tokens.refresh_token)).statusCode).toBe(401)
      const last = await database.db
        .selectFrom('live_log')
        .selectAll()
        .orderBy('seq', 'desc')
        .limit(2)
        .execute()
      // It was the agent's last session in use, so the agent is published as gone too.
      expect(last).toMatchObject([
        { noun: 'agent', kind: 'changed', entity_id: annId, seq: writer.notifiedSeqs.at(-1) },
        { noun: 'session', kind: 'changed', agent_id: annId },
      ])
    })

    test('with a token nobody has is answered alike, and clears no cookie', async () => {
      const answer = await json('logout', { refresh_token: 'nonsense' })
      expect(answer.statusCode).toBe(204)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.headers['clear-site-data']).toBeUndefined()
    })
  })

  test('[Q-301] a new secret ends everything that was given out under the old one, password links and socket tickets too', async () => {
    const answer = await form({ username: 'ann@example.com', password })
    const { access_token, refresh_token } = answer.json<{ access_token: string; refresh_token: string }>()
    const cookie = pairOf(attachmentCookie(answer))
    const other = await serve('demo', demoLimits, null, 'another secret for tests')
    const asked = await Promise.all([
      other.inject({ url: '/api/v1/who', headers: { authorization: `Bearer ${access_token}` } }),
      other.inject({ url: '/api/v1/attachments/who', headers: { cookie } }),
      form({ grant_type: 'refresh_token', refresh_token }, other),
      form({ grant_type: 'refresh_token', refresh_token, renewal_id: 'a-renewal-of-its-own' }, other),
    ])
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
    const body = { token: await resetToken(writer, 'ann@example.com'), newPassword: 'another 8 quinces' }
    expect((await json('update-password', body, other)).json()).toMatchObject({
      code: 'session.reset-refused',
    })
    const { sessionId } = await sessionOfToken(
      { db: database.db, now: clock.now, accessTokens: new AccessTokens(secret) },
      access_token,
    )
    const ticketsOf = (authSecret: string) => new OneTimeTokens(authSecret, 'socket ticket', systemRandom)
    const ticket = await makeTicket(writer, ticketsOf(secret), sessionId)
    const redeem = (authSecret: string) =>
      redeemTicket(database.db, ticketsOf(authSecret), ticket, clock.now())
    await expect(redeem('another secret for tests')).rejects.toThrow('This ticket was already used')
    expect(await redeem(secret)).toMatchObject({ agentId: annId })
    // The tokens were not stolen: a secret that was changed by mistake can be restored.
    expect((await renew(refresh_token)).statusCode).toBe(200)
    expect(await statusWith('', 'attachments/who', { cookie })).toBe(200)
    await other.close()
  })

  describe('the attachment cookie', () => {
    test('[Q-030] opens attachments and nothing else, and dies with the session', async () => {
      const answer = await form({ username: 'ann@example.com', password })
      const cookie = pairOf(attachmentCookie(answer))
      expect(attachmentCookie(answer)).toBe(
        `${cookie}; Max-Age=2592000; Path=/api/v1/attachments; HttpOnly; SameSite=Strict`,
      )
      const renewed = await renew(answer.json().refresh_token)
      expect(pairOf(attachmentCookie(renewed))).toBe(cookie)
      expect(await statusWith('', 'attachments/who', { cookie })).toBe(200)
      expect(await statusWith('', 'who', { cookie })).toBe(401)
      expect(await statusWith('', 'attachments/who', { cookie: 'parley_attachments=made-up' })).toBe(401)
      await json('logout', { refresh_token: renewed.json().refresh_token })
      expect(await statusWith('', 'attachments/who', { cookie })).toBe(401)
    })

    test('travels only over TLS where browsers reach us by https', async () => {
      const secure = await serve('production', productionLimits, 'https://parley.example')
      const answer = await form({ username: 'ann@example.com', password }, secure)
      const set = [answer.headers['set-cookie']].flat()
      expect(set).toHaveLength(2)
      for (const header of set) expect(header).toMatch(/^__Secure-parley_.*; Secure/)
      const cookie = pairOf(attachmentCookie(answer))
      const withIt = (pair: string) =>
        secure.inject({ url: '/api/v1/attachments/who', headers: { cookie: pair } })
      expect((await withIt(cookie)).statusCode).toBe(200)
      // A cookie without the prefix, as a page over http could set it, is refused.
      expect((await withIt(cookie.replace('__Secure-', ''))).statusCode).toBe(401)
      await secure.close()
    })
  })

  describe('attempts', () => {
    test('[Q-031] are bounded by address and name together; a colleague still signs in', async () => {
      const strict = await serve('demo', { ...demoLimits, signIn: 3 })
      for (let tries = 0; tries < 3; tries += 1) {
        expect((await form({ username: 'ann@example.com', password: 'wrong' }, strict)).statusCode).toBe(401)
      }
      const answer = await form({ username: ' ANN@example.com', password }, strict)
      expect(answer.statusCode).toBe(429)
      expect(answer.json().code).toBe('session.too-many-attempts')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect((await form({ username: 'agent@parley.example', password: 'wrong' }, strict)).statusCode).toBe(
        401,
      )
      await strict.close()
    })

    test('[Q-031] are bounded for registering colleagues', async () => {
      const strict = await serve('demo', { ...demoLimits, register: 1 })
      const { access_token } = await signIn()
      const register = () =>
        strict.inject({
          method: 'POST',
          url: '/api/v1/auth/register',
          headers: { authorization: `Bearer ${access_token}` },
          payload: { name: 'Zoe', email: 'zoe@example.com', password: 'short' },
        })
      expect((await register()).statusCode).toBe(400)
      expect((await register()).statusCode).toBe(429)
      await strict.close()
    })

    test('[Q-031] are bounded for one address over all names, and for resets', async () => {
      const strict = await serve('demo', { ...demoLimits, address: 2, reset: 1 })
      const answers = [1, 2, 3].map(n => form({ username: `u${n}@example.com`, password: 'wrong' }, strict))
      expect((await Promise.all(answers)).map(answer => answer.statusCode).toSorted((a, b) => a - b)).toEqual(
        [401, 401, 429],
      )
      expect((await json('reset-password', { email: 'a@example.com' }, strict)).statusCode).toBe(200)
      const update = await json('update-password', { token: 'x', newPassword: 'y' }, strict)
      expect(update.statusCode).toBe(429)
      await strict.close()
    })
  })

  describe('a forgotten password', () => {
    test('[API-09][Q-025] the answer is the same whether the account exists or not', async () => {
      const known = await json('reset-password', { email: 'ann@example.com' })
      const unknown = await json('reset-password', { email: 'nobody@example.com' })
      expect(known.statusCode).toBe(200)
      expect(known.body).toBe(unknown.body)
    })

    test('[API-10] a token sets a new password once and ends every session', async () => {
      await addAgent(writer, { email: 'eve@example.com', password })
      const { access_token } = await signIn({ username: 'eve@example.com' })
      // A new link invalidates the earlier one.
      const other = await resetToken(writer, 'eve@example.com')
      const token = await resetToken(writer, 'eve@example.com')
      for (const weak of ['short', 'parley-demo', 'EVE@example.com', 'aaaaaaaaaaaa', 'Password123']) {
        const answer = await json('update-password', { token, newPassword: weak })
        expect(answer.statusCode).toBe(400)
        expect(Object.keys(answer.json().fields)).toEqual(['newPassword'])
      }
      const newPassword = 'another 8 quinces'
      expect((await json('update-password', { token, newPassword })).statusCode).toBe(200)
      expect(await statusWith(access_token)).toBe(401)
      expect((await form({ username: 'eve@example.com', password })).statusCode).toBe(401)
      expect((await form({ username: 'eve@example.com', password: newPassword })).statusCode).toBe(200)
      for (const used of [token, other, 'nonsense']) {
        const answer = await json('update-password', { token: used, newPassword })
        expect(answer.json().code).toBe('session.reset-refused')
      }
    })

    test('[Q-025] a token lasts an hour, and only its hash is stored', async () => {
      const token = await resetToken(writer, 'ann@example.com')
      const stored = await database.db.selectFrom('password_resets').select('token_hash').execute()
      expect(stored.map(row => row.token_hash)).not.toContain(token)
      clock.advance(3601)
      const answer = await json('update-password', { token, newPassword: 'another 8 quinces' })
      expect(answer.json().code).toBe('session.reset-refused')
    })
  })
})
