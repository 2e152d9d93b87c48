import type { AuditAction, AuditNoun } from '@parley/core/audit/constants'
import type { Tx } from '../db/write.ts'

/** The agent of an action and the network address of the call. Without a session there is no agent. */
export interface Actor {
  readonly agentId: number | null
  readonly address: string | null
}

/** The command line, and the server's own jobs. */
export const atTheServer: Actor = { agentId: null, address: null }

export interface Entry {
  readonly action: AuditAction
  readonly noun: AuditNoun
  readonly objectId: number | null
  /** The old and new values by name. Never words of a message, a password or a token. */
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** Records the actions of this transaction, so that they are recorded exactly if they are committed. */
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
