import { type Session, sessionChanges, storedSession } from './session-store.ts'

/** The session of the one agent that a page works for. */
export interface OneAgent {
  /** Null while nobody is signed in, and for good once somebody else is. */
  session(): Session | null
  /** Whether somebody else is signed in than the agent that this page worked for. */
  isOver(): boolean
}

/**
 * A page works for the first agent that it sees signed in, and for nobody else as long as it lives: whatever that agent
 * began here and left unfinished, a queue, a retry, a timer, finds no session to go on with under another's name.
 */
export function forOneAgent(stored: () => Session | null): OneAgent {
  let agentId: string | null = null
  return {
    session() {
      const session = stored()
      if (session === null) return null
      agentId ??= session.user.id
      return session.user.id === agentId ? session : null
    },
    isOver() {
      const session = stored()
      return session !== null && agentId !== null && session.user.id !== agentId
    },
  }
}

const page = forOneAgent(storedSession)

/** The session as this page may use it. */
export const ownSession = (): Session | null => page.session()

/** Whether this page belonged to an agent who has left, and another has signed in: only a new page can go on. */
export const isOthersPage = (): boolean => page.isOver()

/** Gives the page to whoever is signed in now, and begins it anew as soon as it is another's. */
export function beginAnewForOthers(reload: () => void): void {
  const check = () => {
    if (ownSession() === null && isOthersPage()) reload()
  }
  check()
  sessionChanges(check)
  // A page that slept was told of nothing.
  window.addEventListener('pageshow', check)
}
