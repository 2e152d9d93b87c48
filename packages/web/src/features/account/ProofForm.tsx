import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Proof } from '../../data/account/account.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './account.module.css'
import { fieldError, formError } from './field-error.ts'

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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!prove.isPending) prove.mutate()
  }
  const beside = formError(prove.error, ['password', 'code'])
  return (
    <form className={styles.form} onSubmit={submit} aria-label={label}>
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
        label="Code of the app, or a recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={code}
        error={fieldError(prove.error, 'code', 'code')}
        onChange={event => setCode(event.target.value)}
      />
      {beside !== null && <Notice tone="danger">{beside}</Notice>}
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={tone} busy={prove.isPending}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
