import { displayName } from '@parley/core/rules/format'
import { useSyncExternalStore } from 'react'
import { ApiFailure } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import {
  clearSession,
  type Session,
  sessionChanges,
  storedSession,
  storeSession,
} from '../../client/session-store.ts'

/** Who is signed in, kept current across tabs: a logout in one tab is a logout in all. */
export function useSession(): Session | null {
  return useSyncExternalStore(sessionChanges, storedSession)
}

/**
 * Signs in and stores the session. `remember` off asks for the 12-hour refresh lifetime.
 * Throws an `Error` whose message is the server's sentence, else "Invalid credentials".
 */
export async function signIn(username: string, password: string, remember: boolean): Promise<void> {
  try {
    const { value } = await api.token({
      body: { grant_type: 'password', username, password, scope: remember ? '' : 'short' },
    })
    storeSession({
      token: value.access_token,
      refreshToken: value.refresh_token,
      user: { id: value.user_id, name: displayName(username), role: 'AGENT' },
    })
    void tellStatus(value.user_id, 'AVAILABLE')
  } catch (cause) {
    const detail = cause instanceof ApiFailure ? cause.detail : null
    throw new Error(detail ?? 'Invalid credentials', { cause })
  }
}

/** Ends the session here at once, and on the server, where the agent goes offline first, when it can be reached. */
export async function signOut(): Promise<void> {
  const session = storedSession()
  // Asked with the token that is stored still; nobody waits for the answer before the screen goes.
  const offline = session === null ? null : tellStatus(session.user.id, 'OFFLINE')
  clearSession()
  if (session === null) return
  await offline
  try {
    await api.logout({ body: { refresh_token: session.refreshToken } })
  } catch (cause) {
    console.warn('The server could not be told of the logout', cause)
  }
}

/** Tells the server how the agent is there. A failure changes nothing for who is signed in, and is logged. */
async function tellStatus(agentId: string, status: 'AVAILABLE' | 'OFFLINE'): Promise<void> {
  try {
    await api.setAgentStatus({ params: { id: agentId }, body: { status } })
  } catch (cause) {
    console.warn(`The server could not be told that this agent is ${status}`, cause)
  }
}
