import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@parley/core/calls'
import { Settings } from '@parley/core/settings/api'
import { closedForSecondFactor } from '@parley/core/sockets/constants'
import { AgentClient, type Answer, ask } from '../../test/models/agent-client.ts'
import { departure } from '../../test/models/departure.ts'
import { isLong } from '../../test/long.ts'
import { links, resetToken } from '../../test/reset.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { addAgent } from '../agents/accounts.ts'
import { type Command, readCommand, runCommand } from '../agents/command-line.ts'
import { auditEntries } from '../audit/queries.ts'
import { atTheServer } from '../audit/record.ts'
import { write } from '../db/write.ts'
import { tellLockouts } from '../notifications/notify.ts'
import { openNotifications } from '../notifications/queries.ts'
import { Seal } from './secrets.ts'
import { dropFactor } from './set-up-factor.ts'

const password = 'plums and 7 pears'

test('[Q-171] what is sealed opens under its secret, for its owner, unchanged, and is another text each time', () => {
  const seal = new Seal('a secret for tests alone')
  const sealed = seal.seal('JBSWY3DP', 'agent 1')
  expect(seal.open(sealed, 'agent 1')).toBe('JBSWY3DP')
  expect(seal.seal('JBSWY3DP', 'agent 1')).not.toBe(sealed)
  expect(sealed).not.toContain('JBSWY3DP')
  const [iv = '', tag = '', body = ''] = sealed.split('.')
  const changed = `${iv}.${tag}.${body.startsWith('A') ? 'B' : 'A'}${body.slice(1)}`
  for (const text of [changed, `${iv}.${tag}`, 'nonsense', '']) expect(seal.open(text, 'agent 1')).toBeNull()
  expect(seal.open(sealed, 'agent 2')).toBeNull()
  expect(new Seal('another secret for tests').open(sealed, 'agent 1')).toBeNull()
})

describe('the second factor', () => {
  let at: TestServer
  let email: string
  let agentId: number
  let eve: AgentClient
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    email = `${unique()}@example.com`
    agentId = await addAgent(at.server.writer, { email, password, role: 'AGENT' })
    eve = await AgentClient.signIn(at.server.app, at.url, email, password)
    // Codes of an earlier test have expired.
    at.clock.advance(90)
  })

  const codeOf = (secret: string, later = 0) =>
    generate({ secret, epoch: Math.floor(at.clock.now().getTime() / 1000) + later })
  const begin = async () => (await eve.get('beginSecondFactor', { body: { password } })).reply
  /** Sets a second factor up. Returns its secret and its recovery codes. */
  const setUp = async () => {
    const { secret } = await begin()
    const { reply } = await eve.get('confirmSecondFactor', { body: { code: await codeOf(secret) } })
    at.clock.advance(30)
    return { secret, codes: reply.recovery_codes }
  }
  const signIn = (more: Readonly<Record<string, string>> = {}) =>
    ask(at.server.app, api.token, { body: { username: email, password, ...more } })
  const said = ({ status, body }: Answer) => `${status} ${(body as { code?: string }).code ?? 'ok'}`
  const decide = (second_factor: 'off' | 'administrators' | 'everybody') =>
    at.database.db
      .updateTable('settings')
      .set({ value: JSON.stringify(Settings.parse({ second_factor })) })
      .execute()
  const standing = async () => (await eve.get('account')).reply.second_factor
  const required = '401 session.second-factor-required'
  const refused = '401 session.second-factor-refused'

  test('[Q-171] is begun with the password, and asked for only once a code of it was shown', async () => {
    const wrong = await eve.ask('beginSecondFactor', { body: { password: 'wrong one here' } })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { password: 'is not your password' } } })
    const { secret, otpauth_url, qr } = await begin()
    expect(otpauth_url).toBe(
      `otpauth://totp/Parley:${encodeURIComponent(email)}?secret=${secret}&issuer=Parley`,
    )
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(qr.size).toBeGreaterThan(25)
    expect(qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
    expect(said(await signIn())).toBe('200 ok')
    const code = await codeOf(secret)
    const other = await begin()
    // The second factor begun earlier is void.
    const stale = await eve.ask('confirmSecondFactor', { body: { code } })
    expect(stale).toMatchObject({
      status: 400,
      body: { fields: { code: expect.stringMatching(/^is not right/) } },
    })
    const { reply } = await eve.get('confirmSecondFactor', { body: { code: await codeOf(other.secret) } })
    expect(new Set(reply.recovery_codes).size).toBe(10)
    expect(await standing()).toEqual({ on: true, recovery_codes_left: 10, demanded: false })
    expect(said(await signIn())).toBe(required)
    expect(said(await eve.ask('beginSecondFactor', { body: { password } }))).toBe(
      '409 account.second-factor-on',
    )
    expect(said(await eve.ask('confirmSecondFactor', { body: { code: '123456' } }))).toBe(
      '409 account.second-factor-on',
    )
  })

  test('[Q-171] nothing of it is stored readable', async () => {
    const { secret, codes } = await setUp()
    const factors = await at.database.db.selectFrom('second_factors').selectAll().execute()
    const hashes = await at.database.db.selectFrom('recovery_codes').selectAll().execute()
    const stored = JSON.stringify([factors, hashes])
    for (const text of [secret, ...codes]) expect(stored).not.toContain(text)
  })

  test('[Q-171] only who has the password hears of it, and a code opens with it alone', async () => {
    const { secret } = await setUp()
    expect(said(await signIn({ password: 'wrong one here' }))).toBe('401 session.invalid-credentials')
    const otp = await codeOf(secret)
    expect(said(await signIn({ password: 'wrong one here', otp }))).toBe('401 session.invalid-credentials')
    expect(said(await signIn({ otp: '' }))).toBe(required)
    expect(said(await signIn({ otp: '000000' }))).toBe(refused)
    expect(said(await signIn({ otp }))).toBe('200 ok')
  })

  test('[Q-171] a code is taken once, of now, the step before or after, and none older than one that was taken', async () => {
    const { secret } = await setUp()
    expect(said(await signIn({ otp: await codeOf(secret, -90) }))).toBe(refused)
    expect(said(await signIn({ otp: await codeOf(secret, 90) }))).toBe(refused)
    at.clock.advance(30)
    const [before, now, after] = await Promise.all([-30, 0, 30].map(later => codeOf(secret, later)))
    expect(said(await signIn({ otp: ` ${now?.slice(0, 3)} ${now?.slice(3)}` }))).toBe('200 ok')
    expect(said(await signIn({ otp: now ?? '' }))).toBe(refused)
    expect(said(await signIn({ otp: before ?? '' }))).toBe(refused)
    expect(said(await signIn({ otp: after ?? '' }))).toBe('200 ok')
    expect(said(await signIn({ otp: after ?? '' }))).toBe(refused)
  })

  test('[Q-171] of several that show one code at the same moment one gets in', async () => {
    const { secret, codes } = await setUp()
    for (const otp of [await codeOf(secret), codes[0] ?? '']) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => signIn({ otp })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    }
  })

  test('[Q-171] a recovery code opens once, and made anew the old ones are void', async () => {
    const { secret, codes } = await setUp()
    const [first = '', second = ''] = codes
    expect(said(await signIn({ otp: first.toLowerCase().replaceAll('-', ' ') }))).toBe('200 ok')
    expect(said(await signIn({ otp: first }))).toBe(refused)
    expect(await standing()).toMatchObject({ recovery_codes_left: 9 })
    const proof = { password, code: await codeOf(secret) }
    const { reply } = await eve.get('renewRecoveryCodes', { body: proof })
    expect(await standing()).toMatchObject({ recovery_codes_left: 10 })
    expect(said(await signIn({ otp: second }))).toBe(refused)
    expect(said(await signIn({ otp: reply.recovery_codes[3] ?? '' }))).toBe('200 ok')
  })

  test('[Q-171 Q-300] wrong codes close the account to codes, with right passwords between them too', async () => {
    const { secret } = await setUp()
    for (let n = 0; n < 10; n += 1) {
      expect(said(await signIn({ otp: '000000' }))).toBe(refused)
      expect(said(await signIn())).toBe(required)
    }
    expect(said(await signIn({ otp: await codeOf(secret) }))).toBe('429 session.too-many-attempts')
    at.clock.advance(60)
    expect(said(await signIn({ otp: await codeOf(secret) }))).toBe('200 ok')
  })

  test('[Q-300] of many wrong codes in an hour at most 30 are compared, by whatever sessions, browsers and links', async () => {
    const others = [1, 2, 3].map(() => AgentClient.signIn(at.server.app, at.url, email, password))
    const sessions = [eve, ...(await Promise.all(others))]
    const { secret, codes } = await setUp()
    // Each costs a password's hash.
    const tries = isLong ? 200 : 80
    const browsers = ['']
    let typed = password
    const inBrowser = async (cookie: string, otp: string) => {
      const answer = await at.server.app.inject({
        method: 'POST',
        url: '/api/v1/auth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
        payload: new URLSearchParams({ username: email, password: typed, otp }).toString(),
      })
      const set = answer.cookies.find(({ name }) => name === 'parley_device')
      if (set !== undefined) browsers.push(`parley_device=${set.value}`)
      return said({ status: answer.statusCode, body: answer.json(), headers: answer.headers })
    }
    const byLink = async (next: string) => {
      const { statusCode, cookies } = await at.server.app.inject({
        method: 'POST',
        url: '/api/v1/auth/update-password',
        payload: { token: await resetToken(at.server.writer, email), newPassword: next },
      })
      typed = next
      expect(statusCode).toBe(200)
      for (const { name, value } of cookies) if (name === 'parley_device') browsers.push(`${name}=${value}`)
    }
    const guess = async (n: number) => {
      const code = n % 4 === 3 ? '0000-0000-0000-0000' : '000000'
      if (n % 3 === 0 || n > tries / 2) return inBrowser(browsers[n % browsers.length] ?? '', code)
      const call = n % 3 === 1 ? 'turnOffSecondFactor' : 'renewRecoveryCodes'
      const answer = await sessions[n % sessions.length]?.ask(call, { body: { password: typed, code } })
      return answer === undefined ? '' : said(answer)
    }
    const answers: string[] = []
    for (let n = 0; n < tries; n += 1) {
      // The owner's right codes meanwhile give a guesser no new tries.
      if (n === 3 || n === 6) expect(await inBrowser('', codes[n] ?? '')).toBe('200 ok')
      if (n > tries / 2 && n % 20 === 19) await byLink(`plums and ${n} pears`)
      answers.push(await guess(n))
      at.clock.advance(3600 / tries)
    }
    const compared = answers.filter(text => text === refused || text.startsWith('400'))
    expect(compared.length).toBeGreaterThanOrEqual(10)
    expect(compared.length).toBeLessThanOrEqual(30)
    // No link made a browser known: the two known ones come from the owner's codes.
    expect(browsers).toHaveLength(3)
    // The owner gets in once the lock is over, after an hour at most.
    at.clock.advance(3600)
    expect(await inBrowser('', await codeOf(secret))).toBe('200 ok')
  })

  test('[Q-300] whose codes are guessed is told in the bell, and wrong codes and the lock are on record', async () => {
    const { secret } = await setUp()
    await tellLockouts(at.server.writer)
    for (let n = 0; n < 10; n += 1) expect(said(await signIn({ otp: '000000' }))).toBe(refused)
    const locked = await signIn({ otp: await codeOf(secret) })
    expect([said(locked), locked.headers['retry-after']]).toEqual(['429 session.too-many-attempts', '60'])
    // The server's own job may tell it first.
    const told = await eventually('the owner to be told', async () => {
      await tellLockouts(at.server.writer)
      const notices = await openNotifications(at.database.db, agentId)
      return notices.find(({ title }) => title === 'Somebody is guessing your codes')
    })
    expect(told).toMatchObject({
      type: 'warning',
      read: false,
      auto_close: false,
      about: 'account',
      message: expect.stringMatching(/^10 wrong codes .* for 1 minute/),
    })
    const entries = await auditEntries(at.database.db, { onId: agentId }, { limit: 20 })
    expect(entries.filter(({ action }) => action === 'second-factor.failed')).toHaveLength(10)
    expect(entries.filter(({ action }) => action === 'second-factor.locked')).toHaveLength(1)
    at.clock.advance(60)
    expect(said(await signIn({ otp: await codeOf(secret) }))).toBe('200 ok')
  })

  test('[Q-300] a code that turns a second factor on is counted as any other', async () => {
    const { secret } = await begin()
    const confirm = (code: string) => eve.ask('confirmSecondFactor', { body: { code } })
    for (let n = 0; n < 10; n += 1) expect((await confirm('000000')).status).toBe(400)
    expect(said(await confirm(await codeOf(secret)))).toBe('429 session.too-many-attempts')
  })

  test('[Q-300] an administrator who turns the factor off lets its owner set one up at once', async () => {
    await setUp()
    for (let n = 0; n < 10; n += 1) await signIn({ otp: '000000' })
    await write(at.server.writer, context => dropFactor(context, agentId, atTheServer))
    expect((await setUp()).codes).toHaveLength(10)
  })

  test('[Q-171] is turned off with the password and a code, which is on record', async () => {
    const { secret, codes } = await setUp()
    const off = (body: object) => eve.ask('turnOffSecondFactor', { body })
    const code = await codeOf(secret)
    expect((await off({ password: 'wrong one here', code })).body).toMatchObject({
      fields: { password: 'is not your password' },
    })
    expect((await off({ password, code: '000000' })).body).toMatchObject({
      fields: { code: expect.stringMatching(/^is not right/) },
    })
    expect(said(await signIn())).toBe(required)
    expect((await off({ password, code })).status).toBe(204)
    expect(said(await signIn())).toBe('200 ok')
    expect(await standing()).toEqual({ on: false, recovery_codes_left: 0, demanded: false })
    expect(said(await off({ password, code: codes[0] ?? '' }))).toBe('409 account.second-factor-off')
    const entries = await auditEntries(at.database.db, { onId: agentId }, { limit: 5 })
    expect(entries.map(({ action }) => action).filter(action => action.startsWith('second'))).toEqual([
      'second-factor.off',
      'second-factor.failed',
      'second-factor.on',
    ])
    expect(JSON.stringify(entries)).not.toContain(secret)
  })

  test('[Q-171] is turned off from the command line for whom lost it', async () => {
    await setUp()
    const lines: string[] = []
    const heard: unknown[] = []
    const run = async () =>
      runCommand(readCommand(['agent', 'second-factor-off', email]) as Command, {
        writer: at.server.writer,
        links: async () => links,
        say: line => lines.push(line),
        askPassword: async () => password,
        consoleUrl: at.url,
        departure,
        heard: event => heard.push(event),
      })
    await run()
    await run()
    expect(lines).toEqual([`${email} now signs in with the password only`, `${email} has no second factor`])
    expect(heard).toEqual([{ event: 'second-factor.off', agent: agentId }])
    expect(said(await signIn())).toBe('200 ok')
  })

  test('[Q-171] who must have one from now on loses the sockets that are open; who has one, or need not, keeps them', async () => {
    await setUp()
    // Sign in again: earlier tests advanced the clock past the life of these agents' tokens.
    const [ann, brian] = await Promise.all(
      ['ann', 'brian'].map(name =>
        AgentClient.signIn(at.server.app, at.url, `${name}@parley.example`, password),
      ),
    )
    if (ann === undefined || brian === undefined) throw new Error('Nobody signed in')
    const sockets = {
      has: await eve.connect(),
      lacks: await brian.connect(),
      administrator: await ann.connect(),
    }
    const ping = () => {
      for (const socket of Object.values(sockets))
        if (socket.closedWith === null) socket.send({ event: 'ping' })
    }
    /** The session of each socket is checked at most once a second. */
    const closed = (which: keyof typeof sockets) =>
      eventually(`the socket of who ${which} to close`, () => {
        ping()
        return sockets[which].closedWith !== null
      })
    try {
      await decide('administrators')
      await closed('administrator')
      expect(sockets.administrator.closedWith).toBe(closedForSecondFactor)
      expect(await sockets.lacks.ask()).toBeGreaterThanOrEqual(0)
      await decide('everybody')
      await closed('lacks')
      expect(sockets.lacks.closedWith).toBe(closedForSecondFactor)
      expect(await sockets.has.ask()).toBeGreaterThanOrEqual(0)
      expect(sockets.has.closedWith).toBeNull()
    } finally {
      await decide('off')
      sockets.has.cut()
    }
    const again = await brian.connect()
    again.cut()
  })

  test('[Q-171] who must have one and has none may look after the own account and nothing else', async () => {
    const missing = '403 session.second-factor-missing'
    try {
      await decide('administrators')
      expect(said(await eve.ask('pollNotifications'))).toBe('200 ok')
      await decide('everybody')
      expect(said(await eve.ask('pollNotifications'))).toBe(missing)
      expect(said(await eve.ask('socketTicket'))).toBe(missing)
      expect(said(await eve.ask('downloadDocument', { params: { id: '1' } }))).toBe(missing)
      await expect(eve.connect()).rejects.toThrow('The server closed the socket')
      expect(said(await eve.ask('ownSessions'))).toBe('200 ok')
      expect(await standing()).toMatchObject({ on: false, demanded: true })
      // Sign-in still works, because the agent must sign in to set a second factor up.
      expect(said(await signIn())).toBe('200 ok')
      await setUp()
      expect(said(await eve.ask('pollNotifications'))).toBe('200 ok')
      expect(said(await eve.ask('socketTicket'))).toBe('200 ok')
    } finally {
      await decide('off')
    }
  })
})
