import { noReplySentence } from '@parley/core/conversations/rules'
import { ApiError } from '@parley/core/errors'
import { type Actor, record } from '../audit/record.ts'
import type { TxContext, Writer } from '../db/write.ts'
import { editConversation, type StatusFollowers } from './actions.ts'
import type { LockedConversation } from './lock.ts'
import { insertThreadLine } from './thread.ts'

type Agent = Actor & { readonly agentId: number }

interface Marking {
  /** The number of the customer's newest message that the agent has seen. */
  readonly inboundNo: number
  readonly by: Agent
}

const isOver = ({ status }: LockedConversation): boolean => status === 'RESOLVED' || status === 'ARCHIVED'

/** As `needsNoReply` in queue.ts. */
const isMarked = (row: LockedConversation): boolean =>
  row.no_reply_message_id !== null &&
  row.no_reply_message_id === row.last_message_id &&
  row.human_wait_started_at === null &&
  !row.with_bot &&
  !isOver(row)

/**
 * Ends the customer's wait without a reply. Status and owner stay; the queue's offer ends. A repeat changes nothing.
 * @throws ApiError conversation.not-found, conversation.changed, conversation.wrote-again
 */
export const markNoReply = (
  writer: Writer,
  id: number,
  { inboundNo, by }: Marking,
  withdrawOffer: StatusFollowers['withdrawOffer'],
): Promise<unknown> =>
  editConversation(
    writer,
    id,
    undefined,
    row => {
      if (isMarked(row)) return null
      if (row.inbound_no > inboundNo) throw new ApiError('conversation.wrote-again')
      if (row.human_wait_started_at === null || isOver(row)) return 'changed'
      return {
        human_wait_started_at: null,
        no_reply_wait: row.human_wait_started_at,
        no_reply_by: by.agentId,
        no_reply_at: writer.now(),
        no_reply_message_id: row.last_message_id,
      }
    },
    async (context, row) => {
      if (row.assignee_id === null) await withdrawOffer(context, id)
      await follow(context, id, false, by)
    },
  )

/**
 * The customer waits again, from the same time. A repeat changes nothing.
 * @throws ApiError conversation.not-found, conversation.changed
 */
export const unmarkNoReply = (writer: Writer, id: number, by: Agent): Promise<unknown> =>
  editConversation(
    writer,
    id,
    undefined,
    row => {
      const { no_reply_wait: wait, human_wait_started_at: running } = row
      if (isMarked(row)) return { human_wait_started_at: wait, no_reply_message_id: null }
      return wait !== null && wait.getTime() === running?.getTime() ? null : 'changed'
    },
    context => follow(context, id, true, by),
  )

/** The audit entry, and the line in the thread. */
async function follow(context: TxContext, id: number, needed: boolean, by: Agent): Promise<void> {
  const { tx, publish, now } = context
  await record(context, by, needed ? 'conversation.no-reply-undone' : 'conversation.no-reply', id)
  const { name } = await tx
    .selectFrom('agents')
    .select('name')
    .where('id', '=', by.agentId)
    .executeTakeFirstOrThrow()
  const details = { no_reply: { by: name, needed } }
  const text = noReplySentence(details.no_reply)
  const lineId = await insertThreadLine(context, { conversationId: id, text, details, at: now })
  publish({ noun: 'message', id: lineId, kind: 'created' })
}
