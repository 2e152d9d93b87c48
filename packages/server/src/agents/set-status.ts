import { type Writer, write } from '../db/write.ts'
import { lockAgent } from './lock.ts'

/**
 * Sets an agent's status, in capitals. Only AVAILABLE counts as online; the sweep ends the offers of who went.
 * @throws Refusal agent.not-found
 */
export const setAgentStatus = (writer: Writer, agentId: number, status: string): Promise<void> =>
  write(writer, async (tx, emit) => {
    const agent = await lockAgent(tx, agentId)
    const wanted = status.toUpperCase()
    if (agent.status === wanted) return
    await tx
      .updateTable('agents')
      .set({ status: wanted, last_activity_at: writer.now() })
      .where('id', '=', agentId)
      .execute()
    emit({ noun: 'agent', id: agentId, kind: 'changed' })
  })
