import { type ComponentProps, type ReactNode, useId } from 'react'
import { errorId, Field, hintId } from './Field.tsx'
import styles from './TextArea.module.css'
import { TextBox } from './TextBox.tsx'

type TextAreaProps = Omit<ComponentProps<typeof TextBox>, 'className' | 'id'> & {
  label: ReactNode
  error?: string | undefined
  hint?: string | undefined
}

/** Several lines of text, with their label and error. The box is as high as its text, within bounds. */
export function TextArea({ label, error, hint, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <Field label={label} controlId={id} error={error} hint={hint}>
      <TextBox
        rows={3}
        dir="auto"
        {...area}
        id={id}
        className={styles.area}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId(id) : hint ? hintId(id) : undefined}
      />
    </Field>
  )
}
