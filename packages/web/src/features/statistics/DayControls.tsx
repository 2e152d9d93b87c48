import { t } from '@parley/core/text/translate'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { DateRange } from '../../ui/fields/DateRange.tsx'
import { HStack } from '../../ui/layout/Layout.tsx'
import styles from './statistics.module.css'
import type { DayForm } from './use-day-form.ts'

type DayControlsProps = {
  /** The panel's title. */
  of: string
  form: DayForm
  daily: boolean
  onDaily: (daily: boolean) => void
  waiting: boolean
  onApply: () => void
}

/** The dates of a panel, whether to break them down by day, and Apply. */
export function DayControls({ of, form, daily, onDaily, waiting, onApply }: DayControlsProps) {
  return (
    <HStack
      as="form"
      wrap
      className={styles.controls}
      aria-label={t('Days of {of}', { of })}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onApply()
      }}
    >
      {/* What is typed before the workspace's day is known would stand beside an empty second date. */}
      <fieldset className={styles.fields} disabled={form.range === null}>
        <DateRange
          label={t('Dates of {of}', { of })}
          value={form.typed}
          onChange={form.type}
          problem={form.problem}
        />
        <Checkbox
          label={t('Include Daily Data')}
          checked={daily}
          onChange={({ target }) => onDaily(target.checked)}
        />
        <Button type="submit" busy={waiting}>
          {waiting ? t('Loading...') : t('Apply')}
        </Button>
      </fieldset>
    </HStack>
  )
}
