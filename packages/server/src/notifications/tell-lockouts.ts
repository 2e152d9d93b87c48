import { codeLockoutNotice, lockoutNotice } from '@parley/core/notifications/rules'
import { sql } from 'kysely'
import { atTheServer, record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'

/**
 * Tells the owners of accounts that were closed after too many wrong passwords or codes, once for each lock, which is then on
 * record; one open notice says the newest. Not done by the sign-in call: who guesses would see from its time that somebody has this account. Answers
 * how many were told.
 */
export const tellLockouts = (writer: Writer): Promise<number> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    const { rows } = await sql<{ agent_id: number; of_codes: boolean; failures: number; locked_until: Date }>`
      update sign_in_tries set told_until = locked_until
      where counter in (
        select counter from sign_in_tries
        where agent_id is not null and locked_until is not null and told_until is distinct from locked_until
          and (counter like 'agent %' or counter like 'code %')
        order by counter for no key update skip locked
      )
      returning agent_id, counter like 'code %' as of_codes, failures, locked_until`.execute(tx)
    for (const { agent_id: agentId, of_codes: ofCodes, failures, locked_until: until } of rows) {
      const text = (ofCodes ? codeLockoutNotice : lockoutNotice)(failures, until, now)
      const said = { ...text, read_at: null, updated_at: now }
      const notice = await tx
        .insertInto('notifications')
        .values({
          agent_id: agentId,
          cause: 'lockout',
          type: 'warning',
          importance: 'high',
          auto_close: false,
          created_at: now,
          ...said,
        })
        .onConflict(conflict =>
          conflict
            .column('agent_id')
            .where('cause', '=', sql.lit('lockout'))
            .where('dismissed_at', 'is', null)
            .doUpdateSet(said),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      emit({ noun: 'notification', id: notice.id, kind: 'changed', agentId })
      const action = ofCodes ? 'second-factor.locked' : 'sign-in.locked'
      const entry = { action, noun: 'agent', objectId: agentId } as const
      await record(tx, atTheServer, { ...entry, after: { failures, until } }, now)
    }
    return rows.length
  })
