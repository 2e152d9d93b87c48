import { assignmentCalls } from '@parley/core/assignments/api'
import { ApiError } from '@parley/core/errors'
import { conversationExists } from '../conversations/queries.ts'
import type { Writer } from '../db/write.ts'
import { askerOf } from '../http/caller.ts'
import { type Http, mount } from '../http/mount.ts'
import { currentSeq } from '../live/log.ts'
import { agentId, conversationId, idOf } from '../http/ids.ts'
import { mayLookAt } from '../visibility/queries.ts'
import { accept } from './take.ts'
import { assign } from './assign.ts'
import { assignmentHistory, conversationOfNotice } from './queries.ts'
import { reject } from './offer.ts'
import { withdraw } from './withdraw.ts'

export interface AssignmentDeps {
  readonly writer: Writer
  /** Milliseconds until an offer expires. */
  readonly offerDeadlineMs: number
}

export function assignmentRoutes(http: Http, { writer, offerDeadlineMs }: AssignmentDeps): void {
  const { db } = writer

  const conversationOf = async (text: string): Promise<number> => {
    const id = conversationId(text)
    if (await conversationExists(db, id)) return id
    throw new ApiError('conversation.not-found', { id: text })
  }
  /** All ids are of one sequence, so an id is a conversation's or a notification's, never both. */
  const handoffOf = async (text: string, callerId: number): Promise<number> => {
    const id = conversationId(text)
    return (await conversationOfNotice(db, callerId, id)) ?? conversationOf(text)
  }
  /** A refusal names the owner only to an agent who may see the conversation. */
  const answering = async (callerId: number, id: number, act: Promise<void>): Promise<void> => {
    try {
      await act
    } catch (error) {
      const names =
        error instanceof ApiError && /^assignment\.(taken|offered-to-other)$/.test(error.code)
          ? error.code
          : null
      if (names === null || (await mayLookAt(db, callerId, id))) throw error
      throw new ApiError(names)
    }
  }
  const historyOf = async (id: number) => ({ assignment_history: await assignmentHistory(db, id) })

  mount(http, assignmentCalls, {
    assignmentHistory: async ({ params, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      return historyOf(await conversationOf(params.id))
    },
    assign: async ({ params, body, caller }) => {
      const id = await conversationOf(params.id)
      const askedId = agentId(body.agent_id)
      await assign(writer, {
        conversationId: id,
        agentId: askedId,
        by: caller,
        deadlineMs: offerDeadlineMs,
        atOnce: body.as === 'owner',
        note: body.note === undefined ? null : { clientId: body.note.client_note_id, text: body.note.text },
        withinCapacity: body.within_capacity,
      })
      return historyOf(id)
    },
    withdrawOffer: async ({ params, body, caller }) => {
      const id = await conversationOf(params.id)
      const by = { agentId: caller.agentId, address: caller.address, asker: askerOf(caller) }
      const assignmentId = idOf(body.assignment_id) ?? 0
      await withdraw(writer, { conversationId: id, assignmentId, by })
      return historyOf(id)
    },
    acceptHandoff: async ({ params, caller }) => {
      const id = await handoffOf(params.id, caller.agentId)
      await answering(caller.agentId, id, accept(writer, caller.agentId, id))
      return historyOf(id)
    },
    rejectHandoff: async ({ params, body, caller }) => {
      const id = await handoffOf(params.id, caller.agentId)
      await answering(caller.agentId, id, reject(writer, caller.agentId, id, body ?? {}))
      return historyOf(id)
    },
  })
}
