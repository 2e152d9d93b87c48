import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountActions } from '../../data/account/account.ts'
import { Notice } from '../../ui/states/Notice.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { AccountForm } from './AccountForm.tsx'
import { fieldError } from './field-error.ts'

const fields = ['current_password', 'new_password'] as const

/** Changes the own password, which signs out everywhere else. */
export function PasswordForm({ email, actions }: { email: string; actions: AccountActions }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useMutation({
    mutationFn: () => actions.changePassword(current, next),
    onSuccess: () => {
      setCurrent('')
      setNext('')
    },
  })
  return (
    <AccountForm label="Change password" verb="Change password" request={change} fields={fields}>
      {/* For password managers, which keep a password with its name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={current}
        error={fieldError(change.error, 'current_password', 'current password')}
        onChange={event => setCurrent(event.target.value)}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        value={next}
        hint="At least 10 characters. Three or four unrelated words are easy to keep in mind and hard to guess."
        error={fieldError(change.error, 'new_password', 'new password')}
        onChange={event => setNext(event.target.value)}
      />
      {change.isSuccess && <Notice tone="ok">{changedWords(change.data)}</Notice>}
    </AccountForm>
  )
}

function changedWords(ended: number): string {
  if (ended === 0) return 'The password is changed.'
  return `The password is changed, and you are signed out ${ended === 1 ? 'on 1 other device' : `on ${ended} other devices`}.`
}
