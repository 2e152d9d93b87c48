import { t } from '@parley/core/text/translate'
import { useId } from 'react'
import { HStack, Text } from '../layout/Layout.tsx'
import styles from './DateRange.module.css'

/** Two dates as they stand in their fields, "2026-11-19"; empty or impossible ones are the caller's to refuse. */
export type TypedDates = { readonly from: string; readonly to: string }

const usual = [t('From'), t('To')] as const

type DateRangeProps = {
  /** Which dates: the accessible name of the group. */
  label: string
  names?: readonly [from: string, to: string]
  value: TypedDates
  onChange: (value: TypedDates) => void
  /** The end's earliest day is the start. */
  ordered?: boolean
  /** What is wrong with them; null when they will do. */
  problem: string | null
}

/** A first and a last day, with what is wrong with them right below. */
export function DateRange(props: DateRangeProps) {
  const { label, names = usual, value, onChange, ordered = false, problem } = props
  const id = useId()
  const field = (name: 'from' | 'to', title: string) => (
    <HStack as="label" gap={1.5} inline frame="control" size="list" className={styles.field}>
      <span>{title}</span>
      <input
        type="date"
        value={value[name]}
        min={ordered && name === 'to' ? value.from || undefined : undefined}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : id}
        onChange={({ target }) => onChange({ ...value, [name]: target.value })}
      />
    </HStack>
  )
  return (
    <HStack role="group" aria-label={label} gap={2} align="stretch" wrap>
      {field('from', names[0])}
      {field('to', names[1])}
      {problem !== null && (
        <Text as="p" id={id} role="alert" size="meta" tone="danger" className={styles.problem}>
          {problem}
        </Text>
      )}
    </HStack>
  )
}
