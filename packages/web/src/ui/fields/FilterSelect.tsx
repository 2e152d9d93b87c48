import styles from './FilterSelect.module.css'
import { Select } from './Select.tsx'

/** The choice that narrows nothing. */
export const anyChoice = 'any'

type FilterSelectProps = {
  label: string
  /** One that is none of the choices counts as the first. */
  value: string
  choices: readonly { readonly value: string; readonly label: string }[]
  /** Null: nothing is narrowed. */
  onChange: (value: string | null) => void
}

/** Narrows a list by one thing, which stands before what is chosen; marked while it narrows. */
export function FilterSelect({ label, value, choices, onChange }: FilterSelectProps) {
  const chosen = choices.find(choice => choice.value === value) ?? choices[0]
  return (
    <span className={styles.pick} data-set={value !== anyChoice || undefined}>
      <Select
        label={label}
        labelHidden
        value={chosen?.value ?? anyChoice}
        choices={choices}
        onChange={next => onChange(next === anyChoice ? null : next)}
        shown={
          <>
            <span className={styles.label}>{label}</span> <b>{chosen?.label}</b>
          </>
        }
      />
    </span>
  )
}
