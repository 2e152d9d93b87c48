import { plural, t } from '@parley/core/text/translate'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { ApiFailure } from '../../client/api-failure.ts'
import type { AccountActions } from '../../data/account/account.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { type FormState, useForm } from '../../ui/forms/use-form.ts'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import styles from './account.module.css'

type AccountFormProps = {
  form: FormState
  /** The accessible name. */
  label: string
  /** What is done, on the button. */
  verb: string
  tone?: 'danger' | 'primary'
  onCancel?: () => void
  children: ReactNode
}

/** A form of the own account, with what went wrong beside its fields. */
export function AccountForm(props: AccountFormProps) {
  const { form, label, verb, tone = 'secondary', onCancel, children } = props
  return (
    <Grid as="form" gap={4} {...form.props} className={styles.form} aria-label={label}>
      {children}
      {form.failure !== null && <Notice tone="danger">{form.failure}</Notice>}
      <HStack gap={2} align="stretch" wrap>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
        <Button type="submit" variant={tone} busy={form.busy}>
          {verb}
        </Button>
      </HStack>
    </Grid>
  )
}

/**
 * What is wrong with a form: at each field that the server refused, "The new password must have at least 10 characters",
 * else beside the fields.
 * @param labels the fields that say it themselves, as the server names them
 */
export const refusalWords =
  <Name extends string>(labels: Readonly<Record<Name, string>>) =>
  (cause: unknown): string | Readonly<Record<string, string>> => {
    const refused = cause instanceof ApiFailure ? cause.fields : {}
    const said = Object.entries<string>(labels).flatMap(([name, label]) =>
      refused[name] === undefined
        ? []
        : [[name, t('The {label} {refused}', { label, refused: refused[name] })] as const],
    )
    if (said.length > 0) return Object.fromEntries(said)
    return cause instanceof Error ? cause.message : String(cause)
  }

/** The field of a password that one has. */
export const PasswordField = (props: ComponentProps<typeof TextField>) => (
  <TextField type="password" autoComplete="current-password" required {...props} />
)

const passwordWords = refusalWords({
  current_password: t('current password'),
  new_password: t('new password'),
})

/** Changes the own password, which signs out everywhere else. */
export function PasswordForm({ email, actions }: { email: string; actions: AccountActions }) {
  const [ended, setEnded] = useState<number | null>(null)
  const form = useForm({
    values: { current_password: '', new_password: '' },
    send: async values => {
      setEnded(null)
      setEnded(await actions.changePassword(values.current_password, values.new_password))
      form.reset()
    },
    wordsOf: passwordWords,
  })
  return (
    <AccountForm form={form} label={t('Change password')} verb={t('Change password')}>
      {/* For password managers, which keep a password with its name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label={t('Current password')} {...form.text('current_password')} />
      <PasswordField
        label={t('New password')}
        autoComplete="new-password"
        hint={t(
          'At least 10 characters. Three or four unrelated words are easy to keep in mind and hard to guess.',
        )}
        {...form.text('new_password')}
      />
      {ended !== null && <Notice tone="ok">{changedWords(ended)}</Notice>}
    </AccountForm>
  )
}

function changedWords(ended: number): string {
  if (ended === 0) return t('Your password was changed.')
  return plural(ended, {
    one: 'Your password was changed, and you were signed out on 1 other device.',
    other: 'Your password was changed, and you were signed out on {count} other devices.',
  })
}
