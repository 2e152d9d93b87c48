import { ApiError } from '@parley/core/errors'
import { visitCalls } from '@parley/core/visits/api'
import { conversationExists } from '../conversations/queries.ts'
import type { Writer } from '../db/write.ts'
import { conversationId, idBy } from '../http/ids.ts'
import { type Http, mount } from '../http/mount.ts'
import { currentSeq } from '../live/log.ts'
import { changeVisit, createVisit } from './actions.ts'
import { visitById, visitsOfConversation } from './queries.ts'

const visitId = idBy('visit.not-found')

export function visitRoutes(http: Http, writer: Writer): void {
  const { db } = writer
  mount(http, visitCalls, {
    visits: async ({ params, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      const id = conversationId(params.id)
      if (!(await conversationExists(db, id))) throw new ApiError('conversation.not-found', { id })
      return visitsOfConversation(db, id)
    },
    visit: async ({ params, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      return visitById(db, visitId(params.id))
    },
    createVisit: async ({ params, body, caller }) => {
      const into = { conversationId: conversationId(params.id), agentId: caller.agentId }
      return visitById(db, await createVisit(writer, { ...body, ...into }))
    },
    changeVisit: async ({ params, body }) => {
      const id = visitId(params.id)
      await changeVisit(writer, id, body)
      return visitById(db, id)
    },
  })
}
