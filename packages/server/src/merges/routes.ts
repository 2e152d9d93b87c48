import { mergeCalls } from '@parley/core/customers/merges'
import { ApiError } from '@parley/core/errors'
import { conversationExists } from '../conversations/queries.ts'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId, mergeId } from '../http/ids.ts'
import { mergeCustomers } from './merge.ts'
import { mergesOf } from './queries.ts'
import { undoMerge } from './undo-merge.ts'

export function mergeRoutes(http: Http, writer: Writer): void {
  const { db } = writer
  const requireConversation = async (id: number): Promise<number> => {
    if (!(await conversationExists(db, id))) throw new ApiError('conversation.not-found', { id: String(id) })
    return id
  }
  mount(http, mergeCalls, {
    merges: async ({ params }) => mergesOf(db, await requireConversation(conversationId(params.id))),
    mergeCustomers: async ({ params, body, caller }) => {
      const [id, other] = [conversationId(params.id), conversationId(body.other_conversation_id)]
      const made = await mergeCustomers(writer, id, other, caller)
      const [merge] = await mergesOf(db, id, made)
      if (merge === undefined) throw new Error('The new merge was not found')
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
