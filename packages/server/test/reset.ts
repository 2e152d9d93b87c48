import { startReset } from '../src/agents/password-links.ts'
import { agentOfEmail } from '../src/agents/queries.ts'
import { atTheServer } from '../src/audit/record.ts'
import { OneTimeTokens, systemRandom } from '../src/auth/tokens.ts'
import type { Writer } from '../src/db/write.ts'
import { testSecret } from './server.ts'

/** Creates and reads links like the servers of tests. */
export const links = new OneTimeTokens(testSecret, 'password link', systemRandom)

/** The token of a password link for the owner of this address, as the command makes one. */
export async function resetToken(writer: Writer, email: string): Promise<string> {
  const { id } = await agentOfEmail(writer.db, email)
  return (await startReset(writer, links, id, atTheServer)).token
}
