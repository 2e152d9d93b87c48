import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Proof } from '../../data/account/account.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { AccountForm } from './AccountForm.tsx'
import { fieldError } from './field-error.ts'

type ProofFormProps = {
  /** The accessible name. */
  label: string
  /** What is done, on the button. */
  verb: string
  tone?: 'danger' | 'primary'
  onProof: (proof: Proof) => Promise<unknown>
  onCancel: () => void
}

/** Password and code once more, for what weakens the account. */
export function ProofForm({ label, verb, tone = 'primary', onProof, onCancel }: ProofFormProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const prove = useMutation({ mutationFn: () => onProof({ password, code }) })
  return (
    <AccountForm
      label={label}
      verb={verb}
      request={prove}
      fields={['password', 'code']}
      tone={tone}
      onCancel={onCancel}
    >
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        error={fieldError(prove.error, 'password', 'password')}
        onChange={event => setPassword(event.target.value)}
      />
      <TextField
        label="Authentication code or a recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={code}
        error={fieldError(prove.error, 'code', 'code')}
        onChange={event => setCode(event.target.value)}
      />
    </AccountForm>
  )
}
