import { t } from '@parley/core/text/translate'
import { fieldLabel, pickedFileName } from '@parley/core/messages/rules'
import { Grid, Text } from '../../../ui/layout/Layout.tsx'
import styles from './details.module.css'

/** One answer of a form, whatever it is made of; lists and groups stand inside one another. */
export function Answer({ value }: { value: unknown }) {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
    return (
      <Text tone="muted" breaks className={styles.faint}>
        {t('No answer')}
      </Text>
    )
  }
  if (Array.isArray(value)) {
    return (
      <ul className={styles.list}>
        {value.map((one, index) => (
          // Answers never move, so their place is their identity.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <Answer value={one} />
          </li>
        ))}
      </ul>
    )
  }
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value)
  const file = pickedFileName(value)
  if (file !== null) return file
  return (
    <Grid as="dl" gap={1} className={styles.group}>
      {Object.entries(value).map(([name, one]) => (
        <div key={name}>
          <dt dir="auto" title={name}>
            {fieldLabel(name)}
          </dt>
          <dd dir="auto">
            <Answer value={one} />
          </dd>
        </div>
      ))}
    </Grid>
  )
}
