import { t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import { useState } from 'react'
import type { AccountActions, BegunFactor } from '../../data/account/account.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Text } from '../../ui/layout/Layout.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { AccountForm } from './AccountForm.tsx'
import styles from './account.module.css'
import { refusalWords } from './field-error.ts'

const wordsOf = refusalWords({ password: 'password', code: 'code' })

type SetUpFactorProps = {
  actions: AccountActions
  /** Gets the recovery codes of the second factor that is on now. */
  onCodes: (codes: readonly string[]) => void
}

/** Sets up a second factor: the password once more, then the app and a code of it. */
export function SetUpFactor({ actions, onCodes }: SetUpFactorProps) {
  const [begun, setBegun] = useState<BegunFactor | null>(null)
  if (begun === null) return <Begin actions={actions} onBegun={setBegun} />
  return <Confirm begun={begun} actions={actions} onCodes={onCodes} onCancel={() => setBegun(null)} />
}

function Begin({ actions, onBegun }: { actions: AccountActions; onBegun: (begun: BegunFactor) => void }) {
  const form = useForm({
    values: { password: '' },
    send: async ({ password }) => onBegun(await actions.beginFactor(password)),
    wordsOf,
  })
  return (
    <AccountForm form={form} label={t('Set up a second factor')} verb={t('Set up')}>
      <p>
        {t(
          'An authenticator app on your phone protects your account, even if somebody steals your password. Each time you sign in, you enter a code from the app.',
        )}
      </p>
      <TextField
        label={t('Your password')}
        type="password"
        autoComplete="current-password"
        required
        {...form.text('password')}
      />
    </AccountForm>
  )
}

type ConfirmProps = SetUpFactorProps & { begun: BegunFactor; onCancel: () => void }

function Confirm({ begun, actions, onCodes, onCancel }: ConfirmProps) {
  const form = useForm({
    values: { code: '' },
    send: async ({ code }) => onCodes(await actions.confirmFactor(code)),
    wordsOf,
  })
  const { size, path } = begun.qr
  return (
    <AccountForm
      form={form}
      label={t('Confirm the second factor')}
      verb={t('Turn on')}
      tone="primary"
      onCancel={onCancel}
    >
      <p>
        {rich('Scan this with your authenticator app, or type the key into it. On this phone {open}.', {
          open: (
            <a className={styles.inText} href={begun.otpauth_url}>
              {t('open the app')}
            </a>
          ),
        })}
      </p>
      <svg
        className={styles.qr}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('QR code for the app')}
      >
        <path d={path} shapeRendering="crispEdges" />
      </svg>
      <p>
        {rich('Key: {secret}', {
          secret: (
            <Text as="code" breaks>
              {begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </Text>
          ),
        })}
      </p>
      <TextField
        label={t('Authentication code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        hint={t('6 digits, new every 30 seconds')}
        {...form.text('code')}
      />
    </AccountForm>
  )
}
