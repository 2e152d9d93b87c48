import { mergeCalls } from '@parley/core/customers/merges'
import { Refusal } from '@parley/core/errors'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId, mergeId } from '../http/ids.ts'
import { mergeCustomers } from './merge.ts'
import { mergesOf } from './queries.ts'
import { undoMerge } from './undo-merge.ts'

/** Two customers who are one person: said by an agent, and taken back. */
export function mergeRoutes(http: Http, writer: Writer): void {
  const { db } = writer
  const requireConversation = async (id: number): Promise<number> => {
    const row = await db.selectFrom('conversations').select('id').where('id', '=', id).executeTakeFirst()
    if (row === undefined) throw new Refusal('conversation.not-found', { id: String(id) })
    return id
  }
  mount(
    http,
    mergeCalls,
  )({
    merges: async ({ params }) => mergesOf(db, await requireConversation(conversationId(params.id))),
    mergeCustomers: async ({ params, body, caller }) => {
      const [id, other] = [conversationId(params.id), conversationId(body.other_conversation_id)]
      const made = await mergeCustomers(writer, id, other, caller)
      const [merge] = await mergesOf(db, id, made)
      if (merge === undefined) throw new Error('A merge is not there')
      return merge
    },
    undoMerge: async ({ params, caller }) => {
      await undoMerge(
        writer,
        await requireConversation(conversationId(params.id)),
        mergeId(params.merge),
        caller,
      )
      return undefined
    },
  })
}
