import { api as calls } from '@parley/core/calls'
import type { TokenAnswer } from '@parley/core/account/session'
import { basePath } from '@parley/core/paths'
import { type CallerWorld, type Client, createClient } from './caller.ts'
import { keepOpen, readOpen } from './device/device-store.ts'
import { ownSession } from './own-session.ts'
import { type BegunRenewal, createRenewal } from './renewal.ts'
import { noteRefusal } from './second-factor-missing.ts'
import { noteServerTime } from './server-clock.ts'
import { clearSession, type Session, seesOtherToken, storeSession } from './session-store.ts'

const journalKey = 'renewal'

/** What is left of the last renewal would open the session again, as long as the server does not know that it has ended. */
export const forgetRenewal = (): Promise<void> => keepOpen(journalKey, undefined)

/** This page, as its clients see it. */
export const here: CallerWorld = {
  base: basePath,
  token: () => ownSession()?.token ?? null,
  renew: refusedToken => renewSession(refusedToken),
  refused: noteRefusal,
  fetch: async (input, init) => {
    const response = await fetch(input, init)
    noteServerTime(response.headers.get('Date'), Date.now())
    return response
  },
}

/** The one client of this page, for the one agent that it works for. Every function rejects with `ApiFailure` alone. */
export const api = createClient(calls, here)

/** A client with a different timeout, token, renewal or fetch. */
export const apiWith = (changes: Partial<CallerWorld>): Client<typeof calls> =>
  createClient(calls, { ...here, ...changes })

/** The browser finishes these requests after the page has closed. */
export const keepAlive: Pick<CallerWorld, 'fetch'> = {
  fetch: (input, init) => here.fetch(input, { ...init, keepalive: true }),
}

/** The client of a session that begins or ends: its calls outlive the page, and are not repeated with another token. */
export const clientOf = ({ token }: Session): Client<typeof calls> =>
  apiWith({ ...keepAlive, token: () => token, renew: async () => 'ended' })

/** Where a file is sent, below `basePath`. */
export const uploadPath = calls.uploadDocument.path

/** Renews the session whose access token was refused or has run out; all tabs share one renewal. */
export const renewSession = createRenewal({
  session: ownSession,
  store: storeSession,
  clear: clearSession,
  seesOther: token => seesOtherToken(token, 2_000),
  // Web Locks exist in secure contexts only; without them the tabs of one browser are not kept apart.
  alone: run => ('locks' in navigator ? navigator.locks.request('parley-renewal', run) : run()),
  journal: {
    read: async () => (await readOpen<BegunRenewal>(journalKey)) ?? null,
    write: begun => keepOpen(journalKey, begun),
    clear: forgetRenewal,
  },
  ask: async ({ refreshToken, renewalId }) => {
    const body = { grant_type: 'refresh_token', refresh_token: refreshToken, renewal_id: renewalId } as const
    return (await api.token({ body })).value as TokenAnswer
  },
  newId: () => newId(),
})

/** An id of our own for a renewal or a message. Also works where crypto.randomUUID is missing: on plain http. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), word => word.toString(36)).join('-')
