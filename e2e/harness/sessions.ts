import { type APIRequestContext, type BrowserContext, expect } from '@playwright/test'

/** The demo workspace's agents. */
export const accounts = {
  agent: { username: 'agent@parley.example', password: 'parley-demo' },
  brian: { username: 'brian@parley.example', password: 'parley-demo' },
  /** A supervisor. */
  carol: { username: 'carol@parley.example', password: 'parley-demo' },
  admin: { username: 'admin@parley.example', password: 'parley-demo' },
} as const

export type Account = keyof typeof accounts

/** A signed-in session, as a browser stores it. */
interface Session {
  readonly agentId: string
  readonly token: string
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  /** The console's entries in local storage. */
  readonly items: Readonly<Record<string, string>>
  readonly madeAt: number
}

/** An access token lasts 15 minutes and a test at most four, so a page never renews such a young session. */
const youngEnough = 5 * 60_000

/** Calls that end or renew a session, or change its requirements. */
const changesSession = /\/api\/v1\/(auth\/(?!socket-ticket)|account\/(?!status))/

let sharedServer: string | undefined
const free = new Map<Account, Session[]>()

/** Later tests of this worker reuse the sessions of this server; undefined: of no server. */
export function reuseSessionsOf(origin: string | undefined): void {
  sharedServer = origin
  free.clear()
}

/**
 * Gives a context its own session until the context closes: a free one, else a new one. No two open contexts share a session. A
 * session becomes free again only if no page of the context renewed it, ended it or changed its account.
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

/** A free session that the server still accepts. */
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
    // The cookies of every path: the attachments' cookie belongs to requests for files only.
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

/** Sets the status that a sign-in by hand sets. Returns whether the session is still valid. */
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
