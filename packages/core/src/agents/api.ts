import * as z from 'zod'
import { maxStatusReason, ownStatuses, statusMinutes } from './constants.ts'
import { declare, type Plain } from '../call.ts'
import { AgentId, PathId, Time } from '../ids.ts'
import { typedText } from '../text/typed.ts'

/** An agent as colleagues see it. Workload and availability are computed from the conversations. */
export const AgentProfile = z.object({
  id: AgentId,
  /** The same as `id`. */
  user_id: AgentId,
  user_name: z.string(),
  name: z.string(),
  department: z.string().nullable(),
  /** AVAILABLE, or any other status, which counts as offline. */
  status: z.string(),
  /** The agent's reason for their own status, if given. */
  status_reason: z.string().nullable(),
  /** When the status was set; null if it has not changed since this is recorded. */
  status_since: Time.nullable(),
  /** When the status returns to AVAILABLE automatically; null: when the agent changes it. */
  status_until: Time.nullable(),
  /** Until when the queue offers this agent nothing, after "Maybe Later" or an offer that expired; null: it does. */
  offers_paused_until: Time.nullable(),
  is_online: z.boolean(),
  /** Own conversations with status ACTIVE, and open offers to this agent. */
  current_workload: z.int(),
  max_capacity: z.int(),
  /** 0 to 100. */
  availability_percentage: z.number(),
  skills: z.array(z.string()),
  last_activity_at: Time.nullable(),
})
export type AgentProfile = z.output<typeof AgentProfile>

/** An agent as the console caches it (DATA-13). */
export type AgentEntity = Plain<AgentProfile> & {
  /** A placeholder for a list that could not be fetched; it is not a person: never assign to it. */
  readonly placeholder?: true
}

/** An agent of another server, which may send only the name. */
export const NamedAgent = z.object({ name: z.string(), id: AgentId.nullable() })
export type NamedAgent = Plain<z.output<typeof NamedAgent>>

/** The form that an event carries: a disabled agent leaves the lists. */
export const AgentState = AgentProfile.extend({ disabled: z.boolean() })
export type AgentState = z.output<typeof AgentState>

export const agentCalls = declare({
  availableAgents: {
    method: 'GET',
    path: '/agent-profiles/available',
    summary: 'Every agent by name, offline ones too, with workload and availability as they are now',
    policy: 'desk',
    query: z.object({
      skip: z.coerce.number().int().min(0).max(10_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      /** Compared without case. */
      department: z.string().max(200).optional(),
      skill: z.string().max(200).optional(),
      /** Accepted but ignored: the response is always current. */
      include_realtime: z.enum(['true', 'false']).optional(),
    }),
    reply: z.array(AgentProfile),
    headers: ['Parley-Seq'],
  },
  setAgentStatus: {
    method: 'PATCH',
    path: '/agent-profiles/:id/status',
    summary: "Set the caller's own status; anything but AVAILABLE counts as offline",
    policy: 'agent-status',
    owner: 'params.id',
    params: PathId,
    body: z.object({ status: typedText(40).min(1) }),
    reply: AgentProfile,
    problems: ['agent.not-found', 'session.forbidden'],
  },
  setOwnStatus: {
    method: 'PUT',
    path: '/account/status',
    summary: 'Say of oneself that one is available, busy or on a break, why, and for how long (Q-235)',
    policy: 'own-account',
    body: z.object({
      status: z.enum(ownStatuses),
      /** For colleagues; ignored with AVAILABLE. */
      reason: typedText(maxStatusReason).nullable().optional(),
      /** Minutes from now, by the server's clock; null: until changed. Ignored with AVAILABLE. */
      minutes: z.literal(statusMinutes).nullable().optional(),
    }),
    reply: AgentProfile,
    problems: ['agent.not-found'],
  },
  setFinishing: {
    method: 'PUT',
    path: '/account/finishing',
    summary:
      'Take no new offers while the page End of shift is open; lasts three minutes from each call (Q-391)',
    policy: 'own-account',
    body: z.object({
      /** True makes an available agent FINISHING, or renews that; false makes them available. Every other status stays. */
      open: z.boolean(),
    }),
    reply: AgentProfile,
    problems: ['agent.not-found'],
  },
})
