import type { NotificationType } from '@parley/core/notifications/api'
import { Refusal } from '@parley/core/errors'
import { lockAgent } from '../agents/queries.ts'
import { type Writer, write } from '../db/write.ts'
import { notify } from './notice.ts'

/** What one agent leaves for another. */
export interface LeftNotice {
  readonly from: { readonly id: number; readonly name: string }
  readonly toId: number
  readonly type: NotificationType
  readonly conversationId: number | null
  readonly message: string
}

/** Leaves a colleague a notice. Answers its id. @throws Refusal agent.not-found, conversation.not-found */
export const leaveNotice = (writer: Writer, left: LeftNotice): Promise<number> =>
  write(writer, async (tx, emit) => {
    const { id } = await lockAgent(tx, left.toId)
    if (left.conversationId !== null) {
      const known = await tx
        .selectFrom('conversations')
        .select('id')
        .where('id', '=', left.conversationId)
        .executeTakeFirst()
      if (known === undefined) throw new Refusal('conversation.not-found', { id: left.conversationId })
    }
    const { type, message, conversationId } = left
    const title = `From ${left.from.name}`
    return notify(
      tx,
      emit,
      { agentId: id, cause: 'agent', type, title, message, conversationId },
      writer.now(),
    )
  })
