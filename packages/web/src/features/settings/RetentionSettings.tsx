import type { Settings } from '@parley/core/settings/api'
import type { RetentionCount } from '@parley/core/settings/retention'
import { plural, t } from '@parley/core/text/translate'
import { useRetentionCounts } from '../../data/settings/settings.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import styles from './settings.module.css'

type Values = { readonly number: string; readonly days: string }

/** `going`: what goes and when; raw webhooks are looked at each hour, the rest at night. */
const kept = [
  {
    name: 'keep_messages_days',
    what: t('words and files of messages'),
    label: t('Days for which messages and files are kept'),
    hint: t('Leave empty to keep forever. Figures stay'),
    going: (count: number, values: Values) =>
      plural(
        count,
        {
          one: '{number} message older than {days} days loses its words and files tonight',
          other: '{number} messages older than {days} days lose their words and files tonight',
        },
        values,
      ),
  },
  {
    name: 'keep_events_days',
    what: t('raw webhooks'),
    label: t('Days for which raw webhooks are kept'),
    hint: t('Empty: a week. They only serve to trace faults'),
    going: (count: number, values: Values) =>
      plural(
        count,
        {
          one: '{number} raw webhook older than {days} days is deleted within the hour',
          other: '{number} raw webhooks older than {days} days are deleted within the hour',
        },
        values,
      ),
  },
  {
    name: 'keep_refused_days',
    what: t('raw webhooks with something refused in them'),
    label: t('Days for which refused webhooks are kept'),
    hint: t('Empty: until somebody tried them again'),
    going: (count: number, values: Values) =>
      plural(
        count,
        {
          one: '{number} refused webhook older than {days} days is deleted within the hour',
          other: '{number} refused webhooks older than {days} days are deleted within the hour',
        },
        values,
      ),
  },
  {
    name: 'keep_audit_days',
    what: t('entries of the audit log'),
    label: t('Days for which the audit log is kept'),
    hint: t('Leave empty to keep forever'),
    going: (count: number, values: Values) =>
      plural(
        count,
        {
          one: '{number} entry of the audit log older than {days} days is deleted tonight',
          other: '{number} entries of the audit log older than {days} days are deleted tonight',
        },
        values,
      ),
  },
] as const

/** Null: there is no number. */
function goingWords({ going }: (typeof kept)[number], counted: RetentionCount | undefined, days: string) {
  if (counted?.count == null) return null
  const number = counted.count.toLocaleString('en')
  return going(counted.count, { number: counted.more ? t('more than {number}', { number }) : number, days })
}

/** Whether something goes that was kept until now; null is for good, and longer than any number. */
const isShorter = (days: number | null, before: number | null): boolean =>
  days !== null && (before === null || days < before)

/** How long what customers wrote, webhooks and the audit log are kept. To keep less asks first, since it deletes. */
export const RetentionSettings = () => (
  <SettingsForm
    label={t('Retention')}
    question={(values, held) => {
      const shortened = kept.filter(({ name }) => isShorter(values[name], held[name]))
      if (shortened.length === 0) return null
      return {
        title: t('Delete what is older?'),
        action: t('Save and delete'),
        body: <Going values={values} shortened={shortened} />,
      }
    }}
    renderFields={({ values, change }) =>
      kept.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          type="number"
          min={1}
          max={36_500}
          value={values[name] ?? ''}
          onChange={({ target }) => change({ [name]: target.value === '' ? null : Number(target.value) })}
        />
      ))
    }
  />
)

/** What goes, with how much it is: counted for a while, and said without a number where that took too long. */
function Going({ values, shortened }: { values: Settings; shortened: readonly (typeof kept)[number][] }) {
  const days = Object.fromEntries(shortened.map(({ name }) => [name, values[name] ?? 0]))
  const counts = useRetentionCounts(days)
  return (
    <>
      <p>{t('Older data is deleted for good. Only a backup can restore it:')}</p>
      {counts.isPending ? (
        <Spinner label={t('Counting what is deleted')} />
      ) : (
        <ul className={styles.going}>
          {shortened.map(one => {
            const { name, what } = one
            const older = String(values[name])
            const counted = counts.data?.find(({ setting }) => setting === name)
            return (
              <li key={name}>
                {goingWords(one, counted, older) ?? t('{what} older than {days} days', { what, days: older })}
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
