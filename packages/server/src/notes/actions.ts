import { sql } from 'kysely'
import { type Asker, requirePermission } from '@parley/core/access/rules'
import { ApiError } from '@parley/core/errors'
import { noteLimits, type NoteReaction } from '@parley/core/notes/constants'
import { type Actor, record } from '../audit/record.ts'
import { lockConversation } from '../conversations/lock.ts'
import { findExisting, insertOrConflict } from '../db/once.ts'
import { refuseBeyond } from '../db/row-limit.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { dismissDone } from '../notifications/notify.ts'
import { endMentions, seeMentions, setMentions, settleMentions } from './mentions.ts'

interface NewNote {
  readonly conversationId: number
  readonly agentId: number
  readonly clientId: string
  readonly text: string
  /** Ids as the client sent them. */
  readonly mentions: readonly string[]
}

const sameClientId = () => new ApiError('note.same-client-id')

/**
 * Adds a note to a conversation's thread, once for each client id, and returns the note's id. The conversation itself
 * stays unchanged. The author's own open mentions in the conversation end: they have answered.
 * @throws ApiError conversation.not-found, customer.erased, note.same-client-id, note.too-many, note.not-mentionable,
 * agent.not-found
 */
export const addInternalNote = (writer: Writer, note: NewNote): Promise<number> =>
  write(writer, async context => {
    await lockConversation(context.tx, note.conversationId)
    return (await addNoteLocked(context, note)).id
  })

/** The same in a locked conversation. `isNew` is false if the client id has a note already. */
export async function addNoteLocked(
  context: TxContext,
  { conversationId, agentId, clientId, text, mentions }: NewNote,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const { tx, publish, now } = context
  const made = await findExisting({
    clientId,
    find: () =>
      tx
        .selectFrom('conversation_notes')
        .select(['id', 'conversation_id', 'text', 'edited_at', 'deleted_at'])
        .where('agent_id', '=', agentId)
        .where('client_note_id', '=', clientId)
        .executeTakeFirst(),
    isSame: row =>
      row.conversation_id === conversationId &&
      row.deleted_at === null &&
      (row.text === text || row.edited_at !== null),
    conflictError: sameClientId,
  })
  if (made !== null) return { id: made.id, isNew: false }
  const notes = sql`conversation_notes where conversation_id = ${conversationId} and deleted_at is null`
  await refuseBeyond(tx, noteLimits.ofConversation, 'note.too-many', notes)
  const row = await tx
    .insertInto('conversation_notes')
    .values({ conversation_id: conversationId, agent_id: agentId, client_note_id: clientId, text, at: now })
    .onConflict(conflict => conflict.columns(['agent_id', 'client_note_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const { id } = insertOrConflict(row, sameClientId)
  await endMentions(context, { conversationId, agentId })
  await setMentions(context, { noteId: id, conversationId, authorId: agentId, text, mentions })
  publish({ noun: 'note', id, kind: 'created' })
  return { id, isNew: true }
}

interface NoteEdit {
  readonly id: number
  readonly agentId: number
  readonly text: string
  /** Ids as the client sent them. */
  readonly mentions: readonly string[]
}

/**
 * Changes the text and mentions of the agent's own note. The same edit again changes nothing.
 * @throws ApiError note.not-found, customer.erased, session.forbidden, note.not-mentionable, agent.not-found
 */
export const editNote = (writer: Writer, { id, agentId, text, mentions }: NoteEdit): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    const note = await lockStandingNote(tx, id)
    if (note.agent_id !== agentId)
      throw new ApiError('session.forbidden', { reason: 'Only its author may change a note' })
    const mentioning = { noteId: id, conversationId: note.conversation_id, authorId: agentId, text, mentions }
    await setMentions(context, mentioning)
    const edited = { text, edited_at: context.now }
    if (note.text !== text)
      await tx.updateTable('conversation_notes').set(edited).where('id', '=', id).execute()
    publish({ noun: 'note', id, kind: 'changed' })
  })

/** The agent who deletes a note, and their role's permissions. */
interface Remover extends Actor {
  readonly agentId: number
  readonly asker: Asker
}

/**
 * Deletes a note's text and dismisses its notifications. The deletion of a colleague's note is on record, without the
 * text. A deleted note stays as it is.
 * @throws ApiError note.not-found, customer.erased, session.forbidden
 */
export const removeNote = (writer: Writer, id: number, by: Remover): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    const note = await lockNote(tx, id)
    const isOwn = note.agent_id === by.agentId
    if (!isOwn) requirePermission(by.asker, 'colleague-notes')
    if (note.deleted_at !== null) return
    await tx
      .updateTable('conversation_notes')
      .set({ text: '', deleted_at: context.now })
      .where('id', '=', id)
      .execute()
    await dismissDone(context, { cause: 'mention', noteId: id })
    await settleMentions(context, [id])
    publish({ noun: 'note', id, kind: 'changed' })
    if (isOwn) return
    const before = { note: String(id), by: String(note.agent_id) }
    await record(context, by, 'conversation.note-deleted', note.conversation_id, { before })
  })

interface ReactionEdit {
  readonly id: number
  readonly agentId: number
  readonly emoji: NoteReaction
  /** False: remove it. */
  readonly on: boolean
}

/**
 * Adds or removes an agent's reaction to a note. A reaction answers the agent's mention.
 * @throws ApiError note.not-found, customer.erased
 */
export const reactToNote = (writer: Writer, { id, agentId, emoji, on }: ReactionEdit): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    const { conversation_id: conversationId } = await lockStandingNote(tx, id)
    if (on) {
      await tx
        .insertInto('note_reactions')
        .values({ note_id: id, agent_id: agentId, emoji, at: context.now })
        .onConflict(conflict => conflict.columns(['note_id', 'agent_id', 'emoji']).doNothing())
        .execute()
      await dismissDone(context, { cause: 'mention', noteId: id, agentId })
      await seeMentions(context, { conversationId, agentId })
    } else {
      await tx
        .deleteFrom('note_reactions')
        .where('note_id', '=', id)
        .where('agent_id', '=', agentId)
        .where('emoji', '=', emoji)
        .execute()
    }
    publish({ noun: 'note', id, kind: 'changed' })
  })

/**
 * Reads a note, deleted or not, under its conversation's lock.
 * @throws ApiError note.not-found, customer.erased
 */
async function lockNote(tx: Tx, id: number) {
  const notes = tx.selectFrom('conversation_notes').where('id', '=', id)
  const found = await notes.select('conversation_id').executeTakeFirst()
  if (found === undefined) throw new ApiError('note.not-found', { id })
  await lockConversation(tx, found.conversation_id)
  return notes.selectAll().executeTakeFirstOrThrow()
}

/** The same for a note that is not deleted. @throws ApiError note.not-found, customer.erased */
async function lockStandingNote(tx: Tx, id: number) {
  const note = await lockNote(tx, id)
  if (note.deleted_at !== null) throw new ApiError('note.not-found', { id })
  return note
}
