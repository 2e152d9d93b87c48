import { madeBefore, madeNow } from '../db/once.ts'
import { type Tx, type Writer, write } from '../db/write.ts'
import { type ApplicationEdit, lockApplication, sameClientId } from './lock.ts'

/** A note that an agent writes; not blank. */
export interface NewNote {
  readonly content: string
  readonly client_note_id?: string | undefined
}

/**
 * Adds a note. The same client id again adds nothing. The version stays, so that a note refuses nobody's edit.
 * @throws Refusal application.not-found, application.same-client-id
 */
export const addNote = (
  writer: Writer,
  { kind, id, caller }: ApplicationEdit,
  note: NewNote,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    await lockApplication(tx, kind, id)
    if ((await madeBefore(clickOf(tx, id, caller.agentId, note))) !== null) return
    const now = writer.now()
    const inserted = await tx
      .insertInto('application_notes')
      .values({
        application_id: id,
        agent_id: caller.agentId,
        content: note.content,
        client_note_id: note.client_note_id ?? null,
        at: now,
      })
      .onConflict(conflict => conflict.columns(['agent_id', 'client_note_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    madeNow(inserted, refusal)
    await tx.updateTable('applications').set({ updated_at: now }).where('id', '=', id).execute()
    emit({ noun: 'application', id, kind: 'changed' })
  })

const refusal = sameClientId('client_note_id')

const clickOf = (tx: Tx, id: number, agentId: number, note: NewNote) => ({
  clientId: note.client_note_id,
  find: (clientId: string) =>
    tx
      .selectFrom('application_notes')
      .select(['application_id', 'content'])
      .where('agent_id', '=', agentId)
      .where('client_note_id', '=', clientId)
      .executeTakeFirst(),
  isSame: (made: { application_id: number; content: string }) =>
    made.application_id === id && made.content === note.content,
  refusal,
})
