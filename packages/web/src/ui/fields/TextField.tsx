import { type ComponentProps, type ReactNode, useId } from 'react'
import { Grid, Text } from '../layout/Layout.tsx'
import styles from './TextField.module.css'

type TextFieldProps = Omit<ComponentProps<'input'>, 'className' | 'id'> & {
  label: string
  error?: string | undefined
  hint?: string | undefined
}

/** One line of text, with its label and its error. */
export function TextField({ label, error, hint, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <Field label={label} controlId={id} error={error} hint={hint}>
      <input
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId(id) : hint ? hintId(id) : undefined}
      />
    </Field>
  )
}

type FieldProps = {
  label: ReactNode
  /** The id of the control that the label names. */
  controlId: string
  /** What is wrong with the value, shown under it; its id is `errorId(controlId)`. */
  error?: string | undefined
  /** A remark under the control; its id is `hintId(controlId)`. */
  hint?: string | undefined
  children: ReactNode
}

/** The id under which a field's error stands, for `aria-describedby`. */
export const errorId = (controlId: string) => `${controlId}-error`
/** The id under which a field's hint stands, for `aria-describedby`. */
export const hintId = (controlId: string) => `${controlId}-hint`

/** A label above a control, and under it what to know about the value. */
export function Field({ label, controlId, error, hint, children }: FieldProps) {
  return (
    <Grid gap={1}>
      <Text as="label" size="meta" weight={500} tone="muted" htmlFor={controlId}>
        {label}
      </Text>
      {children}
      {error && (
        <Text as="p" id={errorId(controlId)} size="meta" tone="danger">
          {error}
        </Text>
      )}
      {hint && !error && (
        <Text as="p" id={hintId(controlId)} size="meta" tone="faint">
          {hint}
        </Text>
      )}
    </Grid>
  )
}
