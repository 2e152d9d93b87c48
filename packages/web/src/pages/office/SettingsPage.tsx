import { t } from '@parley/core/text/translate'
import { useChangeSettings, useSettings } from '../../data/settings/settings.ts'
import { JobsSection } from '../../features/settings/JobsSection.tsx'
import { SettingsForm } from '../../features/settings/SettingsForm.tsx'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './SettingsPage.module.css'

/** What the workspace decides for everybody in it. */
export function SettingsPage() {
  const settings = useSettings()
  const save = useChangeSettings()
  return (
    <div className={styles.page}>
      <Grid gap={6} className={styles.column}>
        <Text as="p" tone="muted">
          {t('These apply to the whole workspace. Each change is on record in the audit log.')}
        </Text>
        {settings.state === 'loading' && <Spinner label={t('Loading settings')} />}
        {settings.state === 'failed' && (
          <RetryState
            title={t('The settings could not be fetched')}
            busy={settings.retrying}
            onRetry={settings.retry}
            action={t('Try again')}
          />
        )}
        {settings.data !== undefined && <SettingsForm held={settings.data} onSave={save} />}
        <JobsSection />
      </Grid>
    </div>
  )
}
