import { displayName } from '@parley/core/text/format'
import { t } from '@parley/core/text/translate'
import { useSyncExternalStore } from 'react'
import { ApiFailure } from '../../client/api-failure.ts'
import { api, clientOf, forgetRenewal } from '../../client/client.ts'
import { flushDrafts } from '../../client/device/own-kept.ts'
import {
  isOthersPage,
  ownSession,
  clearSession,
  type Session,
  sessionChanges,
  storeSession,
} from '../../client/session-store.ts'

/** The console runs where everybody can read it: it names itself, and has no secret to tell. */
const publicClient = { client_id: 'parley-console', client_secret: '' } as const

/** Who is signed in, kept current across tabs: a logout in one tab is a logout in all. */
export function useSession(): Session | null {
  return useSyncExternalStore(sessionChanges, ownSession)
}

/** What is typed into the form; an empty code where none is asked for. */
export interface SignIn {
  readonly username: string
  readonly password: string
  readonly code: string
  readonly remember: boolean
}

const codeAskedBy = ['session.second-factor-required', 'session.second-factor-refused']

/** A sign-in that was refused or not answered; the message is for the form. */
export class SignInFailure extends Error {
  /** The password is right, and a code of the second factor is asked for. */
  readonly asksForCode: boolean
  /** None was given yet. */
  readonly isFirstAsk: boolean

  constructor(cause: unknown) {
    super(signInWords(cause), { cause })
    const code = cause instanceof ApiFailure ? cause.code : null
    this.asksForCode = code !== null && codeAskedBy.includes(code)
    this.isFirstAsk = code === codeAskedBy[0]
  }
}

/**
 * Signs in and stores the session. `remember` off asks for the 12-hour refresh lifetime.
 * @throws SignInFailure
 */
export async function signIn({ username, password, code, remember }: SignIn): Promise<void> {
  try {
    const { value } = await api.token({
      body: {
        grant_type: 'password',
        username,
        password,
        scope: remember ? '' : 'short',
        ...(code !== '' && { otp: code }),
        ...publicClient,
      },
    })
    const session: Session = {
      token: value.access_token,
      refreshToken: value.refresh_token,
      user: { id: value.user_id, name: displayName(username), role: 'AGENT' },
    }
    void tellStatus(session, 'AVAILABLE')
    storeSession(session)
    // The form stays busy until the new page is there.
    if (isOthersPage()) await new Promise(() => undefined)
  } catch (cause) {
    console.warn('Login failed', cause instanceof Error ? cause.message : cause)
    throw new SignInFailure(cause)
  }
}

/** Ends the session here, as soon as what was typed last is on the server or a moment is over, and on the server, where the agent goes offline first, when it can be reached. */
export async function signOut(): Promise<void> {
  await flushDrafts.written?.()
  const session = ownSession()
  if (session === null) return
  clearSession()
  await Promise.all([forgetRenewal(), tellStatus(session, 'OFFLINE')])
  try {
    await clientOf(session).logout({ body: { refresh_token: session.refreshToken } })
  } catch (cause) {
    console.warn('The server could not be told of the logout', cause)
  }
}

/** Tells the server how the agent is there. A failure changes nothing for who is signed in, and is logged. */
async function tellStatus(session: Session, status: 'AVAILABLE' | 'OFFLINE'): Promise<void> {
  try {
    await clientOf(session).setAgentStatus({ params: { id: session.user.id }, body: { status } })
  } catch (cause) {
    console.warn(`The server could not be told that this agent is ${status}`, cause)
  }
}

/**
 * What somebody reads whose sign-in failed: the server's sentence where it refused, "Invalid credentials" where it gave
 * none, and where nobody can have checked the password, that.
 */
export function signInWords(cause: unknown): string {
  const { status, detail } = cause instanceof ApiFailure ? cause : { status: null, detail: null }
  if (status !== null && status < 500 && detail !== null) return detail
  if (status === 400 || status === 401) return t('Invalid credentials')
  return t('Parley cannot be reached. Your password was not checked. Try again.')
}
