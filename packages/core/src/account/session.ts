import * as z from 'zod'
import { declare } from '../call.ts'
import { AgentId } from '../ids.ts'
import { typedText } from '../text/typed.ts'

/** Both grants arrive in one form. The required fields depend on `grant_type`, so the action checks them. */
const TokenRequest = z.object({
  grant_type: z.enum(['password', 'refresh_token']).default('password'),
  username: z.string().max(320).optional(),
  password: z.string().max(1024).optional(),
  /** "short" asks for the 12-hour refresh lifetime (remember-me off). */
  scope: z.string().max(200).optional(),
  client_id: z.string().max(200).optional(),
  client_secret: z.string().max(200).optional(),
  refresh_token: z.string().max(500).optional(),
  /** The second factor, if the account has one: a code of the app, or a recovery code. */
  otp: z.string().max(40).optional(),
  /** The client's id of the renewal, so that a lost response can be requested again. */
  renewal_id: z.string().max(100).optional(),
})

export const TokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user_id: AgentId,
  token_type: z.literal('bearer'),
  /** Lifetime of the access token, in seconds. */
  expires_in: z.int(),
})
export type TokenAnswer = z.output<typeof TokenAnswer>

const Said = z.object({ detail: z.string() })
const password = z.string().max(1024)

export const sessionCalls = declare({
  token: {
    method: 'POST',
    path: '/auth/token',
    summary: 'Sign in with a password, or renew a session with its refresh token',
    access: 'public',
    policy: 'anybody',
    body: TokenRequest,
    encoding: 'form',
    secret: true,
    reply: TokenAnswer,
    problems: [
      'session.invalid-credentials',
      'session.second-factor-required',
      'session.second-factor-refused',
      'session.refresh-refused',
      'session.too-many-attempts',
    ],
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session of this refresh token',
    access: 'public',
    policy: 'anybody',
    body: z.object({ refresh_token: z.string().max(500) }),
    reply: null,
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    summary: 'Add a colleague, who can sign in at once; for whom all that was written so far counts as read',
    policy: 'accounts',
    body: z.object({ name: typedText(200).min(1), email: typedText(320), password }),
    reply: Said,
    problems: ['agent.email-taken', 'session.too-many-attempts'],
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Ask for a reset link; the answer is the same whether the account exists or not',
    access: 'public',
    policy: 'anybody',
    body: z.object({ email: z.string().max(320) }),
    reply: Said,
    problems: ['session.too-many-attempts'],
  },
  updatePassword: {
    method: 'POST',
    path: '/auth/update-password',
    summary: 'Set a new password with a reset token; ends every session of the account',
    access: 'public',
    policy: 'anybody',
    body: z.object({ token: z.string().max(500), newPassword: password }),
    reply: Said,
    problems: ['session.reset-refused', 'session.too-many-attempts'],
  },
  socketTicket: {
    method: 'POST',
    path: '/auth/socket-ticket',
    summary: 'A ticket that opens one socket, once, so that no token travels in an address',
    policy: 'desk',
    /** The reply's `expires_in` is in seconds. */
    secret: true,
    reply: z.object({ ticket: z.string(), expires_in: z.int() }),
  },
  signInDefaults: {
    method: 'GET',
    path: '/sign-in',
    summary: 'What the sign-in form is prefilled with: the demo account in demo mode, else null',
    access: 'public',
    policy: 'anybody',
    secret: true,
    reply: z.object({ demo: z.object({ username: z.string(), password: z.string() }).nullable() }),
  },
})
