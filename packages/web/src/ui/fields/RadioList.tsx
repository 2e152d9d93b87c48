import { useId } from 'react'
import styles from './RadioList.module.css'

type RadioListProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[]
}

/** One of a few, all in view, each with what it means. Native radio buttons: arrows choose. */
export function RadioList<Value extends string>({ label, value, onChange, choices }: RadioListProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{label}</legend>
      {choices.map(choice => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            className={styles.dot}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.label}
            {choice.hint !== undefined && <span className={styles.hint}>{choice.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
