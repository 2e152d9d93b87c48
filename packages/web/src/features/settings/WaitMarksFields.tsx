import { t } from '@parley/core/text/translate'
import type { WaitMarks } from '@parley/core/settings/constants'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import styles from './settings.module.css'

interface WaitMarksFieldsProps {
  readonly marks: WaitMarks
  readonly onChange: (marks: WaitMarks) => void
}

/** Why a workspace may not have these: they are whole minutes of a week at most, and long before too long. */
export const waitMarksProblem = ({ long, too_long }: WaitMarks): string | undefined =>
  [long, too_long].every(minutes => Number.isInteger(minutes) && minutes >= 1 && minutes <= 10_080) &&
  long < too_long
    ? undefined
    : t('Both are whole minutes, up to a week, and amber comes before red. Make this the greater one.')

/** From when on a wait of the queue is amber and red. */
export function WaitMarksFields({ marks, onChange }: WaitMarksFieldsProps) {
  const minutes = (text: string) => (text === '' ? Number.NaN : Number(text))
  const shown = (value: number) => (Number.isNaN(value) ? '' : value)
  return (
    <Grid gap={4} className={styles.pair}>
      <TextField
        label={t('Minutes until a wait is amber')}
        type="number"
        min={1}
        max={10_080}
        value={shown(marks.long)}
        onChange={({ target }) => onChange({ ...marks, long: minutes(target.value) })}
      />
      <TextField
        label={t('Minutes until a wait is red')}
        type="number"
        min={1}
        max={10_080}
        error={waitMarksProblem(marks)}
        value={shown(marks.too_long)}
        onChange={({ target }) => onChange({ ...marks, too_long: minutes(target.value) })}
      />
    </Grid>
  )
}
