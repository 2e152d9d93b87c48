import { plural, t } from '@parley/core/text/translate'
import { useState } from 'react'
import type { AccountActions } from '../../data/account/account.ts'
import { Notice } from '../../ui/states/Notice.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { AccountForm, PasswordField, refusalWords } from './AccountForm.tsx'

const wordsOf = refusalWords({ current_password: t('current password'), new_password: t('new password') })

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
    wordsOf,
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
