import type { Selectable } from 'kysely'
import { ApiError } from '@parley/core/errors'
import { record } from '../audit/record.ts'
import type { SessionsTable } from '../db/database.ts'
import { type Tx, type TxContext, write } from '../db/write.ts'
import { endSession, secondsLeft, sessionEnd } from './sessions.ts'
import type { Granted, SessionMaker, UsedFrom } from './sign-in.ts'
import { familyOf, hashOf, type RefreshTokens } from './tokens.ts'

interface Renewal {
  readonly refreshToken: string
  /** The client's id of this renewal, which it keeps until it has stored the reply. */
  readonly renewalId: string | null
  readonly from: UsedFrom
  /** Called for each session that ended by reuse of an old token. */
  readonly onReuse: (session: { readonly id: number; readonly agentId: number }) => void
}

/**
 * Exchanges a refresh token for the next one. The previous token with the same renewal id gets the same reply, so that a
 * lost reply signs nobody out. Any other reuse of an old token means a copy, and ends the whole family, since thief and
 * owner look alike. No renewal extends a session beyond thirty days after the password. A token of another AUTH_SECRET is
 * refused.
 * @throws ApiError session.refresh-refused
 */
export async function renew(maker: SessionMaker, renewal: Renewal): Promise<Granted> {
  let reused: { readonly id: number; readonly agentId: number } | null = null
  const granted = await write(maker.writer, async context => {
    reused = null
    const session = await lockedSession(context.tx, familyOf(renewal.refreshToken))
    const { now } = context
    if (session === undefined || session.ended_at !== null || session.expires_at <= now) return null
    const step = stepOf(session, renewal, maker.refreshTokens)
    if (step === 'rotate') return rotate(context, maker.refreshTokens, session, renewal)
    if (step === 'repeat')
      return grantedFor(session, currentToken(session, maker.refreshTokens), session.expires_at, now)
    if (step === 'foreign') return null
    const ended = { id: session.id, agentId: session.agent_id }
    await endSession(context, ended, 'reuse')
    const by = { agentId: null, address: renewal.from.address }
    await record(context, by, 'session.ended', ended.id, { after: { reason: 'reuse' } })
    reused = ended
    return null
  })
  // Throw after the commit, so that the family has ended.
  if (reused !== null) renewal.onReuse(reused)
  if (granted === null) throw new ApiError('session.refresh-refused')
  return granted
}

type Session = Selectable<SessionsTable>

/** Locks the session of a family, of an enabled agent. */
const lockedSession = async (tx: Tx, family: string | null): Promise<Session | undefined> =>
  family === null
    ? undefined
    : tx
        .selectFrom('sessions')
        .innerJoin('agents', 'agents.id', 'sessions.agent_id')
        .selectAll('sessions')
        .where('family', '=', family)
        .where('agents.disabled_at', 'is', null)
        .forNoKeyUpdate('sessions')
        .executeTakeFirst()

function stepOf(
  session: Session,
  { refreshToken, renewalId }: Renewal,
  tokens: RefreshTokens,
): 'rotate' | 'repeat' | 'foreign' | 'reuse' {
  const shown = hashOf(refreshToken)
  const current = currentToken(session, tokens)
  if (shown === session.refresh_hash) return current === refreshToken ? 'rotate' : 'foreign'
  const sameRenewal = renewalId !== null && renewalId === session.renewal_id
  // Under a new AUTH_SECRET the recomputed token differs from the issued one.
  const repeatable = hashOf(current) === session.refresh_hash
  return shown === session.previous_hash && sameRenewal && repeatable ? 'repeat' : 'reuse'
}

const currentToken = (session: Session, tokens: RefreshTokens): string =>
  tokens.make({ family: session.family, generation: session.generation }, session.renewal_id)

async function rotate(
  { tx, now }: TxContext,
  tokens: RefreshTokens,
  session: Session,
  { renewalId, from }: Renewal,
): Promise<Granted> {
  const generation = session.generation + 1
  const refreshToken = tokens.make({ family: session.family, generation }, renewalId)
  const end = sessionEnd(session.created_at, now, session.lifetime_seconds)
  await tx
    .updateTable('sessions')
    .set({
      generation,
      refresh_hash: hashOf(refreshToken),
      previous_hash: session.refresh_hash,
      renewal_id: renewalId,
      cookie_hash: hashOf(tokens.cookie(session.family)),
      expires_at: end,
      used_at: now,
      ...from,
    })
    .where('id', '=', session.id)
    .execute()
  return grantedFor(session, refreshToken, end, now)
}

const grantedFor = (session: Session, refreshToken: string, end: Date, now: Date): Granted => ({
  agentId: session.agent_id,
  sessionId: session.id,
  family: session.family,
  refreshToken,
  lifetime: secondsLeft(end, now),
})
