import { type ComponentProps, useId } from 'react'
import { errorId, Field, hintId } from './Field.tsx'
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
