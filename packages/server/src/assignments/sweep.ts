import { offerEnd } from '@parley/core/assignments/rules'
import { type RawBuilder, sql } from 'kysely'
import { type Presence, sweepPresence } from '../agents/presence.ts'
import { isOnline } from '../agents/queries.ts'
import { lockConversation } from '../conversations/lock.ts'
import { type Writer, write } from '../db/write.ts'
import { endOffer, openOffer } from './offer.ts'

/** Ends the offers whose deadline has passed, also while no server ran. Answers how many. */
export const expireOffers = (writer: Writer): Promise<number> =>
  endWhere(writer, sql`o.deadline <= ${writer.now()}`, offerEnd.silent)

/** Turns lapsed presence into changes, and ends the offers to agents who were online then and are gone. */
export async function sweepGone(writer: Writer): Promise<number> {
  await sweepPresence(writer)
  const gone = sql`(o.was_online or a.disabled_at is not null) and not ${isOnline(writer.now())}`
  return endWhere(writer, gone, offerEnd.gone)
}

/** Does so only where who has no presence is surely gone. */
export const sweepIfSure = async (
  writer: Writer,
  presence: Pick<Presence, 'isAbsenceSure'>,
): Promise<number> => (presence.isAbsenceSure() ? sweepGone(writer) : 0)

/** Each in a transaction of its own, where the offer must still be open and due: another process may have ended it. */
async function endWhere(writer: Writer, due: RawBuilder<unknown>, reason: string): Promise<number> {
  const from = sql`from assignments o join agents a on a.id = o.agent_id where o.state = 'offered' and ${due}`
  const { rows } = await sql<{ id: number; conversation_id: number }>`
    select o.id, o.conversation_id ${from} order by o.conversation_id`.execute(writer.db)
  let ended = 0
  for (const { id, conversation_id: conversationId } of rows) {
    const done = await write(writer, async (tx, emit) => {
      await lockConversation(tx, conversationId)
      const still = await sql`select 1 ${from} and o.id = ${id}`.execute(tx)
      const offer = await openOffer(tx, conversationId)
      if (still.rows.length === 0 || offer === undefined) return false
      await endOffer(tx, emit, offer, { state: 'expired', reason }, writer.now())
      return true
    })
    if (done) ended += 1
  }
  return ended
}
