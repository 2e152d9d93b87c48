import type { ComponentProps, ReactNode } from 'react'
import { TextField } from '../../ui/fields/TextField.tsx'
import { t } from '@parley/core/text/translate'
import { Button } from '../../ui/Button.tsx'
import type { FormState } from '../../ui/forms/use-form.ts'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import styles from './account.module.css'
import { ApiFailure } from '../../client/api-failure.ts'

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
