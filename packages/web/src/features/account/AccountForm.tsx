import { t } from '@parley/core/text/translate'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { FormState } from '../../ui/forms/use-form.ts'
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
