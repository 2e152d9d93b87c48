import { t } from '@parley/core/text/translate'
import { Suspense, useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { signOut, useSession } from '../data/session/session.ts'
import { resetTokenIn } from '../features/session/reset-link.ts'
import { SignInForm } from '../features/session/SignInForm.tsx'
import { Brand } from '../ui/Brand.tsx'
import { lazyWithRetry, usePreloaded } from '../ui/hooks/lazy-part.ts'
import { Grid } from '../ui/layout/Layout.tsx'
import { hasJustSignedIn, justSignedIn } from './just-signed-in.ts'
import styles from './LoginPage.module.css'

const resetPanel = lazyWithRetry(async () => (await import('../features/session/ResetPanel.tsx')).ResetPanel)

const signedInLink = lazyWithRetry(
  async () => (await import('../features/session/SignedInLink.tsx')).SignedInLink,
)

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
          <Suspense fallback={null}>
            <signedInLink.Part token={linkToken} onGoOn={() => void signOut().then(() => setAsks(false))} />
          </Suspense>
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
