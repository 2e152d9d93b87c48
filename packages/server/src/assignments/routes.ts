import { assignmentCalls } from '@parley/core/api/assignments'
import { Refusal } from '@parley/core/errors'
import { conversationExists } from '../conversations/queries.ts'
import type { Writer } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { type Http, mount } from '../http/mount.ts'
import { accept } from './accept.ts'
import { assign } from './assign.ts'
import { assignmentHistory, conversationOfNotice } from './queries.ts'
import { reject } from './reject.ts'

export interface AssignmentDeps {
  readonly writer: Writer
  /** Milliseconds an offer waits for its answer. */
  readonly offerDeadlineMs: number
}

export function assignmentRoutes(http: Http, { writer, offerDeadlineMs }: AssignmentDeps): void {
  const { db } = writer

  const conversationOf = async (text: string): Promise<number> => {
    const id = idOf(text)
    if (id !== null && (await conversationExists(db, id))) return id
    throw new Refusal('conversation.not-found', { id: text })
  }
  /** Ids of all nouns differ, so an id is a conversation's or a notification's and never both. */
  const handoffOf = async (text: string, agentId: number): Promise<number> => {
    const id = idOf(text)
    return (id === null ? null : await conversationOfNotice(db, agentId, id)) ?? conversationOf(text)
  }
  const historyOf = async (id: number) => ({ assignment_history: await assignmentHistory(db, id) })

  mount(
    http,
    assignmentCalls,
  )({
    assignmentHistory: async ({ params }) => historyOf(await conversationOf(params.id)),
    assign: async ({ params, body, caller }) => {
      const conversationId = await conversationOf(params.id)
      const agentId = idOf(body.agent_id)
      if (agentId === null) throw new Refusal('agent.not-found', { id: body.agent_id })
      await assign(writer, { conversationId, agentId, byId: caller.agentId, deadlineMs: offerDeadlineMs })
      return historyOf(conversationId)
    },
    acceptHandoff: async ({ params, caller }) => {
      const conversationId = await handoffOf(params.id, caller.agentId)
      await accept(writer, caller.agentId, conversationId)
      return historyOf(conversationId)
    },
    rejectHandoff: async ({ params, body, caller }) => {
      const conversationId = await handoffOf(params.id, caller.agentId)
      await reject(writer, caller.agentId, conversationId, body?.reason)
      return historyOf(conversationId)
    },
  })
}
