import type { Departure } from '../../src/agents/leave.ts'
import { disableAgent } from '../../src/agents/accounts.ts'
import { agentOfEmail } from '../../src/agents/queries.ts'
import { endOffersOf } from '../../src/assignments/offer.ts'
import { handBackOf } from '../../src/assignments/hand-back.ts'
import { atTheServer } from '../../src/audit/record.ts'
import type { Writer } from '../../src/db/write.ts'

/** What ends with an agent, as the server and the command line have it. */
export const departure: Departure = { endOffersOf, handBackOf }

/** Locks the agent of an address out, as the command does. */
export async function disable(writer: Writer, email: string): Promise<void> {
  const { id } = await agentOfEmail(writer.db, email)
  await disableAgent(writer, id, departure, atTheServer)
}
