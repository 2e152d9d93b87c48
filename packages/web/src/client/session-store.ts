import { createStore } from '../store.ts'

/** The signed-in agent as stored in the browser. */
export interface SessionUser {
  readonly id: string
  readonly name: string
  /** Fixed for everybody (AUTH-04). */
  readonly role: 'AGENT'
}

/** What the three keys of local storage hold together. */
export interface Session {
  readonly token: string
  readonly refreshToken: string
  readonly user: SessionUser
}

const keys = ['token', 'refreshToken', 'user'] as const
const unknownUser: SessionUser = { id: '', name: '', role: 'AGENT' }
/** Counts the changes of the session, in this tab and in others: local storage itself has no memory of who asks. */
const changes = createStore(0, ({ get, set }) => {
  const changed = () => set(get() + 1)
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
})
let last: { readonly raw: string; readonly session: Session | null } = { raw: '', session: null }

function readUser(raw: string | null): SessionUser | null {
  if (raw === null) return null
  try {
    const user: unknown = JSON.parse(raw)
    if (typeof user !== 'object' || user === null || !('id' in user)) return null
    const name = 'name' in user && typeof user.name === 'string' ? user.name : ''
    return { id: String(user.id), name, role: 'AGENT' }
  } catch {
    return null // written by something else: as good as missing
  }
}

/**
 * The stored session; null without a token, since logged in means that a token is stored. A user that is missing or
 * unreadable has an empty id. The same object until something changes.
 */
export function storedSession(): Session | null {
  const [token, refreshToken, user] = keys.map(key => localStorage.getItem(key))
  const raw = JSON.stringify([token, refreshToken, user])
  if (raw !== last.raw) {
    const known = readUser(user ?? null) ?? unknownUser
    last = { raw, session: token ? { token, refreshToken: refreshToken ?? '', user: known } : null }
  }
  return last.session
}

/** Writes exactly the keys token, refreshToken and user (AUTH-03). */
export function storeSession(session: Session): void {
  // Other tabs may read between two writes: they must never find one agent's token beside another's name.
  if (storedSession()?.user.id !== session.user.id) localStorage.removeItem('token')
  localStorage.setItem('refreshToken', session.refreshToken)
  localStorage.setItem('user', JSON.stringify(session.user))
  localStorage.setItem('token', session.token)
  changes.set(changes.get() + 1)
}

/** Removes the session; every screen that uses it goes to sign-in. */
export function clearSession(): void {
  for (const key of keys) localStorage.removeItem(key)
  changes.set(changes.get() + 1)
}

/** Calls back on every change of the session, in this tab and in others. Returns how to stop. */
export const sessionChanges = changes.subscribe

/** Resolves once the stored token is another one than this, or after so many milliseconds all the same. */
export function seesOtherToken(token: string | null, withinMs: number): Promise<void> {
  const isOther = () => storedSession()?.token !== token
  return new Promise(resolve => {
    if (isOther()) return resolve()
    const settle = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = sessionChanges(() => {
      if (isOther()) settle()
    })
    const timer = setTimeout(settle, withinMs)
  })
}

/**
 * A page works for the first agent that it sees signed in, and for nobody else as long as it lives: whatever that agent
 * began here and left unfinished, a queue, a retry, a timer, finds no session to go on with under another's name.
 */
export function forOneAgent(stored: () => Session | null) {
  let agentId: string | null = null
  return {
    /** Null while nobody is signed in, and for good once somebody else is. */
    session(): Session | null {
      const session = stored()
      if (session === null) return null
      agentId ??= session.user.id
      return session.user.id === agentId ? session : null
    },
    /** Whether somebody else is signed in than the agent that this page worked for. */
    isOver(): boolean {
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

/** Ties the page to the agent who is signed in now, and reloads it as soon as another one is. */
export function beginAnewForOthers(reload: () => void): void {
  const check = () => {
    if (ownSession() === null && isOthersPage()) reload()
  }
  check()
  sessionChanges(check)
  // A page that slept was told of nothing.
  window.addEventListener('pageshow', check)
}

/**
 * When an access token runs out, in epoch milliseconds, read from its payload without checking it: only the server can.
 * Null when the token says nothing readable.
 */
export function tokenExpiry(token: string): number | null {
  const exp = claimOf(token, 'exp')
  return typeof exp === 'number' ? exp * 1000 : null
}

/** What a token says of this name; undefined when it says nothing readable. */
function claimOf(token: string, name: string): unknown {
  const payload = token.split('.')[1]
  if (payload === undefined) return undefined
  try {
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    return (claims as Readonly<Record<string, unknown>> | null)?.[name]
  } catch {
    return undefined // another kind of token: nothing to read
  }
}

/** Whether a token is no use for opening a connection now: run out, or so soon that it could be meanwhile. */
export const isSpent = (token: string, now: number): boolean => (tokenExpiry(token) ?? 0) < now + 10_000

/** The session that an access token is of, which stays when it is renewed; null when it says nothing readable. */
export function tokenSession(token: string): string | null {
  const sid = claimOf(token, 'sid')
  return typeof sid === 'string' ? sid : null
}
