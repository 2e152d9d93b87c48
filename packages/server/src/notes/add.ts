import { Refusal } from '@parley/core/errors'
import { noteLimits } from '@parley/core/notes/constants'
import { sql } from 'kysely'
import { lockConversation } from '../conversations/lock.ts'
import { madeBefore, madeNow } from '../db/once.ts'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { endMentions } from './end-mentions.ts'
import { setMentions } from './mention.ts'

/** What an agent writes for colleagues. */
export interface NewNote {
  readonly conversationId: number
  readonly agentId: number
  readonly clientId: string
  readonly text: string
  /** Ids as they came. */
  readonly mentions: readonly string[]
}

const sameClientId = () => new Refusal('note.same-client-id')

/**
 * Writes a note into a conversation's thread, once for each id of the client. Nothing of the conversation changes by it.
 * Who was mentioned in this conversation and writes has answered. Answers its id.
 * @throws Refusal conversation.not-found, customer.erased, note.same-client-id, note.too-many, note.not-mentionable,
 * agent.not-found
 */
export const addInternalNote = (writer: Writer, note: NewNote): Promise<number> =>
  write(writer, async (tx, emit) => {
    await lockConversation(tx, note.conversationId)
    return (await addNoteLocked(tx, emit, note, writer.now())).id
  })

/** The same where the conversation is locked; `isNew`: it was not there before. */
export async function addNoteLocked(
  tx: Tx,
  emit: Emit,
  { conversationId, agentId, clientId, text, mentions }: NewNote,
  now: Date,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const made = await madeBefore({
    clientId,
    find: id => madeUnder(tx, agentId, id),
    isSame: row =>
      row.conversation_id === conversationId &&
      row.deleted_at === null &&
      (row.text === text || row.edited_at !== null),
    refusal: sameClientId,
  })
  if (made !== null) return { id: made.id, isNew: false }
  await refuseTooMany(tx, conversationId)
  const row = await tx
    .insertInto('conversation_notes')
    .values({ conversation_id: conversationId, agent_id: agentId, client_note_id: clientId, text, at: now })
    .onConflict(conflict => conflict.columns(['agent_id', 'client_note_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const { id } = madeNow(row, sameClientId)
  await endMentions(tx, emit, { conversationId, agentId }, now)
  await setMentions(tx, emit, { noteId: id, conversationId, authorId: agentId, text, mentions }, now)
  emit({ noun: 'note', id, kind: 'created' })
  return { id, isNew: true }
}

const madeUnder = (tx: Tx, agentId: number, clientId: string) =>
  tx
    .selectFrom('conversation_notes')
    .select(['id', 'conversation_id', 'text', 'edited_at', 'deleted_at'])
    .where('agent_id', '=', agentId)
    .where('client_note_id', '=', clientId)
    .executeTakeFirst()

/** So that all of them fit into one answer. */
async function refuseTooMany(tx: Tx, conversationId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('conversation_notes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('conversation_id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const most = noteLimits.ofConversation
  if (count >= most) throw new Refusal('note.too-many', { most })
}
