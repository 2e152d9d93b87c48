import { randomBytes } from 'node:crypto'
import { generateSecret, generateURI } from 'otplib'
import encodeQR from 'qr'
import { recoveryCodeOf, recoveryCodes, recoveryLetters } from '@parley/core/account/rules'
import { ApiError } from '@parley/core/errors'
import { type Actor, record } from '../audit/record.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { requireOwnPassword, tellAccountOwner } from './password.ts'
import { accountById } from './queries.ts'
import { sealedFor, secondFactorOf, withCode } from './second-factor.ts'
import type { Seal } from './secrets.ts'
import { forgetTries, ofCodes, ofSession } from './sign-in-limits.ts'
import { hashOf } from './tokens.ts'

/** The secret for an authenticator app: as a picture, a link, or text to type. */
export interface Begun {
  readonly secret: string
  readonly otpauthUrl: string
  /** The picture as an SVG path, on a square of `size` units with its margin. */
  readonly qr: { readonly size: number; readonly path: string }
}

/**
 * Begins a second factor, which is inactive until a code confirms it. An earlier unconfirmed one is void.
 * @throws ApiError account.second-factor-on, session.too-many-attempts, input.invalid naming password
 */
export async function beginFactor(
  writer: Writer,
  seal: Seal,
  caller: Caller,
  password: string,
): Promise<Begun> {
  await requireOwnPassword(writer, caller, { field: 'password', password })
  const { email } = await accountById(writer.db, caller.agentId)
  const secret = generateSecret()
  const otpauthUrl = generateURI({ issuer: 'Parley', label: email, secret })
  await write(writer, async context => {
    const { tx } = context
    if ((await secondFactorOf(tx, caller.agentId)).isOn) throw new ApiError('account.second-factor-on')
    const begun = {
      sealed_secret: seal.seal(secret, sealedFor(caller.agentId)),
      created_at: context.now,
      last_step: 0,
    }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('second_factors')
      .values({ agent_id: caller.agentId, ...begun })
      .onConflict(conflict =>
        conflict.column('agent_id').doUpdateSet(begun).where('second_factors.confirmed_at', 'is', null),
      )
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw new ApiError('account.second-factor-on')
    await forgetTries(tx, ofSession(caller.sessionId, caller.agentId))
  })
  return { secret, otpauthUrl, qr: pictureOf(otpauthUrl) }
}

/**
 * Activates a begun second factor by a code of the app. Returns its recovery codes, which are never shown again.
 * @throws ApiError account.second-factor-on, account.second-factor-not-begun, session.too-many-attempts, input.invalid
 *   naming code
 */
export async function confirmFactor(
  writer: Writer,
  seal: Seal,
  caller: Caller,
  code: string,
): Promise<readonly string[]> {
  const { agentId } = caller
  const begun = await writer.db
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
  if (begun === undefined) throw new ApiError('account.second-factor-not-begun')
  if (begun.confirmed_at !== null) throw new ApiError('account.second-factor-on')
  const codes = await withCode(writer, seal, { agentId, code, by: caller, takes: 'app' }, async context => {
    const { tx, now } = context
    const { numUpdatedRows } = await tx
      .updateTable('second_factors')
      .set({ confirmed_at: now })
      .where('agent_id', '=', agentId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ApiError('account.second-factor-on')
    await record(context, caller, 'second-factor.on', agentId)
    await tellAccountOwner(context, agentId, 'second-factor-on')
    return makeRecoveryCodes(tx, agentId)
  })
  if (codes === null) throw wrongCode()
  return codes
}

interface Proof {
  readonly password: string
  /** A code of the app, or a recovery code. */
  readonly code: string
}

/** @throws ApiError account.second-factor-off, session.too-many-attempts, input.invalid naming password or code */
export const turnOffFactor = (writer: Writer, seal: Seal, caller: Caller, proof: Proof): Promise<boolean> =>
  withProof(writer, seal, caller, proof, context => dropFactor(context, caller.agentId, caller))

/** Creates new recovery codes, and voids the old ones. @throws as `turnOffFactor` */
export const renewRecoveryCodes = (
  writer: Writer,
  seal: Seal,
  caller: Caller,
  proof: Proof,
): Promise<readonly string[]> =>
  withProof(writer, seal, caller, proof, async context => {
    await tellAccountOwner(context, caller.agentId, 'recovery-codes')
    return makeRecoveryCodes(context.tx, caller.agentId)
  })

async function withProof<T>(
  writer: Writer,
  seal: Seal,
  caller: Caller,
  { password, code }: Proof,
  work: (context: TxContext) => Promise<T>,
): Promise<T> {
  await requireOwnPassword(writer, caller, { field: 'password', password })
  const { agentId, sessionId } = caller
  if (!(await secondFactorOf(writer.db, agentId)).isOn) throw new ApiError('account.second-factor-off')
  const shown = { agentId, code, by: caller, takes: 'app or recovery' } as const
  const done = await withCode(writer, seal, shown, async context => {
    await forgetTries(context.tx, ofSession(sessionId, agentId))
    return work(context)
  })
  if (done === null) throw wrongCode()
  return done
}

const wrongCode = () => ApiError.field('code', 'is not right, or was used already: wait for the next one')

/**
 * Removes an account's second factor with its recovery codes, records it, and notifies the owner. If another agent does it, the
 * count of wrong codes is reset. Returns whether there was one.
 */
export async function dropFactor(context: TxContext, agentId: number, by: Actor): Promise<boolean> {
  const { tx } = context
  await tx.deleteFrom('recovery_codes').where('agent_id', '=', agentId).execute()
  const dropped = await tx
    .deleteFrom('second_factors')
    .where('agent_id', '=', agentId)
    .returning('confirmed_at')
    .executeTakeFirst()
  if (!dropped?.confirmed_at) return false
  await record(context, by, 'second-factor.off', agentId)
  const isOwn = by.agentId === agentId
  if (!isOwn) await forgetTries(tx, ofCodes(agentId))
  await tellAccountOwner(context, agentId, isOwn ? 'second-factor-off' : 'second-factor-dropped')
  return true
}

async function makeRecoveryCodes(tx: Tx, agentId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => recoveryCodeOf(randomBytes(recoveryLetters)))
  await tx.deleteFrom('recovery_codes').where('agent_id', '=', agentId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map(code => ({ agent_id: agentId, code_hash: hashOf(code) })))
    .execute()
  return codes
}

/** The standard's margin, in squares. */
const margin = 4

function pictureOf(text: string): Begun['qr'] {
  const rows = encodeQR(text, 'raw', { border: margin })
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, path: squares.join('') }
}
