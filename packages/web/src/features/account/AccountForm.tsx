import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import styles from './account.module.css'
import { formError } from './field-error.ts'

type AccountFormProps = {
  /** The accessible name. */
  label: string
  /** What is done, on the button. */
  verb: string
  tone?: 'danger' | 'primary'
  request: { readonly error: unknown; readonly isPending: boolean; readonly mutate: () => void }
  /** The fields that say themselves what is wrong with them. */
  fields: readonly string[]
  onCancel?: () => void
  children: ReactNode
}

/** A form of the own account: sent once at a time, with what went wrong beside its fields. */
export function AccountForm(props: AccountFormProps) {
  const { label, verb, tone = 'secondary', request, fields, onCancel, children } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!request.isPending) request.mutate()
  }
  const beside = formError(request.error, fields)
  return (
    <Grid as="form" gap={4} className={styles.form} onSubmit={submit} aria-label={label}>
      {children}
      {beside !== null && <Notice tone="danger">{beside}</Notice>}
      <HStack gap={2} align="stretch" wrap>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" variant={tone} busy={request.isPending}>
          {verb}
        </Button>
      </HStack>
    </Grid>
  )
}
