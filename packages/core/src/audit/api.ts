import * as z from 'zod'
import { auditActions, auditNouns } from './constants.ts'
import { declare } from '../call.ts'
import { AgentId, Time } from '../ids.ts'

/** An action and its author; never changed afterwards. */
export const AuditEntry = z.object({
  id: z.string(),
  at: Time,
  action: z.enum(auditActions),
  /** Null: no signed-in user. */
  by: z.object({ id: AgentId, name: z.string() }).nullable(),
  /** The network address of the request; null for an action at the server itself. */
  address: z.string().nullable(),
  /** The target of the action. `name` is today's name, if there is one. */
  on: z.object({ noun: z.enum(auditNouns), id: z.string().nullable(), name: z.string().nullable() }),
  /** The values before and after, by name; never the text of a message. Null: none. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const auditCalls = declare({
  audit: {
    method: 'GET',
    path: '/audit',
    summary: 'What was done and by whom, newest first',
    policy: 'audit',
    query: z.object({
      /** Several, separated by commas. */
      action: z.string().max(500).optional(),
      /** The id of the agent who did it. */
      by: z.string().max(100).optional(),
      /** The target: the id of an account, a conversation, an application or a customer. */
      on: z.string().max(100).optional(),
      from: z.iso.datetime({ offset: true }).optional(),
      /** Exclusive. */
      until: z.iso.datetime({ offset: true }).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      /** Continue after this entry. */
      after: z.string().max(100).optional(),
    }),
    reply: z.array(AuditEntry),
  },
})
