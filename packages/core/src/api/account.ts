import * as z from 'zod'
import { declare } from './call.ts'
import { AgentId, PathId, SessionId, Time } from './ids.ts'

const password = z.string().max(1024)

/** One of the caller's own sessions. */
export const OwnSession = z.object({
  id: SessionId,
  /** Such as "Chrome on Windows"; null where the browser did not say. */
  device: z.string().nullable(),
  /** From where it was used last. */
  address: z.string().nullable(),
  created_at: Time,
  /** Of its last sign-in or renewal: a page that is open renews every 15 minutes. */
  last_used_at: Time,
  /** The one that asks. */
  current: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

export const Account = z.object({ id: AgentId, name: z.string(), email: z.string() })
export type Account = z.output<typeof Account>

/** What everybody may do with the own account, and with nobody else's. */
export const accountCalls = declare({
  account: {
    method: 'GET',
    path: '/account',
    summary: "The caller's own account",
    access: 'session',
    policy: 'own-account',
    reply: Account,
    problems: [],
  },
  changePassword: {
    method: 'POST',
    path: '/account/password',
    summary: 'Change the own password; ends every other session, and the links to replace the old one',
    access: 'session',
    policy: 'own-account',
    body: z.object({ current_password: password, new_password: password }),
    reply: z.object({ ended_count: z.int() }),
    problems: ['session.too-many-attempts'],
  },
  ownSessions: {
    method: 'GET',
    path: '/account/sessions',
    summary: "The caller's sessions that are not over, the last used first",
    access: 'session',
    policy: 'own-account',
    reply: z.array(OwnSession),
    problems: [],
  },
  endOwnSession: {
    method: 'DELETE',
    path: '/account/sessions/:id',
    summary: "End one of the caller's sessions; its sockets close",
    access: 'session',
    policy: 'own-account',
    params: PathId,
    reply: null,
    problems: ['session.not-found'],
  },
  endOtherSessions: {
    method: 'POST',
    path: '/account/sessions/end-others',
    summary: "End all of the caller's sessions but this one",
    access: 'session',
    policy: 'own-account',
    reply: z.object({ ended_count: z.int() }),
    problems: [],
  },
})
