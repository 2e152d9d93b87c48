import type { Departure } from '../../src/agents/leave.ts'
import { disableAgent } from '../../src/agents/accounts.ts'
import { agentOfEmail } from '../../src/agents/queries.ts'
import { endOffersOf } from '../../src/assignments/offer.ts'
import { handBackOf } from '../../src/assignments/hand-back.ts'
import { atTheServer } from '../../src/audit/record.ts'
import type { Writer } from '../../src/db/write.ts'

/** The effects of an agent's departure, as in the server and the command line. */
export const departure: Departure = { endOffersOf, handBackOf }

/** Locks out the agent with this address, as the command does. */
export async function disable(writer: Writer, email: string): Promise<void> {
  const { id } = await agentOfEmail(writer.db, email)
  await disableAgent(writer, id, departure, atTheServer)
}
