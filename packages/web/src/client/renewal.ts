import type { TokenAnswer } from '@parley/core/account/session'
import { ApiFailure } from './api-failure.ts'
import type { Session } from './session-store.ts'

/** ended: nobody is signed in any more. unreachable: not known yet; the session stays. */
export type Renewed = 'renewed' | 'ended' | 'unreachable'

/** A renewal that was begun: asked again with the same id, the server gives the same answer. */
export interface BegunRenewal {
  readonly refreshToken: string
  readonly renewalId: string
  /** Its answer is stored; a tab that still holds this refresh token has not seen that yet. */
  readonly isStored?: true
}

/** What a renewal needs of the browser. */
export interface RenewalWorld {
  /** Of one agent as long as the page lives; null once somebody else is signed in. */
  session(): Session | null
  store(session: Session): void
  clear(): void
  /**
   * Resolves once this tab sees another token than this one, or after a while all the same. Tabs in processes of their own
   * have a copy each of what is stored, and another tab's change comes a moment after its turn.
   */
  seesOther(token: string | null): Promise<void>
  /** Runs alone among all tabs. */
  alone<T>(run: () => Promise<T>): Promise<T>
  /** Survives a reload, so that a lost answer can be asked for again. */
  readonly journal: {
    read(): Promise<BegunRenewal | null>
    write(begun: BegunRenewal): Promise<void>
    clear(): Promise<void>
  }
  /** Rejects with `ApiFailure`. */
  ask(begun: BegunRenewal): Promise<TokenAnswer>
  newId(): string
}

/**
 * Renews the session. Calls that were refused together share one renewal, tabs take turns, and a token that another tab
 * has replaced meanwhile counts as renewed. Only the server's word ends a session: a failing network does not.
 */
export function createRenewal(world: RenewalWorld): (refusedToken: string | null) => Promise<Renewed> {
  let running: Promise<Renewed> | null = null
  return refusedToken => {
    running ??= world
      .alone(() => renew(world, refusedToken))
      .finally(() => {
        running = null
      })
    return running
  }
}

async function renew(world: RenewalWorld, refusedToken: string | null): Promise<Renewed> {
  const held = await world.journal.read()
  if (held?.isStored && held.refreshToken === world.session()?.refreshToken) {
    await world.seesOther(refusedToken)
  }
  const session = world.session()
  if (session === null) return 'ended'
  if (session.token !== refusedToken) return 'renewed'
  const { refreshToken } = session
  if (refreshToken === '') {
    world.clear()
    return 'ended'
  }
  // With another id than before, the server takes a refresh token that is asked with again for a stolen one.
  const renewalId = held?.refreshToken === refreshToken ? held.renewalId : world.newId()
  const begun = { refreshToken, renewalId }
  await world.journal.write(begun)
  try {
    const answer = await world.ask(begun)
    // Signed out, or in as somebody else, while the answer was under way: it is nobody's now.
    if (world.session()?.refreshToken !== refreshToken) {
      await world.journal.clear()
      return 'ended'
    }
    world.store({ ...session, token: answer.access_token, refreshToken: answer.refresh_token })
  } catch (cause) {
    if (!isRefused(cause)) return 'unreachable'
    // Only the session that was refused ends: who signed in meanwhile stays.
    if (world.session()?.refreshToken === refreshToken) world.clear()
    await world.journal.clear()
    return 'ended'
  }
  await world.journal.write({ ...begun, isStored: true })
  return 'renewed'
}

const isRefused = (cause: unknown): boolean =>
  cause instanceof ApiFailure && (cause.status === 400 || cause.status === 401 || cause.status === 403)
