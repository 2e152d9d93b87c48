import * as z from 'zod'
import { auditActions, auditNouns } from './constants.ts'
import { declare } from '../call.ts'
import { AgentId, Time } from '../ids.ts'

/** Something that was done, and by whom; never changed afterwards. */
export const AuditEntry = z.object({
  id: z.string(),
  at: Time,
  action: z.enum(auditActions),
  /** Null: nobody who was signed in. */
  by: z.object({ id: AgentId, name: z.string() }).nullable(),
  /** Where it came from: an address of the network, or null for what was done at the server itself. */
  address: z.string().nullable(),
  /** What it was done to. `name` as it is now, where there is one. */
  on: z.object({ noun: z.enum(auditNouns), id: z.string().nullable(), name: z.string().nullable() }),
  /** What was before and what is now, by name; never the words of a message. Null: nothing to tell. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const auditCalls = declare({
  audit: {
    method: 'GET',
    path: '/audit',
    summary: 'What was done and by whom, newest first',
    access: 'session',
    policy: 'audit',
    query: z.object({
      /** Several with commas. */
      action: z.string().max(500).optional(),
      /** Who did it: an agent's id. */
      by: z.string().max(100).optional(),
      /** What it was done to: the id of an account, a conversation, an application or a customer. */
      on: z.string().max(100).optional(),
      from: z.iso.datetime({ offset: true }).optional(),
      /** Up to, and without. */
      until: z.iso.datetime({ offset: true }).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      /** Continue behind this entry. */
      after: z.string().max(100).optional(),
    }),
    reply: z.array(AuditEntry),
    problems: [],
  },
})
