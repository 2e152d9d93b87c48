import { Refusal } from '@parley/core/errors'
import { typedCode } from '@parley/core/rules/second-factor'
import { verify } from 'otplib'
import { type Doer, record } from '../audit/record.ts'
import { type Emit, type Reader, type Tx, type Writer, write } from '../db/write.ts'
import { hashOf } from './random.ts'
import type { Seal } from './sealed.ts'
import { beginTry, forgiveCode, ofCodes } from './sign-in-tries.ts'

/** Seconds a code is shown by the app, and how much its clock may differ: one step before and one after (RFC 6238, 5.2). */
const step = 30

/** Whether an account has a second factor that is asked for, and how many of its recovery codes are left. */
export interface SecondFactor {
  readonly isOn: boolean
  readonly codesLeft: number
}

export async function secondFactorOf(reader: Reader, agentId: number): Promise<SecondFactor> {
  const row = await reader
    .selectFrom('second_factors as f')
    .select(eb =>
      eb
        .selectFrom('recovery_codes as c')
        .select(of => of.fn.countAll<number>().as('left'))
        .whereRef('c.agent_id', '=', 'f.agent_id')
        .where('c.used_at', 'is', null)
        .as('left'),
    )
    .where('agent_id', '=', agentId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return { isOn: row !== undefined, codesLeft: row?.left ?? 0 }
}

/** The name under which an account's secret is sealed. */
export const sealedFor = (agentId: number): string => `agent ${agentId}`

/** A code that somebody shows for an account. */
export interface Shown {
  readonly agentId: number
  readonly code: string
  /** Who shows it. */
  readonly by: Doer
  /** Whether recovery codes are taken as well. */
  readonly takes: 'app or recovery' | 'app'
}

/**
 * The only way to show a code of a second factor. It is counted for the account before it is looked at, whatever browser,
 * session or link it comes by, and is refused unread while too many were wrong. A right one is used up and `work` done in
 * one transaction; a wrong one is on record. Answers what `work` does; null where the code was wrong.
 * @throws Refusal session.too-many-attempts, and as `work` does
 */
export async function withCode<T>(
  writer: Writer,
  seal: Seal,
  shown: Shown,
  work: (tx: Tx, emit: Emit) => Promise<T>,
): Promise<T | null> {
  const { agentId, by } = shown
  const counter = ofCodes(agentId)
  const { seconds, before } = await beginTry(writer, counter)
  if (seconds !== null) throw new Refusal('session.too-many-attempts', { seconds })
  return write(writer, async (tx, emit) => {
    const now = writer.now()
    if (await takeCode(tx, seal, shown, now)) {
      await forgiveCode(tx, counter, { before, now })
      return work(tx, emit)
    }
    await record(tx, by, { action: 'second-factor.failed', noun: 'agent', objectId: agentId }, now)
    return null
  })
}

/**
 * Takes a code of the app, or a recovery code where those are taken, and uses it up: the factor's row is locked, so
 * that of two who show the same one at the same moment one gets in. Answers whether it was right.
 */
async function takeCode(tx: Tx, seal: Seal, { agentId, code, takes }: Shown, now: Date): Promise<boolean> {
  const typed = typedCode(code)
  const factor = await tx
    .selectFrom('second_factors')
    .select(['sealed_secret', 'last_step'])
    .where('agent_id', '=', agentId)
    .forUpdate()
    .executeTakeFirst()
  if (factor === undefined || typed === null) return false
  if ('recovery' in typed) {
    if (takes === 'app') return false
    const { numUpdatedRows } = await tx
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('agent_id', '=', agentId)
      .where('code_hash', '=', hashOf(typed.recovery))
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  const secret = seal.open(factor.sealed_secret, sealedFor(agentId))
  if (secret === null) return false
  const taken = await stepOf(secret, typed.app, now)
  // A code that was taken opens nothing again, nor does an older one (RFC 6238, 5.2).
  if (taken === null || taken <= factor.last_step) return false
  await tx.updateTable('second_factors').set({ last_step: taken }).where('agent_id', '=', agentId).execute()
  return true
}

/** The step of time that a code is of; null where it is of none near now. */
async function stepOf(secret: string, token: string, now: Date): Promise<number | null> {
  const epoch = Math.floor(now.getTime() / 1000)
  const result = await verify({ secret, token, epoch, period: step, epochTolerance: step })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
