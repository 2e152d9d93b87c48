import { t } from '@parley/core/text/translate'
import { type ReactNode, useState } from 'react'
import { api } from '../../client/client.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import styles from './ResetPanel.module.css'

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
  const [step, setStep] = useState<'ask' | 'token' | 'done'>(linkToken === null ? 'ask' : 'token')
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
        <TextButton className={styles.link} onClick={onBack}>
          {t('Back to sign in')}
        </TextButton>
      </Text>
    </Grid>
  )
}

const focusOnce = (heading: HTMLHeadingElement | null): void => heading?.focus()

/** Asks for a reset link. The answer never tells whether the account exists. */
function RequestReset({ onHasToken }: { onHasToken: () => void }) {
  const [answer, setAnswer] = useState<string | null>(null)
  const form = useForm({
    values: { email: '' },
    send: async ({ email }) => {
      setAnswer(null)
      setAnswer((await api.resetPassword({ body: { email: email.trim() } })).value.detail)
    },
  })
  return (
    <Grid as="form" gap={3} {...form.props} aria-label={t('Ask for a reset link')}>
      <TextField label={t('Email')} type="email" autoComplete="email" required {...form.text('email')} />
      {form.failure !== null && <Notice tone="danger">{form.failure}</Notice>}
      {answer !== null && <Notice tone="info">{answer}</Notice>}
      <HStack gap={2} align="stretch">
        <Button type="submit" busy={form.busy}>
          {t('Send reset link')}
        </Button>
        <Button variant="quiet" onClick={onHasToken}>
          {t('I have a reset token')}
        </Button>
      </HStack>
    </Grid>
  )
}

type UpdatePasswordProps = {
  /** The token of the link that was followed; null when it is to be pasted. */
  linkToken: string | null
  onDone: () => void
}

/** Sets a new password with a reset token. */
function UpdatePassword({ linkToken, onDone }: UpdatePasswordProps) {
  const form = useForm({
    values: { token: linkToken ?? '', newPassword: '' },
    send: async ({ token, newPassword }) => {
      await api.updatePassword({ body: { token: token.trim(), newPassword } })
      onDone()
    },
  })
  return (
    <Grid as="form" gap={3} {...form.props} aria-label={t('Set a new password')}>
      <TextField
        label={t('Reset token')}
        autoComplete="one-time-code"
        spellCheck={false}
        required
        {...form.text('token')}
      />
      <TextField
        label={t('New password')}
        type="password"
        autoComplete="new-password"
        required
        {...form.text('newPassword')}
      />
      {form.failure !== null && <Notice tone="danger">{form.failure}</Notice>}
      <HStack gap={2} align="stretch">
        <Button type="submit" busy={form.busy}>
          {t('Set new password')}
        </Button>
      </HStack>
    </Grid>
  )
}
