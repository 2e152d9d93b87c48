import { customerNoteCalls } from '@parley/core/customers/note'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId } from '../http/ids.ts'
import { currentSeq } from '../live/log.ts'
import { editCustomerNote } from './edit.ts'
import { customerNote } from './queries.ts'

export function customerNoteRoutes(http: Http, writer: Writer): void {
  const { db } = writer
  mount(http, customerNoteCalls, {
    customerNote: async ({ params, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      return customerNote(db, conversationId(params.id))
    },
    changeCustomerNote: async ({ params, body, caller }) => {
      const id = conversationId(params.id)
      await editCustomerNote(writer, { conversationId: id, agentId: caller.agentId, ...body })
      return customerNote(db, id)
    },
  })
}
