import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCalls, type TokenAnswer } from '@parley/core/account/session'
import { ApiError } from '@parley/core/errors'
import { AgentId } from '@parley/core/ids'
import type { Actor } from '../audit/record.ts'
import { type Context, type Http, mount } from '../http/mount.ts'
import { accountRoutes } from './account-routes.ts'
import { makeTicket, ticketLifetime } from './authenticate.ts'
import type { AttachmentCookie, DeviceCookie } from './cookies.ts'
import { updatePassword } from './password.ts'
import { renew } from './renew.ts'
import { secondFactorOf } from './second-factor.ts'
import { deviceName, type Leave, logout } from './sessions.ts'
import { attemptCounter, type AttemptLimits, type CountAttempt } from './sign-in-limits.ts'
import { type Granted, type SessionMaker, signIn, type Tried, type UsedFrom } from './sign-in.ts'
import { accessLifetime, type AccessTokens, type OneTimeTokens } from './tokens.ts'
import { demoPassword, weakness } from './weak-password.ts'

export interface Auth extends SessionMaker {
  /** Ends the offers of an agent without a session. */
  readonly leave: Leave
  readonly accessTokens: AccessTokens
  readonly cookie: AttachmentCookie
  readonly devices: DeviceCookie
  /** Makes password links. */
  readonly links: OneTimeTokens
  readonly tickets: OneTimeTokens
  readonly limits: AttemptLimits
  /** Mails a link to the address's account, if there is one; null without a mail server. */
  readonly mailReset: ((email: string, address: string) => Promise<unknown>) | null
  /** Adds an agent. @throws ApiError input.invalid naming email, agent.email-taken */
  readonly addAgent: (
    agent: { readonly name: string; readonly email: string; readonly password: string },
    by: Actor,
  ) => Promise<unknown>
}

const demoAccount = { username: 'agent@parley.example', password: demoPassword }

const given = (value: string | undefined, field: string): string => {
  if (value === undefined || value.trim() === '') throw ApiError.field(field, 'is missing')
  return value
}

const usedFrom = (request: FastifyRequest): UsedFrom => ({
  device: deviceName(request.headers['user-agent']),
  address: request.ip,
})

/** Log monitors rely on the names of events: keep them. No event holds typed text. */
const logTried = (request: FastifyRequest, { event, agentId }: Tried): void => {
  const facts = { event, agent: agentId, address: request.ip }
  if (event === 'sign-in.succeeded') request.log.info(facts, 'signed in')
  else request.log.warn(facts, 'sign-in refused')
}

type TokenCall = Context<(typeof sessionCalls)['token']>

/** Renews a session by its refresh token. @throws ApiError session.refresh-refused, session.too-many-attempts */
async function renewSession(auth: Auth, count: CountAttempt, { body, request }: TokenCall): Promise<Granted> {
  const refreshToken = given(body.refresh_token, 'refresh_token')
  await count('renewal', { request })
  return renew(auth, {
    refreshToken,
    renewalId: body.renewal_id ?? null,
    from: usedFrom(request),
    onReuse: ({ id, agentId }) =>
      request.log.warn(
        { event: 'session.reused', session: id, agent: agentId, address: request.ip },
        'an old token was shown',
      ),
  })
}

/** Opens a session by username and password. @throws ApiError as `signIn`, session.too-many-attempts */
async function signInByPassword(
  auth: Auth,
  count: CountAttempt,
  { body, request, reply }: TokenCall,
): Promise<Granted> {
  const username = given(body.username, 'username')
  const password = given(body.password, 'password')
  await count('address', { request })
  await count('signIn', { request, name: username })
  const granted = await signIn(auth, {
    username,
    password,
    code: body.otp?.trim() ? body.otp : null,
    remember: !(body.scope ?? '').split(' ').includes('short'),
    from: usedFrom(request),
    deviceOf: agentId => auth.devices.deviceOf(request, agentId),
    heard: tried => logTried(request, tried),
  })
  auth.devices.remember(request, reply, granted.agentId)
  return granted
}

/** The reply to a sign-in or renewal. Sets the attachment cookie. */
async function tokenAnswer(auth: Auth, reply: FastifyReply, granted: Granted): Promise<TokenAnswer> {
  auth.cookie.set(reply, auth.refreshTokens.cookie(granted.family), granted.lifetime)
  reply.header('cache-control', 'no-store')
  return {
    access_token: await auth.accessTokens.sign(granted, auth.writer.now()),
    refresh_token: granted.refreshToken,
    user_id: AgentId.parse(String(granted.agentId)),
    token_type: 'bearer',
    expires_in: accessLifetime,
  }
}

/** Sign-in, renewal, sign-out, registration and password reset. Registers cookies and rate limits on `http.app`. */
export async function authRoutes(http: Http, auth: Auth): Promise<void> {
  await http.app.register(cookie)
  const count = await attemptCounter(http.app, auth.limits)

  mount(http, sessionCalls, {
    token: async call => {
      const open = call.body.grant_type === 'refresh_token' ? renewSession : signInByPassword
      return tokenAnswer(auth, call.reply, await open(auth, count, call))
    },

    logout: async ({ body, request, reply }) => {
      // Only for a session of ours: another site can make a browser post here, and must not clear the cookie.
      if (await logout(auth.writer, body.refresh_token, { leave: auth.leave, address: request.ip })) {
        auth.cookie.clear(reply)
        request.log.info({ event: 'sign-out', address: request.ip }, 'signed out')
        reply.header('clear-site-data', '"cache"')
      }
      return undefined
    },

    register: async ({ body, caller, request }) => {
      await count('register', { request })
      const weak = await weakness(body.password, body)
      if (weak !== null) throw ApiError.field('password', weak)
      await auth.addAgent(body, caller)
      return { detail: `${body.name} can sign in with ${body.email}` }
    },

    // Reply before the look-up, so that neither text nor time reveals whether the account exists.
    resetPassword: async ({ body, request }) => {
      const email = given(body.email, 'email')
      await count('reset', { request })
      if (auth.mailReset === null)
        return { detail: 'Ask your administrator for a link to set a new password. It works for one hour' }
      auth.mailReset(email, request.ip).catch((error: unknown) => {
        // The mail server's message may quote the address.
        const { code } = error as { readonly code?: unknown }
        request.log.error({ event: 'password.reset-mail-failed', code }, 'mail not sent')
      })
      return {
        detail:
          'If this address has an account, a link to set a new password is on its way. It works for one hour',
      }
    },

    updatePassword: async ({ body, request, reply }) => {
      await count('reset', { request })
      const agentId = await updatePassword(
        auth.writer,
        auth.links,
        { ...body, token: given(body.token, 'token') },
        request.ip,
      )
      request.log.info({ event: 'password.changed', agent: agentId, address: request.ip }, 'by a link')
      // The link proves the owner, who signs in next despite other people's tries. With a second factor the mailbox alone
      // is no proof.
      if (!(await secondFactorOf(auth.writer.db, agentId)).isOn)
        auth.devices.remember(request, reply, agentId)
      return { detail: 'Your new password is set. Sign in with it' }
    },

    socketTicket: async ({ caller }) => ({
      ticket: await makeTicket(auth.writer, auth.tickets, caller.sessionId),
      expires_in: ticketLifetime,
    }),

    signInDefaults: async () => ({ demo: auth.mode === 'demo' ? demoAccount : null }),
  })
  accountRoutes(http, auth)
}
