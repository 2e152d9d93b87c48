import { ApiError } from '@parley/core/errors'
import { noteCalls } from '@parley/core/notes/api'
import { conversationExists } from '../conversations/queries.ts'
import type { Writer } from '../db/write.ts'
import { askerOf } from '../http/caller.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId, noteId } from '../http/ids.ts'
import { currentSeq } from '../live/log.ts'
import { addInternalNote, editNote, reactToNote, removeNote } from './actions.ts'
import { mentionableBy, noteById, notesOfConversation } from './queries.ts'

export function noteRoutes(http: Http, writer: Writer): void {
  const { db } = writer
  const known = async (text: string): Promise<number> => {
    const id = conversationId(text)
    if (!(await conversationExists(db, id))) throw new ApiError('conversation.not-found', { id: text })
    return id
  }
  mount(http, noteCalls, {
    notes: async ({ params, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      return notesOfConversation(db, await known(params.id))
    },
    mentionable: async ({ params, caller }) => mentionableBy(db, await known(params.id), caller.agentId),
    addNote: async ({ params, body, caller }) => {
      const { client_note_id: clientId, text, mentions } = body
      const { agentId } = caller
      const note = { conversationId: conversationId(params.id), agentId, clientId, text, mentions }
      return noteById(db, await addInternalNote(writer, note))
    },
    editNote: async ({ params, body, caller }) => {
      const id = noteId(params.id)
      await editNote(writer, { id, agentId: caller.agentId, ...body })
      return noteById(db, id)
    },
    reactToNote: async ({ params, body, caller }) => {
      const id = noteId(params.id)
      await reactToNote(writer, { id, agentId: caller.agentId, ...body })
      return noteById(db, id)
    },
    removeNote: async ({ params, caller }) => {
      const id = noteId(params.id)
      const { agentId, address } = caller
      await removeNote(writer, id, { agentId, address, asker: askerOf(caller) })
      return { id: String(id) }
    },
  })
}
