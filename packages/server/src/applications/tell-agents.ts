import type { Emit, Tx } from '../db/write.ts'
import { notify } from '../notifications/notice.ts'

/** What happened to an application, and where it came from. */
interface News {
  readonly title: string
  readonly message: string
  readonly conversationId: number
}

/** Tells every available agent what a customer did to an application. */
export async function tellAgents(
  tx: Tx,
  emit: Emit,
  { title, message, conversationId }: News,
  now: Date,
): Promise<void> {
  const agents = await tx
    .selectFrom('agents')
    .select('id')
    .where('status', '=', 'AVAILABLE')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id: agentId } of agents) {
    const notice = { agentId, cause: 'outcome', type: 'success', title, message } as const
    await notify(tx, emit, { ...notice, conversationId }, now)
  }
}
