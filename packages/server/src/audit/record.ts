import type { AuditAction, AuditNoun } from '@parley/core/audit/constants'
import type { Tx } from '../db/write.ts'

/** Who does something: the agent, and the address of the network they call from; null for what is done at the server itself. */
export interface Actor {
  readonly agentId: number | null
  readonly address: string | null
}

/** Whoever is at the server itself: the command line, and what runs by itself. */
export const atTheServer: Actor = { agentId: null, address: null }

export interface Entry {
  readonly action: AuditAction
  readonly noun: AuditNoun
  readonly objectId: number | null
  /** What was and what is, by name. Never words of a message, a password or a token. */
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** Puts on record what this transaction does: it is on record exactly if it is done. */
export async function record(tx: Tx, by: Actor, entries: Entry | readonly Entry[], at: Date): Promise<void> {
  const all = Array.isArray(entries) ? (entries as readonly Entry[]) : [entries as Entry]
  if (all.length === 0) return
  await tx
    .insertInto('audit')
    .values(
      all.map(({ action, noun, objectId, before, after }) => ({
        at,
        action,
        agent_id: by.agentId,
        address: by.address,
        noun,
        object_id: objectId,
        before: before === undefined ? null : JSON.stringify(before),
        after: after === undefined ? null : JSON.stringify(after),
      })),
    )
    .execute()
}
