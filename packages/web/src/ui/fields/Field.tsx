import type { ReactNode } from 'react'
import styles from './Field.module.css'

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
    <div className={styles.field}>
      <label className={styles.label} htmlFor={controlId}>
        {label}
      </label>
      {children}
      {error && (
        <p id={errorId(controlId)} className={styles.error}>
          {error}
        </p>
      )}
      {hint && !error && (
        <p id={hintId(controlId)} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
