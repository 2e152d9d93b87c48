import { type AuditAction, auditTargets } from '@parley/core/audit/constants'
import type { TxContext } from '../db/write.ts'

/** The agent of an action and the network address of the call. Without a session there is no agent. */
export interface Actor {
  readonly agentId: number | null
  readonly address: string | null
}

/** The command line, and the server's own jobs. */
export const atTheServer: Actor = { agentId: null, address: null }

/** The old and new values by name. Never words of a message, a password or a token. */
interface Values {
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/**
 * Records an action of this transaction, so that it is recorded exactly if it is committed.
 * @param id its target; null: it has none with an id
 */
export async function record(
  { tx, now }: TxContext,
  by: Actor,
  action: AuditAction,
  id: number | null,
  { before, after }: Values = {},
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      at: now,
      action,
      agent_id: by.agentId,
      address: by.address,
      noun: auditTargets[action],
      object_id: id,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute()
}
