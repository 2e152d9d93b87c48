import { useState } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { RequestReset } from './RequestReset.tsx'
import styles from './ResetPanel.module.css'
import { UpdatePassword } from './UpdatePassword.tsx'

type Step = 'ask' | 'token' | 'done'

/** In place, under the form: ask for a reset by email, then set a new password with the token that came. */
export function ResetPanel({ linkToken }: { linkToken: string | null }) {
  const [step, setStep] = useState<Step>(linkToken === null ? 'ask' : 'token')
  return (
    <section className={styles.panel} aria-label="Reset your password" id="forgot-password">
      <h2 className={styles.title}>Reset your password</h2>
      {step === 'ask' && <RequestReset onHasToken={() => setStep('token')} />}
      {step === 'token' && <UpdatePassword linkToken={linkToken} onDone={() => setStep('done')} />}
      {step === 'done' && <Notice tone="ok">The password is changed. Sign in with it above.</Notice>}
    </section>
  )
}
