import { t } from '@parley/core/text/translate'
import type { Settings } from '@parley/core/settings/api'
import { TextField } from '../../ui/fields/TextField.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import styles from './settings.module.css'

const kept = [
  {
    name: 'keep_messages_days',
    what: t('words and files of messages'),
    label: t('Days for which messages and files are kept'),
    hint: t('Leave empty to keep forever. Figures stay'),
  },
  {
    name: 'keep_events_days',
    what: t('raw webhooks'),
    label: t('Days for which raw webhooks are kept'),
    hint: t('Empty: a week. They only serve to trace faults'),
  },
  {
    name: 'keep_refused_days',
    what: t('raw webhooks with something refused in them'),
    label: t('Days for which refused webhooks are kept'),
    hint: t('Empty: until somebody tried them again'),
  },
  {
    name: 'keep_audit_days',
    what: t('entries of the audit log'),
    label: t('Days for which the audit log is kept'),
    hint: t('Leave empty to keep forever'),
  },
] as const

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
    fields={({ values, change }) =>
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

interface GoingProps {
  readonly values: Settings
  readonly shortened: readonly (typeof kept)[number][]
}

const Going = ({ values, shortened }: GoingProps) => (
  <>
    <p>{t('Older data is deleted for good tonight. Only a backup can restore it:')}</p>
    <ul className={styles.going}>
      {shortened.map(({ name, what }) => (
        <li key={name}>{t('{what} older than {days} days', { what, days: String(values[name]) })}</li>
      ))}
    </ul>
  </>
)
