import { Refusal } from '@parley/core/errors'
import type { Random } from '../auth/random.ts'
import { makeReset } from '../auth/reset.ts'
import { type Writer, write } from '../db/write.ts'
import { agentOfEmail } from './queries.ts'

/** The token of a link with which an agent sets a new password. @throws Refusal input.invalid naming email */
export const startReset = (writer: Writer, random: Random, email: string): Promise<string> =>
  write(writer, async tx => {
    const agent = await agentOfEmail(tx, email)
    if (agent.disabled) throw Refusal.field('email', 'belongs to a disabled account')
    return makeReset(tx, random, agent.id, writer.now())
  })
