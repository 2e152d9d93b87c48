import { endSessionsOf } from '../auth/end.ts'
import { type Writer, write } from '../db/write.ts'
import { agentOfEmail } from './queries.ts'

/** Locks an agent out: no sign-in, and every session ends. @throws Refusal input.invalid naming email */
export const disableAgent = (writer: Writer, email: string): Promise<void> =>
  write(writer, async (tx, emit) => {
    const { id } = await agentOfEmail(tx, email)
    const now = writer.now()
    await tx
      .updateTable('agents')
      .set({ disabled_at: now })
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .execute()
    await endSessionsOf(tx, emit, id, { reason: 'disabled', now })
    emit({ noun: 'agent', id, kind: 'changed' })
  })
