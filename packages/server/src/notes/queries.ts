import type { AgentId, ConversationId, NoteId } from '@parley/core/ids'
import type { Note } from '@parley/core/notes/api'
import { ApiError } from '@parley/core/errors'
import { type NoteReaction, noteReactions } from '@parley/core/notes/constants'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { agentsWhoSee } from '../visibility/queries.ts'

interface Named {
  readonly id: number
  readonly name: string
}

interface Row {
  readonly id: number
  readonly conversation_id: number
  readonly agent_id: number
  readonly agent_name: string
  readonly client_note_id: string | null
  readonly text: string
  readonly at: Date
  readonly edited_at: Date | null
  readonly mentions: readonly (Named & { readonly written: string })[]
  readonly reactions: readonly (Named & { readonly emoji: string })[]
}

const rowsOf = async (reader: Reader, where: RawBuilder<unknown>): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    select n.id, n.conversation_id, n.agent_id, a.name as agent_name, n.client_note_id, n.text, n.at, n.edited_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'written', m.written)
        order by p.name, p.id)
        from note_mentions m join agents p on p.id = m.agent_id where m.note_id = n.id), '[]') as mentions,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'emoji', r.emoji) order by r.at, p.id, r.emoji)
        from note_reactions r join agents p on p.id = r.agent_id where r.note_id = n.id), '[]') as reactions
    from conversation_notes n join agents a on a.id = n.agent_id
    where ${where} order by n.at, n.id`.execute(reader)
  return rows
}

const colleague = ({ id, name }: Named) => ({ id: String(id) as AgentId, name })

const isReaction = (emoji: string): emoji is NoteReaction => noteReactions.some(known => known === emoji)

/** Each emoji once, by its first reaction, with its agents. */
const reactionsOf = (rows: Row['reactions']): Note['reactions'] =>
  [...new Set(rows.map(row => row.emoji))]
    .filter(isReaction)
    .map(emoji => ({ emoji, agents: rows.filter(row => row.emoji === emoji).map(colleague) }))

const noteOf = (row: Row): Note => ({
  id: String(row.id) as NoteId,
  conversation_id: String(row.conversation_id) as ConversationId,
  agent: colleague({ id: row.agent_id, name: row.agent_name }),
  text: row.text,
  created_at: row.at.toISOString(),
  edited_at: row.edited_at?.toISOString() ?? null,
  mentions: row.mentions.map(one => ({ ...colleague(one), written: one.written })),
  reactions: reactionsOf(row.reactions),
  client_note_id: row.client_note_id ?? '',
})

/** The notes of a conversation, oldest first. */
export const notesOfConversation = async (reader: Reader, conversationId: number): Promise<Note[]> =>
  (await rowsOf(reader, sql`n.conversation_id = ${conversationId} and n.deleted_at is null`)).map(noteOf)

/** One note that is not deleted. @throws ApiError note.not-found */
export async function noteById(reader: Reader, id: number): Promise<Note> {
  const [row] = await rowsOf(reader, sql`n.id = ${id} and n.deleted_at is null`)
  if (row === undefined) throw new ApiError('note.not-found', { id })
  return noteOf(row)
}

/** The agent's colleagues who may see a conversation, by name. */
export async function mentionableBy(reader: Reader, conversationId: number, agentId: number) {
  const allowedViewers = await agentsWhoSee(reader, conversationId)
  return allowedViewers
    .filter(({ id }) => id !== agentId)
    .map(viewer => ({ ...colleague(viewer), department: viewer.department }))
}
