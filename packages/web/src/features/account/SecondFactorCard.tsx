import type { Account } from '@parley/core/account/api'
import { plural, t } from '@parley/core/text/translate'
import { Copy } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { AccountActions, BegunFactor, Proof } from '../../data/account/account.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { rich } from '../../ui/rich.ts'
import { Notice } from '../../ui/states/Notice.tsx'
import { AccountForm, PasswordField, refusalWords } from './AccountForm.tsx'
import styles from './account.module.css'

type SecondFactorCardProps = { factor: Account['second_factor']; actions: AccountActions }

/** The second factor: whether it is on, and what can be done with it. */
export function SecondFactorCard({ factor, actions }: SecondFactorCardProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <Card
      title={t('Second factor')}
      actions={<Badge tone={factor.on ? 'ok' : 'grey'}>{factor.on ? t('On') : t('Off')}</Badge>}
    >
      <Grid gap={4} className={styles.body}>
        {factor.demanded && !factor.on && (
          <Notice tone="warn">
            {t('Your workspace requires a second factor. Set it up here to continue.')}
          </Notice>
        )}
        {codes !== null ? (
          <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
        ) : factor.on ? (
          <FactorOn factor={factor} actions={actions} onCodes={setCodes} />
        ) : (
          <SetUpFactor actions={actions} onCodes={setCodes} />
        )}
      </Grid>
    </Card>
  )
}

type FactorOnProps = SecondFactorCardProps & {
  /** Gets the recovery codes of the second factor that is on now. */
  onCodes: (codes: readonly string[]) => void
}

function FactorOn({ factor, actions, onCodes }: FactorOnProps) {
  const [doing, setDoing] = useState<'nothing' | 'codes' | 'off'>('nothing')
  const left = factor.recovery_codes_left
  const cancel = () => setDoing('nothing')
  return (
    <Grid gap={4} className={styles.form}>
      <p>
        {plural(left, {
          one: 'Each time you sign in, you enter a code from your authenticator app. 1 recovery code is left.',
          other:
            'Each time you sign in, you enter a code from your authenticator app. {count} recovery codes are left.',
        })}
      </p>
      {left <= 2 && <Notice tone="warn">{t('Make new recovery codes before you need one.')}</Notice>}
      {doing === 'nothing' && (
        <HStack gap={2} align="stretch" wrap>
          <Button onClick={() => setDoing('codes')}>{t('New recovery codes')}</Button>
          <Button onClick={() => setDoing('off')}>{t('Turn off')}</Button>
        </HStack>
      )}
      {doing === 'codes' && (
        <ProofForm
          label={t('New recovery codes')}
          verb={t('Make new codes')}
          onProof={async proof => onCodes(await actions.renewCodes(proof))}
          onCancel={cancel}
        />
      )}
      {doing === 'off' && (
        <ProofForm
          label={t('Turn the second factor off')}
          verb={t('Turn off')}
          tone="danger"
          onProof={proof => actions.turnOffFactor(proof)}
          onCancel={cancel}
        />
      )}
    </Grid>
  )
}

const wordsOf = refusalWords({ password: 'password', code: 'code' })

type SetUpFactorProps = Omit<FactorOnProps, 'factor'>

/** Sets up a second factor: the password once more, then the app and a code of it. */
function SetUpFactor({ actions, onCodes }: SetUpFactorProps) {
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
      <PasswordField label={t('Your password')} {...form.text('password')} />
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

type ProofFormProps = Pick<ComponentProps<typeof AccountForm>, 'label' | 'verb' | 'tone' | 'onCancel'> & {
  onProof: (proof: Proof) => Promise<unknown>
}

/** Password and code once more, for what weakens the account. */
function ProofForm({ onProof, ...shown }: ProofFormProps) {
  const form = useForm({ values: { password: '', code: '' }, send: onProof, wordsOf })
  return (
    <AccountForm form={form} tone="primary" {...shown}>
      <PasswordField label={t('Your password')} {...form.text('password')} />
      <TextField
        label={t('Authentication code or a recovery code')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.text('code')}
      />
    </AccountForm>
  )
}

/** The recovery codes that were just made: the only time that anybody sees them. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied('yes')
    } catch (cause) {
      console.warn('The codes could not be copied', cause)
      setCopied('failed')
    }
  }
  return (
    <Grid as="section" gap={4} className={styles.form} aria-label={t('Recovery codes')}>
      <Notice tone="warn">
        {t(
          'Keep these codes in a safe place, not on your phone. Each code works once. You will not see them again.',
        )}
      </Notice>
      <Grid as="ol" digits className={styles.codes}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Grid>
      <Text as="p" role="status" size="meta" tone="muted" breaks digits>
        {copied === 'yes' && t('Copied')}
        {copied === 'failed' && t('Copying failed. Write the codes down')}
      </Text>
      <HStack gap={2} align="stretch" wrap>
        <Button icon={<Copy size={14} strokeWidth={1.8} aria-hidden="true" />} onClick={() => void copy()}>
          {t('Copy')}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t('I’ve saved these codes')}
        </Button>
      </HStack>
    </Grid>
  )
}
