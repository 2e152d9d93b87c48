import { messageDraftCalls } from '@parley/core/messages/drafts-api'
import type { Writer } from '../../db/write.ts'
import { type Http, mount } from '../../http/mount.ts'
import { conversationId } from '../../http/ids.ts'
import { currentSeq } from '../../live/log.ts'
import { visibilityOf } from '../../visibility/queries.ts'
import { draftAt, messageDrafts } from './queries.ts'
import { writeDraft } from './actions.ts'

export function messageDraftRoutes(http: Http, writer: Writer): void {
  const { db } = writer
  mount(http, messageDraftCalls, {
    messageDrafts: async ({ caller, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      return messageDrafts(db, caller.agentId, visibilityOf(caller))
    },
    writeMessageDraft: async ({ params, body, caller }) => {
      const place = { agentId: caller.agentId, conversationId: conversationId(params.id) }
      const { text, quoted_message_id: quotedId, page_id: pageId, write_no: no, version } = body
      await writeDraft(writer, place, { text, quotedId, pageId, no, version })
      return draftAt(db, place)
    },
  })
}
