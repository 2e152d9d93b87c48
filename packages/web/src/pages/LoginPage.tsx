import { t } from '@parley/core/text/translate'
import { Suspense, useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { signOut, useSession } from '../data/session/session.ts'
import { resetTokenIn } from '../features/session/reset-link.ts'
import { SignInForm } from '../features/session/SignInForm.tsx'
import { Brand } from '../ui/Brand.tsx'
import { lazyPart, lazyWithRetry, usePreloaded } from '../ui/hooks/lazy-part.ts'
import { Grid } from '../ui/layout/Layout.tsx'
import styles from './LoginPage.module.css'

const resetPanel = lazyWithRetry(async () => (await import('../features/session/ResetPanel.tsx')).ResetPanel)

const SignedInLink = lazyPart(async () => (await import('../features/session/SignedInLink.tsx')).SignedInLink)

/** The way in. Whoever is signed in already goes to their first screen, unless they follow a password link. */
export function LoginPage() {
  const session = useSession()
  const [linkToken] = useState(() => resetTokenIn(location.search))
  // A page that was somebody else's begins anew here for who has just signed in.
  const [isArriving] = useState(() => session === null || hasJustSignedIn(history.state))
  // Asked before anything else, until who is signed in has gone.
  const [asks, setAsks] = useState(linkToken !== null && session !== null)
  const [resetting, setResetting] = useState(linkToken !== null)
  useEffect(() => {
    document.title = t('Sign in · Parley')
    // A reset token must not stay in the address bar, nor in the history.
    if (location.search !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  usePreloaded(resetPanel)
  if (session && !asks) return <Navigate to="/" replace state={isArriving ? justSignedIn : null} />
  return (
    <Grid as="main" align="center" className={styles.page}>
      <Grid gap={4} className={styles.column}>
        <h1 className={styles.title}>
          <Brand size="large" />
        </h1>
        {session && linkToken !== null ? (
          <SignedInLink token={linkToken} onGoOn={() => void signOut().then(() => setAsks(false))} />
        ) : resetting ? (
          <Suspense fallback={null}>
            <resetPanel.Part linkToken={linkToken} onBack={() => setResetting(false)} signIn={signIn} />
          </Suspense>
        ) : (
          signIn(() => setResetting(true))
        )}
      </Grid>
    </Grid>
  )
}

const signIn = (onForgot: () => void) => <SignInForm onForgot={onForgot} />

/** The state of the navigation from sign-in to the first screen, and of a page that begins anew for who has signed in there. */
export const justSignedIn = { hasJustSignedIn: true } as const

/** Whether a navigation comes from sign-in. */
export const hasJustSignedIn = (state: unknown): boolean =>
  (state as Partial<typeof justSignedIn> | null)?.hasJustSignedIn === true
