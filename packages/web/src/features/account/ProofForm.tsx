import { t } from '@parley/core/text/translate'
import type { Proof } from '../../data/account/account.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { AccountForm } from './AccountForm.tsx'
import { refusalWords } from './field-error.ts'

const wordsOf = refusalWords({ password: 'password', code: 'code' })

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
  const form = useForm({ values: { password: '', code: '' }, send: onProof, wordsOf })
  return (
    <AccountForm form={form} label={label} verb={verb} tone={tone} onCancel={onCancel}>
      <TextField
        label={t('Your password')}
        type="password"
        autoComplete="current-password"
        required
        {...form.text('password')}
      />
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
