import cookie from '@fastify/cookie'
import { AgentId } from '@parley/core/ids'
import { sessionCalls, type TokenAnswer } from '@parley/core/account/session'
import { Refusal } from '@parley/core/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Doer } from '../audit/record.ts'
import { type Http, mount } from '../http/mount.ts'
import { type AccessTokens, accessLifetime } from './access-token.ts'
import { accountRoutes } from './account-routes.ts'
import type { AttachmentCookie } from './attachment-cookie.ts'
import { type AttemptLimits, attemptCounter } from './attempts.ts'
import type { DeviceCookie } from './device-cookie.ts'
import { deviceName } from './device-name.ts'
import { type Leave, logout } from './end.ts'
import type { OneTimeTokens } from './one-time.ts'
import { renew } from './renew.ts'
import { updatePassword } from './reset.ts'
import { secondFactorOf } from './second-factor.ts'
import { type Granted, type SessionMaker, signIn, type Tried, type UsedFrom } from './sign-in.ts'
import { makeTicket, ticketLifetime } from './socket-ticket.ts'
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
  /** Adds an agent. @throws Refusal input.invalid naming email, agent.email-taken */
  readonly addAgent: (
    agent: { readonly name: string; readonly email: string; readonly password: string },
    by: Doer,
  ) => Promise<unknown>
}

const demoAccount = { username: 'agent@parley.example', password: demoPassword }

const given = (value: string | undefined, field: string): string => {
  if (value === undefined || value.trim() === '') throw Refusal.field(field, 'is missing')
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

/** Sign-in, renewal, sign-out, registration and password reset. Registers cookies and rate limits on `http.app`. */
export async function authRoutes(http: Http, auth: Auth): Promise<void> {
  await http.app.register(cookie)
  const count = await attemptCounter(http.app, auth.limits)

  const answer = async (reply: FastifyReply, granted: Granted): Promise<TokenAnswer> => {
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

  mount(
    http,
    sessionCalls,
  )({
    token: async ({ body, request, reply }) => {
      if (body.grant_type === 'refresh_token') {
        const refreshToken = given(body.refresh_token, 'refresh_token')
        await count('renewal', { request })
        const onReuse = ({ id, agentId }: { readonly id: number; readonly agentId: number }) =>
          request.log.warn(
            { event: 'session.reused', session: id, agent: agentId, address: request.ip },
            'an old token was shown',
          )
        return answer(
          reply,
          await renew(auth, {
            refreshToken,
            renewalId: body.renewal_id ?? null,
            from: usedFrom(request),
            onReuse,
          }),
        )
      }
      const username = given(body.username, 'username')
      const password = given(body.password, 'password')
      await count('address', { request })
      await count('signIn', { request, name: username })
      const remember = !(body.scope ?? '').split(' ').includes('short')
      const granted = await signIn(auth, {
        username,
        password,
        code: body.otp?.trim() ? body.otp : null,
        remember,
        from: usedFrom(request),
        deviceOf: agentId => auth.devices.deviceOf(request, agentId),
        heard: tried => logTried(request, tried),
      })
      auth.devices.remember(request, reply, granted.agentId)
      return answer(reply, granted)
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
      if (weak !== null) throw Refusal.field('password', weak)
      await auth.addAgent(body, caller)
      return { detail: `${body.name} can sign in with ${body.email}` }
    },

    // Answer before the look-up, so that neither text nor time reveals whether the account exists.
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
