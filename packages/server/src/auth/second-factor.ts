import { ApiError } from '@parley/core/errors'
import { typedCode } from '@parley/core/account/rules'
import { verify } from 'otplib'
import { type Actor, record } from '../audit/record.ts'
import { type Reader, type TxContext, write, type Writer } from '../db/write.ts'
import { hashOf } from './tokens.ts'
import type { Seal } from './secrets.ts'
import { beginTry, forgiveCode, ofCodes } from './sign-in-limits.ts'

/** Seconds per code, and the tolerated clock difference: one step before and after (RFC 6238, 5.2). */
const step = 30

/** Whether an account has an active second factor, and the number of its recovery codes. */
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

/** The owner under which an account's secret is encrypted. */
export const sealedFor = (agentId: number): string => `agent ${agentId}`

/** A code typed for an account. */
export interface Shown {
  readonly agentId: number
  readonly code: string
  readonly by: Actor
  /** Whether recovery codes count too. */
  readonly takes: 'app or recovery' | 'app'
}

/**
 * The only way to check a code. Each try counts for the account before the check, from any browser, session or link. After too
 * many wrong codes, further ones are refused unread. A right code is used up together with `work` in one transaction. A wrong one
 * is recorded. Returns the result of `work`, or null for a wrong code.
 * @throws ApiError session.too-many-attempts, and as `work` does
 */
export async function withCode<T>(
  writer: Writer,
  seal: Seal,
  shown: Shown,
  work: (context: TxContext) => Promise<T>,
): Promise<T | null> {
  const { agentId, by } = shown
  const counter = ofCodes(agentId)
  const { seconds, before } = await beginTry(writer, counter)
  if (seconds !== null) throw new ApiError('session.too-many-attempts', { seconds })
  return write(writer, async context => {
    if (await takeCode(context, seal, shown)) {
      await forgiveCode(context, counter, before)
      return work(context)
    }
    await record(context, by, 'second-factor.failed', agentId)
    return null
  })
}

/**
 * Checks a code of the app, or a recovery code where allowed, and uses it up. Locks the factor's row, so that a code shown
 * twice at the same moment counts once. Returns whether it was right.
 */
async function takeCode(
  { tx, now }: TxContext,
  seal: Seal,
  { agentId, code, takes }: Shown,
): Promise<boolean> {
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
  // A used code is void, and so are older ones (RFC 6238, 5.2).
  if (taken === null || taken <= factor.last_step) return false
  await tx.updateTable('second_factors').set({ last_step: taken }).where('agent_id', '=', agentId).execute()
  return true
}

/** A code's time step; null if it fits none near now. */
async function stepOf(secret: string, token: string, now: Date): Promise<number | null> {
  const epoch = Math.floor(now.getTime() / 1000)
  const result = await verify({ secret, token, epoch, period: step, epochTolerance: step })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
