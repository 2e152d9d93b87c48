import * as z from 'zod'
import { longestDepartment, longestName, mostCapacity, personStates } from './constants.ts'
import { roles } from '../access/policies.ts'
import { OwnSession } from '../account/api.ts'
import { declare } from '../call.ts'
import { AgentId, PathId, Time } from '../ids.ts'
import { typedText } from '../text/typed.ts'

/** An account as supervisors and administrators see it. */
export const Person = z.object({
  id: AgentId,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  department: z.string().nullable(),
  max_capacity: z.int(),
  /** Whether the queue offers them conversations automatically. */
  takes_conversations: z.boolean(),
  /** invited: no password set yet. locked: too many wrong passwords, until `locked_until`. */
  state: z.enum(personStates),
  locked_until: Time.nullable(),
  second_factor: z.boolean(),
  /** Own conversations with status ACTIVE, and open offers to them. */
  current_workload: z.int(),
  is_online: z.boolean(),
  /** Their own status, its reason, start and end, as colleagues see it. */
  status: z.string(),
  status_reason: z.string().nullable(),
  status_since: Time.nullable(),
  status_until: Time.nullable(),
  last_seen_at: Time.nullable(),
  /** Open sessions. */
  session_count: z.int(),
  created_at: Time,
  /** The creator of the account; null for the command line. */
  created_by: z.object({ id: AgentId, name: z.string() }).nullable(),
})
export type Person = z.output<typeof Person>

/** A link to set a password, once. It is returned once: only its hash is stored. */
export const PasswordLink = z.object({
  /** Relative to the address of the console. */
  path: z.string(),
  expires_at: Time,
})
export type PasswordLink = z.output<typeof PasswordLink>

const details = {
  name: typedText(longestName).min(1),
  role: z.enum(roles),
  department: typedText(longestDepartment).nullable(),
  max_capacity: z.int().min(1).max(mostCapacity),
  takes_conversations: z.boolean(),
}

export const peopleCalls = declare({
  people: {
    method: 'GET',
    path: '/accounts',
    summary: 'Every account by name, disabled ones too',
    policy: 'people',
    reply: z.array(Person),
  },
  invitePerson: {
    method: 'POST',
    path: '/accounts',
    summary: 'Make an account without a password, and a link to set one, which is told once',
    policy: 'accounts',
    body: z.object({
      email: typedText(320),
      name: details.name.optional(),
      role: details.role,
      department: details.department.optional(),
      max_capacity: details.max_capacity.optional(),
      takes_conversations: details.takes_conversations.optional(),
    }),
    secret: true,
    reply: z.object({ person: Person, link: PasswordLink }),
    problems: ['agent.email-taken', 'session.too-many-attempts'],
  },
  editPerson: {
    method: 'PATCH',
    path: '/accounts/:id',
    summary: 'Change an account; what is not named stays. Its role counts from its next call on',
    policy: 'accounts',
    params: PathId,
    body: z.object({
      name: details.name.optional(),
      role: details.role.optional(),
      department: details.department.optional(),
      max_capacity: details.max_capacity.optional(),
      takes_conversations: details.takes_conversations.optional(),
    }),
    reply: Person,
    problems: ['agent.not-found', 'agent.last-administrator'],
  },
  makePasswordLink: {
    method: 'POST',
    path: '/accounts/:id/password-link',
    summary: 'A new link to set a password, which is told once; earlier ones are void',
    policy: 'accounts',
    params: PathId,
    secret: true,
    reply: PasswordLink,
    problems: ['agent.not-found', 'agent.disabled'],
  },
  disablePerson: {
    method: 'POST',
    path: '/accounts/:id/disable',
    summary: 'Lock an account out: its sessions end, and its open conversations are in the queue again',
    policy: 'accounts',
    params: PathId,
    reply: Person,
    problems: ['agent.not-found', 'agent.last-administrator'],
  },
  enablePerson: {
    method: 'POST',
    path: '/accounts/:id/enable',
    summary: 'Let a disabled account sign in again, with the password it had',
    policy: 'accounts',
    params: PathId,
    reply: Person,
    problems: ['agent.not-found'],
  },
  dropSecondFactor: {
    method: 'POST',
    path: '/accounts/:id/second-factor-off',
    summary: 'Let an account sign in with the password alone, where its app and its recovery codes are lost',
    policy: 'accounts',
    params: PathId,
    reply: Person,
    problems: ['agent.not-found'],
  },
  personSessions: {
    method: 'GET',
    path: '/accounts/:id/sessions',
    summary: "An agent's sessions that are not over, the last used first",
    policy: 'agent-sessions',
    owner: 'params.id',
    params: PathId,
    reply: z.array(OwnSession),
    problems: ['agent.not-found'],
  },
  endPersonSession: {
    method: 'DELETE',
    path: '/accounts/:id/sessions/:session',
    summary: "End one of an agent's sessions; its sockets close",
    policy: 'agent-sessions',
    owner: 'params.id',
    params: PathId.extend({ session: z.string().max(100) }),
    reply: null,
    problems: ['agent.not-found', 'session.not-found'],
  },
  endPersonSessions: {
    method: 'POST',
    path: '/accounts/:id/sessions/end-all',
    summary: "End all of an agent's sessions, but the one that asks",
    policy: 'agent-sessions',
    owner: 'params.id',
    params: PathId,
    reply: z.object({ ended_count: z.int() }),
    problems: ['agent.not-found'],
  },
})
