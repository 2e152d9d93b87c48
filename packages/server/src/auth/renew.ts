import { Refusal } from '@parley/core/errors'
import type { Selectable } from 'kysely'
import { record } from '../audit/record.ts'
import type { SessionsTable } from '../db/database.ts'
import { type Tx, write } from '../db/write.ts'
import { endSession } from './end.ts'
import { hashOf } from './random.ts'
import { familyOf, type RefreshTokens } from './refresh-token.ts'
import { secondsLeft, sessionEnd } from './session-life.ts'
import type { Granted, SessionMaker, UsedFrom } from './sign-in.ts'

interface Renewal {
  readonly refreshToken: string
  /** The client's name for this renewal, kept by it until it has stored the answer. */
  readonly renewalId: string | null
  readonly from: UsedFrom
  /** Hears of a session that was ended because an old token of it was shown. */
  readonly onReuse: (session: { readonly id: number; readonly agentId: number }) => void
}

/**
 * Trades a refresh token for the next one. The one before, shown again with the same renewal id, gets the same answer, so
 * that a lost answer signs nobody out; shown otherwise, it or any older one was stolen or copied, and the whole family
 * ends. Which of the two holders is the thief cannot be told. No renewal lasts beyond thirty days after the password. One that was made under another AUTH_SECRET is refused.
 * @throws Refusal session.refresh-refused
 */
export async function renew(maker: SessionMaker, renewal: Renewal): Promise<Granted> {
  let reused: { readonly id: number; readonly agentId: number } | null = null
  const granted = await write(maker.writer, async (tx, emit) => {
    reused = null
    const session = await lockedSession(tx, familyOf(renewal.refreshToken))
    const now = maker.writer.now()
    if (session === undefined || session.ended_at !== null || session.expires_at <= now) return null
    const step = stepOf(session, renewal, maker.refreshTokens)
    if (step === 'rotate') return rotate(tx, maker.refreshTokens, session, { ...renewal, now })
    if (step === 'repeat')
      return grantedFor(session, currentToken(session, maker.refreshTokens), session.expires_at, now)
    if (step === 'foreign') return null
    const ended = { id: session.id, agentId: session.agent_id }
    await endSession(tx, emit, ended, { reason: 'reuse', now })
    const by = { agentId: null, address: renewal.from.address }
    const entry = { action: 'session.ended', noun: 'session', objectId: ended.id } as const
    await record(tx, by, { ...entry, after: { reason: 'reuse' } }, now)
    reused = ended
    return null
  })
  // Thrown only now, so that the end of a family is committed.
  if (reused !== null) renewal.onReuse(reused)
  if (granted === null) throw new Refusal('session.refresh-refused')
  return granted
}

type Session = Selectable<SessionsTable>

/** The session of a family, of an agent who may still sign in, until the transaction ends. */
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
  // A new AUTH_SECRET gives another token than was given out, which would be of no use to anybody.
  const repeatable = hashOf(current) === session.refresh_hash
  return shown === session.previous_hash && sameRenewal && repeatable ? 'repeat' : 'reuse'
}

const currentToken = (session: Session, tokens: RefreshTokens): string =>
  tokens.make({ family: session.family, generation: session.generation }, session.renewal_id)

async function rotate(
  tx: Tx,
  tokens: RefreshTokens,
  session: Session,
  { renewalId, from, now }: Renewal & { readonly now: Date },
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
