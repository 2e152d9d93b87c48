import { t } from '@parley/core/text/translate'
import { type ReactNode, useState } from 'react'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { RequestReset } from './RequestReset.tsx'
import styles from './ResetPanel.module.css'
import { UpdatePassword } from './UpdatePassword.tsx'

type Step = 'ask' | 'token' | 'done'

interface ResetPanelProps {
  /** The token of the link that was followed; null when it is to be asked for or pasted. */
  readonly linkToken: string | null
  /** Shows the sign-in form again. */
  readonly onBack: () => void
  /** What follows on a changed password. */
  readonly signIn: (onForgot: () => void) => ReactNode
}

/** In place of the sign-in form: ask for a reset by email, then set a new password with the token that came. */
export function ResetPanel({ linkToken, onBack, signIn }: ResetPanelProps) {
  const [step, setStep] = useState<Step>(linkToken === null ? 'ask' : 'token')
  if (step === 'done')
    return (
      <>
        <Notice tone="ok">{t('Your password was changed. Sign in with the new one.')}</Notice>
        {signIn(() => setStep('ask'))}
      </>
    )
  return (
    <Grid as="section" gap={3} aria-labelledby="forgot-password">
      {/* The link that had the focus is away. */}
      <h2 id="forgot-password" ref={focusOnce} tabIndex={-1} className={styles.title}>
        {t('Reset your password')}
      </h2>
      {step === 'ask' && <RequestReset onHasToken={() => setStep('token')} />}
      {step === 'token' && <UpdatePassword linkToken={linkToken} onDone={() => setStep('done')} />}
      <Text as="p" size="list">
        <Text as="button" type="button" tone="accent" className={styles.link} onClick={onBack}>
          {t('Back to sign in')}
        </Text>
      </Text>
    </Grid>
  )
}

const focusOnce = (heading: HTMLHeadingElement | null): void => heading?.focus()
