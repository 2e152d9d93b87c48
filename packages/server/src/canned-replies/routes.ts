import { cannedReplyCalls } from '@parley/core/canned-replies/api'
import { removeUnnamed, toAttachment } from '../attachments/queries.ts'
import type { FileStore } from '../attachments/store.ts'
import type { Writer } from '../db/write.ts'
import { askerOf, type Caller } from '../http/caller.ts'
import { cannedReplyId } from '../http/ids.ts'
import { type Http, mount } from '../http/mount.ts'
import { changeReply, createReply, type Edit, removeReply } from './actions.ts'
import { takeFile } from './files.ts'
import { cannedReplies, cannedReply } from './queries.ts'

interface Asked {
  readonly params: { readonly id: string }
  readonly body: { readonly version: number }
  readonly caller: Caller
}

const editOf = ({ params, body, caller }: Asked): Edit => ({
  id: cannedReplyId(params.id),
  version: body.version,
  by: { agentId: caller.agentId, address: caller.address, asker: askerOf(caller) },
})

export function cannedReplyRoutes(http: Http, writer: Writer, store: FileStore): void {
  const { db } = writer
  mount(http, cannedReplyCalls, {
    cannedReplies: ({ caller }) => cannedReplies(db, caller.agentId),
    createCannedReply: async ({ body, caller }) => {
      const { client_reply_id: clientId, scope, content } = body
      return cannedReply(
        db,
        caller.agentId,
        await createReply(writer, { clientId, scope, content, by: caller }),
      )
    },
    changeCannedReply: async asked => {
      const edit = editOf(asked)
      await removeUnnamed(db, store, await changeReply(writer, edit, asked.body.content))
      return cannedReply(db, edit.by.agentId, edit.id)
    },
    removeCannedReply: async asked => {
      await removeUnnamed(db, store, await removeReply(writer, editOf(asked)))
    },
    takeCannedFile: async ({ params, body, caller }) => {
      const taken = { id: cannedReplyId(params.id), documentId: body.document_id, agentId: caller.agentId }
      return toAttachment(await takeFile(writer, store, taken))
    },
  })
}
