import { useId } from 'react'
import { Grid, Text } from '../layout/Layout.tsx'
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
    <Grid as="fieldset" gap={2} flex="shrink">
      <Text as="legend" size="meta" weight={500} tone="muted" className={styles.legend}>
        {label}
      </Text>
      {choices.map(choice => (
        <Grid as="label" key={choice.value} gap={2} align="start" size="list" className={styles.choice}>
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
            {choice.hint !== undefined && (
              <Text size="meta" tone="muted" className={styles.hint}>
                {choice.hint}
              </Text>
            )}
          </span>
        </Grid>
      ))}
    </Grid>
  )
}
