import * as z from 'zod'
import { roles } from '../access/policies.ts'
import { declare } from '../call.ts'
import { AgentId, PathId, SessionId, Time } from '../ids.ts'

const password = z.string().max(1024)
/** A code of the app, or a recovery code. */
const code = z.string().max(40)
/** Required again by calls that weaken the account. */
const Proof = z.object({ password, code })
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** One of the caller's own sessions. */
export const OwnSession = z.object({
  id: SessionId,
  /** Such as "Chrome on Windows"; null if the browser did not say. */
  device: z.string().nullable(),
  /** The network address of its last use. */
  address: z.string().nullable(),
  created_at: Time,
  /** Its last sign-in or renewal: an open page renews every 15 minutes. */
  last_used_at: Time,
  /** The session of this request. */
  current: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

export const Account = z.object({
  id: AgentId,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  second_factor: z.object({
    on: z.boolean(),
    recovery_codes_left: z.int(),
    /** The workspace requires a second factor: without one only the own account is accessible. */
    demanded: z.boolean(),
  }),
})
export type Account = z.output<typeof Account>

/** The calls that every user may make for their own account, and for no other. */
export const accountCalls = declare({
  account: {
    method: 'GET',
    path: '/account',
    summary: "The caller's own account",
    policy: 'own-account',
    withoutSecondFactor: true,
    reply: Account,
  },
  changePassword: {
    method: 'POST',
    path: '/account/password',
    summary: 'Change the own password; ends every other session, and the links to replace the old one',
    policy: 'own-account',
    withoutSecondFactor: true,
    body: z.object({ current_password: password, new_password: password }),
    reply: z.object({ ended_count: z.int() }),
    problems: ['session.too-many-attempts'],
  },
  resetLinkOwner: {
    method: 'POST',
    path: '/account/reset-link',
    summary: 'Whose password a link sets: the own one, that of another account, or none any more',
    policy: 'own-account',
    withoutSecondFactor: true,
    body: z.object({ token: z.string().max(1024) }),
    reply: z.object({ whose: z.enum(['own', 'other']).nullable() }),
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/account/second-factor',
    summary: 'Begin a second factor: a secret for an authenticator app; it counts once a code was shown',
    policy: 'own-account',
    withoutSecondFactor: true,
    body: z.object({ password }),
    secret: true,
    reply: z.object({
      secret: z.string(),
      otpauth_url: z.string(),
      /** The QR code of that URL: the dark squares as an SVG path, on a square of `size` units. */
      qr: z.object({ size: z.int(), path: z.string() }),
    }),
    problems: ['account.second-factor-on', 'session.too-many-attempts'],
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/account/second-factor/confirm',
    summary: 'Turn the begun second factor on with a code of the app; answers the recovery codes, once',
    policy: 'own-account',
    withoutSecondFactor: true,
    body: z.object({ code }),
    secret: true,
    reply: RecoveryCodes,
    problems: ['account.second-factor-on', 'account.second-factor-not-begun', 'session.too-many-attempts'],
  },
  turnOffSecondFactor: {
    method: 'POST',
    path: '/account/second-factor/off',
    summary: 'Turn the second factor off, with the password and a code',
    policy: 'own-account',
    withoutSecondFactor: true,
    body: Proof,
    reply: null,
    problems: ['account.second-factor-off', 'session.too-many-attempts'],
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/account/second-factor/recovery-codes',
    summary: 'Make the recovery codes anew, with the password and a code; the old ones are void',
    policy: 'own-account',
    withoutSecondFactor: true,
    body: Proof,
    secret: true,
    reply: RecoveryCodes,
    problems: ['account.second-factor-off', 'session.too-many-attempts'],
  },
  ownSessions: {
    method: 'GET',
    path: '/account/sessions',
    summary: "The caller's sessions that are not over, the last used first",
    policy: 'own-account',
    withoutSecondFactor: true,
    reply: z.array(OwnSession),
  },
  endOwnSession: {
    method: 'DELETE',
    path: '/account/sessions/:id',
    summary: "End one of the caller's sessions; its sockets close",
    policy: 'own-account',
    withoutSecondFactor: true,
    params: PathId,
    reply: null,
    problems: ['session.not-found'],
  },
  endOtherSessions: {
    method: 'POST',
    path: '/account/sessions/end-others',
    summary: "End all of the caller's sessions but this one",
    policy: 'own-account',
    withoutSecondFactor: true,
    reply: z.object({ ended_count: z.int() }),
  },
})
