import { t } from '@parley/core/text/translate'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button } from '../Button.tsx'
import type { FormState } from '../forms/use-form.ts'
import { Grid } from '../layout/Layout.tsx'
import { FailureNote } from '../states/FailureNote.tsx'
import { Modal } from './Modal.tsx'

type FormDialogProps = Omit<ComponentProps<typeof Modal>, 'open' | 'footer'> & {
  form: FormState
  /** The words of the button that sends it. */
  action: string
  variant?: 'primary' | 'danger'
  /** The words of the button that leaves it. */
  leave?: string
  /** Above the form. */
  above?: ReactNode
  /** Between the fields. */
  gap?: 3 | 3.5 | 4
  className?: string | undefined
  /** Whether the failure can be put away before the next attempt. */
  dismissable?: boolean
}

/** A form as a window: its fields, why it was not sent, and at the bottom the ways out. */
export function FormDialog(props: FormDialogProps) {
  const {
    form,
    action,
    variant = 'primary',
    leave = t('Cancel'),
    above,
    gap = 3,
    className,
    dismissable,
    children,
    ...modal
  } = props
  const id = useId()
  return (
    <Modal
      {...modal}
      open
      footer={
        <>
          <Button onClick={modal.onClose}>{leave}</Button>
          <Button variant={variant} type="submit" form={id} busy={form.busy} disabled={!form.ready}>
            {action}
          </Button>
        </>
      }
    >
      {above}
      <Grid as="form" {...form.props} id={id} gap={gap} className={className} noValidate>
        {children}
        {form.failure !== null && (
          <FailureNote onDismiss={dismissable ? form.dismiss : undefined}>{form.failure}</FailureNote>
        )}
      </Grid>
    </Modal>
  )
}
