import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { departure } from '../../test/models/departure.ts'
import { resetToken } from '../../test/reset.ts'
import { startTestServer, unique } from '../../test/server.ts'
import { addAgent } from '../agents/accounts.ts'
import { leave } from '../agents/leave.ts'
import type { OpenDatabase } from '../db/open.ts'
import { countedAddress } from '../http/connections.ts'
import { tellLockouts } from '../notifications/notify.ts'
import { openNotifications } from '../notifications/queries.ts'
import { tidy } from '../operation/housekeeping.ts'
import { authenticateBy } from './authenticate.ts'
import { AttachmentCookie, DeviceCookie } from './cookies.ts'
import { authRoutes } from './routes.ts'
import { Seal } from './secrets.ts'
import { type AttemptLimits, demoLimits } from './sign-in-limits.ts'
import { AccessTokens, OneTimeTokens, RefreshTokens, systemRandom } from './tokens.ts'

const password = 'plums and 7 pears'
const secret = 'a secret for tests alone'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unix:', 'unix:'],
])('[Q-031] the address %s is counted as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted)
})

test.each([
  ['nobody is trusted', [], '203.0.113.9', '203.0.113.9'],
  ['the proxy is trusted', ['203.0.113.0/24'], '203.0.113.9', '198.51.100.1'],
  ['another one is trusted', ['127.0.0.0/8', '::1/128'], '203.0.113.9', '203.0.113.9'],
  ['it is on this machine', ['127.0.0.0/8', '::1/128'], '127.0.0.1', '198.51.100.1'],
])('[Q-031] X-Forwarded-For, where %s', async (_, trustedProxies, from, address) => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: line => lines.push(line) })
  const at = await startTestServer({ trustedProxies }, log)
  await at.server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/token',
    remoteAddress: from,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      // The part that the client wrote itself comes first.
      'x-forwarded-for': '192.0.2.77, 198.51.100.1',
    },
    payload: 'username=nobody%40example.com&password=wrong',
  })
  await at.close()
  const events = lines.map(line => JSON.parse(line) as { event?: string; address?: string })
  expect(events.find(({ event }) => event === 'sign-in.failed')).toMatchObject({ address })
})

describe('guessed passwords', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: ReturnType<typeof testWriter>
  let app: FastifyInstance
  let email: string
  let agentId: number
  const logged: object[] = []
  let statements = 0

  const serve = (limits: AttemptLimits = demoLimits, authSecret = secret) => {
    const accessTokens = new AccessTokens(authSecret)
    const refreshTokens = new RefreshTokens(authSecret)
    const counting = database.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const cookie = new AttachmentCookie(null)
    const recognition = { db: database.db, now: clock.now, accessTokens, refreshTokens, cookie }
    return testApp(authenticateBy(recognition), async http => {
      http.app.addHook('onRequest', async request => {
        const warn = (facts: object) => logged.push(facts)
        request.log = Object.assign(Object.create(request.log) as typeof request.log, { warn })
      })
      await authRoutes(http, {
        writer: { ...writer, db: counting },
        mode: 'demo',
        limits,
        accessTokens,
        refreshTokens,
        cookie,
        links: new OneTimeTokens(authSecret, 'password link', systemRandom),
        tickets: new OneTimeTokens(authSecret, 'socket ticket', systemRandom),
        devices: new DeviceCookie(authSecret, systemRandom, null),
        random: systemRandom,
        seal: new Seal(authSecret),
        addAgent: agent => addAgent(writer, agent),
        mailReset: null,
        leave: (context, id) => leave(context, id, departure),
      })
    })
  }

  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    app = await serve()
  })
  beforeEach(async () => {
    email = `${unique()}@example.com`
    agentId = await addAgent(writer, { email, password })
    logged.length = 0
  })
  afterAll(async () => {
    await app.close()
    await database.close()
  })

  const signIn = (
    typed: string,
    {
      cookie,
      address = '127.0.0.1',
      username = email,
      to = app,
    }: Partial<Record<'cookie' | 'address' | 'username', string>> & { to?: FastifyInstance } = {},
  ) =>
    to.inject({
      method: 'POST',
      url: '/api/v1/auth/token',
      remoteAddress: address,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(cookie !== undefined && { cookie }),
      },
      payload: new URLSearchParams({ username, password: typed }).toString(),
    })
  /** Signs in, and returns the browser's device cookie. */
  const knownBrowser = async (more: { cookie?: string; username?: string } = {}) => {
    const answer = await signIn(password, more)
    expect(answer.statusCode).toBe(200)
    const set = answer.cookies.find(({ name }) => name === 'parley_device')
    expect(set).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/v1/auth' })
    return `parley_device=${set?.value}`
  }
  const guess = async (times: number, more: Parameters<typeof signIn>[1] = {}) => {
    const answers = []
    for (let n = 0; n < times; n += 1)
      answers.push(await signIn(`wrong ${n}`, { address: `198.51.100.${n + 1}`, ...more }))
    return answers
  }
  const same = (answers: readonly { statusCode: number; body: string }[]) =>
    new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))
  const refused = '401 {"detail":"Invalid credentials","code":"session.invalid-credentials"}'

  test('[Q-164] 25 wrong ones from 25 addresses close the account to unknown browsers; the guesser sees no difference', async () => {
    const answers = await guess(25)
    const right = await signIn(password, { address: '198.51.100.99' })
    expect([...same([...answers, right])]).toEqual([refused])
    expect(right.headers['retry-after']).toBeUndefined()
    clock.advance(59)
    expect((await signIn(password)).statusCode).toBe(401)
    clock.advance(1)
    expect((await signIn(password)).statusCode).toBe(200)
    expect((await guess(9)).map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(401))
    // The right password has reset the count.
    expect((await signIn(password)).statusCode).toBe(200)
  })

  test('[Q-164] each further wrong one closes it for twice as long, on every server and after a restart', async () => {
    await guess(10)
    for (const minutes of [1, 2, 4]) {
      const other = await serve()
      expect((await signIn(password, { to: other })).statusCode).toBe(401)
      clock.advance(minutes * 60 - 1)
      expect((await signIn(password, { to: other })).statusCode).toBe(401)
      clock.advance(1)
      expect((await signIn('wrong', { to: other })).statusCode).toBe(401)
      await other.close()
    }
    clock.advance(8 * 60)
    expect((await signIn(password)).statusCode).toBe(200)
  })

  test('[Q-164] tries at the same moment do not pass together', async () => {
    await guess(9)
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => signIn(`wrong ${n}`)),
      signIn(password),
    ])
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1)
    const { failures } = await database.db
      .selectFrom('sign_in_tries')
      .select('failures')
      .where('counter', '=', `agent ${agentId}`)
      .executeTakeFirst()
      .then(row => row ?? { failures: 0 })
    expect(failures).toBeLessThanOrEqual(10)
  })

  test('[Q-164] the owner is told in the bell, once for each lock, and has one notice', async () => {
    await tellLockouts(writer)
    await guess(9)
    expect(await tellLockouts(writer)).toBe(0)
    await guess(1)
    expect(await tellLockouts(writer)).toBe(1)
    expect(await tellLockouts(writer)).toBe(0)
    expect(await openNotifications(database.db, agentId)).toMatchObject([
      {
        type: 'warning',
        read: false,
        auto_close: false,
        about: 'account',
        title: 'Somebody is guessing your password',
        message: expect.stringMatching(/^10 wrong passwords .* cannot sign in for 1 minute\./),
      },
    ])
    clock.advance(60)
    await guess(1)
    expect(await tellLockouts(writer)).toBe(1)
    const [notice, ...more] = await openNotifications(database.db, agentId)
    expect(more).toEqual([])
    expect(notice?.message).toMatch(/^11 wrong passwords .* for 2 minutes\./)
    const last = await database.db
      .selectFrom('live_log')
      .selectAll()
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    expect(last).toMatchObject({ noun: 'notification', agent_id: agentId })
  })

  test('[Q-164] a browser that signed in before is not kept out, counts for itself, and is told the truth', async () => {
    const cookie = await knownBrowser()
    await guess(25)
    expect((await signIn(password, { cookie })).statusCode).toBe(200)
    expect((await signIn(password)).statusCode).toBe(401)
    expect([...same(await guess(10, { cookie }))]).toEqual([refused])
    const early = await signIn(password, { cookie })
    expect([early.statusCode, early.json()]).toEqual([
      429,
      { detail: 'Too many attempts. Try again in 60 seconds', code: 'session.too-many-attempts' },
    ])
    expect(early.headers['retry-after']).toBe('60')
    clock.advance(60)
    expect((await signIn(password, { cookie })).statusCode).toBe(200)
  })

  test('[Q-164] a cookie is for its account, its secret and its letters alone', async () => {
    const mine = await knownBrowser()
    const other = `${unique()}@example.com`
    await addAgent(writer, { email: other, password })
    const both = await knownBrowser({ cookie: mine, username: other })
    await guess(10)
    const elsewhere = await serve(demoLimits, 'another secret for tests')
    const asked = [
      await signIn(password, { cookie: mine, to: elsewhere }),
      await signIn(password, { cookie: `${mine.slice(0, -1)}${mine.endsWith('A') ? 'B' : 'A'}` }),
      await signIn(password, { cookie: await knownBrowser({ username: other }) }),
      await signIn(password, { cookie: 'parley_device=1.2.3~~x' }),
      await signIn(password, { cookie: both }),
    ]
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 200])
    await elsewhere.close()
  })

  test('[Q-025 Q-031] who sets a new password by link is known from then on, whatever others try', async () => {
    await guess(25)
    const token = await resetToken(writer, email)
    const newPassword = 'another 8 quinces'
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/auth/update-password',
      payload: { token, newPassword },
    })
    const cookie = `parley_device=${answer.cookies.find(({ name }) => name === 'parley_device')?.value}`
    expect((await signIn(newPassword, { cookie })).statusCode).toBe(200)
  })

  test('[Q-164] a name that nobody has is answered alike and costs the same statements, open and closed', async () => {
    const nobody = { username: `${unique()}@example.com` }
    const cost = async (more: Parameters<typeof signIn>[1]) => {
      const before = statements
      const { body } = await signIn('wrong', more)
      return `${statements - before} ${body}`
    }
    const costs: string[] = []
    for (let n = 0; n < 12; n += 1) {
      costs.push(await cost({}))
      costs.push(await cost(nobody))
    }
    // Ten tries are checked and recorded. Two are refused unread.
    const refusal = '{"detail":"Invalid credentials","code":"session.invalid-credentials"}'
    expect(costs).toEqual([...Array(20).fill(`5 ${refusal}`), ...Array(4).fill(`4 ${refusal}`)])
  })

  test('[Q-164] whatever names are tried, the rows are bounded, and go after a day', async () => {
    const rows = async () => {
      const { count } = await database.db
        .selectFrom('sign_in_tries')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('agent_id', 'is', null)
        .executeTakeFirstOrThrow()
      return count
    }
    const before = await rows()
    const name = unique()
    for (const username of [name, name.toUpperCase(), ` ${name} `]) await signIn('wrong', { username })
    expect((await rows()) - before).toBeLessThanOrEqual(1)
    const keys = await database.db.selectFrom('sign_in_tries').select('counter').execute()
    for (const { counter } of keys) expect(counter).toMatch(/^(agent \d+|device [\w-]+|nobody \d{1,4})$/)
    clock.advance(24 * 3600 + 1)
    await tidy(writer)
    expect(await rows()).toBe(0)
  })

  test('[Q-031] what was refused is in the log by a name that stays, without what was typed', async () => {
    await guess(10)
    await signIn('wrong 11')
    await signIn('a password typed for a name', { username: 'a password typed as a name' })
    expect(logged.at(0)).toEqual({ event: 'sign-in.failed', agent: agentId, address: '198.51.100.1' })
    expect(logged.at(-2)).toMatchObject({ event: 'sign-in.locked', agent: agentId })
    expect(logged.at(-1)).toMatchObject({ event: 'sign-in.failed', agent: null })
    expect(JSON.stringify(logged)).not.toMatch(/wrong|typed/)
  })

  test('[Q-031] the first wall counts an IPv6 network as one address', async () => {
    const strict = await serve({ ...demoLimits, address: 2 })
    const from = async (address: string) =>
      (await signIn('wrong', { address, username: unique(), to: strict })).statusCode
    expect(await from('2001:db8:1:2::1')).toBe(401)
    expect(await from('2001:db8:1:2:ffff::9')).toBe(401)
    expect(await from('2001:db8:1:2:3:4:5:6')).toBe(429)
    expect(await from('2001:db8:1:3::1')).toBe(401)
    expect(await from('203.0.113.9')).toBe(401)
    expect(await from('::ffff:203.0.113.9')).toBe(401)
    expect(await from('203.0.113.9')).toBe(429)
    await strict.close()
  })
})
