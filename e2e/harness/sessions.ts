import { type APIRequestContext, type BrowserContext, expect } from '@playwright/test'

/** The demo workspace's agents. */
export const accounts = {
  agent: { username: 'agent@parley.example', password: 'parley-demo' },
  brian: { username: 'brian@parley.example', password: 'parley-demo' },
  /** A supervisor. */
  carol: { username: 'carol@parley.example', password: 'parley-demo' },
  /** The administrator. */
  admin: { username: 'admin@parley.example', password: 'parley-demo' },
} as const

export type Account = keyof typeof accounts

/** A signed-in session, as a browser stores it. */
interface Session {
  readonly agentId: string
  readonly token: string
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  /** What the console keeps in local storage. */
  readonly items: Readonly<Record<string, string>>
  readonly madeAt: number
}

/** An access token lasts 15 minutes and a test at most four, so a page never has to renew a session this young. */
const youngEnough = 5 * 60_000

/** Calls that end or renew a session, or change what it needs. */
const changesSession = /\/api\/v1\/(auth\/(?!socket-ticket)|account\/(?!status))/

let sharedServer: string | undefined
const free = new Map<Account, Session[]>()

/** From now on the sessions of this server are used again by later tests of this worker; of no server when undefined. */
export function reuseSessionsOf(origin: string | undefined): void {
  sharedServer = origin
  free.clear()
}

/**
 * Gives a context a session of its own until the context closes: a free one, else a new one. No two open contexts have
 * the same session. A session goes back only if no page of the context renewed it, ended it or changed its account.
 */
export async function leaseSession(
  context: BrowserContext,
  origin: string,
  account: Account,
): Promise<Session> {
  const session =
    (await freeSession(context.request, origin, account)) ?? (await newSession(context, origin, account))
  if (origin !== sharedServer) return session
  let isUnchanged = true
  context.on('request', request => {
    if (request.method() !== 'GET' && changesSession.test(request.url())) isUnchanged = false
  })
  context.once('close', () => {
    if (isUnchanged && origin === sharedServer) free.set(account, [...(free.get(account) ?? []), session])
  })
  return session
}

/** A session that was used before and that the server still knows. */
async function freeSession(
  request: APIRequestContext,
  origin: string,
  account: Account,
): Promise<Session | undefined> {
  if (origin !== sharedServer) return undefined
  const all = free.get(account) ?? []
  while (all.length > 0) {
    const session = all.pop()
    const isYoung = session !== undefined && Date.now() - session.madeAt < youngEnough
    if (isYoung && (await becomeAvailable(request, origin, session))) return session
  }
  return undefined
}

async function newSession(context: BrowserContext, origin: string, account: Account): Promise<Session> {
  const answer = await context.request.post(`${origin}/api/v1/auth/token`, {
    form: { grant_type: 'password', ...accounts[account] },
  })
  expect(answer.ok(), `sign-in of ${account}`).toBe(true)
  const made = (await answer.json()) as { user_id: string; access_token: string; refresh_token: string }
  const name = accounts[account].username.split('@')[0]
  const session: Session = {
    agentId: made.user_id,
    token: made.access_token,
    // Those of every path: that of files goes with requests for files alone.
    cookies: await context.cookies(),
    items: {
      refreshToken: made.refresh_token,
      user: JSON.stringify({ id: made.user_id, name, role: 'AGENT' }),
      token: made.access_token,
    },
    madeAt: Date.now(),
  }
  expect(await becomeAvailable(context.request, origin, session)).toBe(true)
  return session
}

/** Sets the status that a sign-in by hand sets. Answers whether the session is still good. */
async function becomeAvailable(
  request: APIRequestContext,
  origin: string,
  { agentId, token }: Session,
): Promise<boolean> {
  const answer = await request.patch(`${origin}/api/v1/agent-profiles/${agentId}/status`, {
    headers: { authorization: `Bearer ${token}` },
    data: { status: 'AVAILABLE' },
  })
  return answer.ok()
}
