import { useChangeSettings, useSettings } from '../../data/settings/settings.ts'
import { JobsSection } from '../../features/settings/JobsSection.tsx'
import { SettingsForm } from '../../features/settings/SettingsForm.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './SettingsPage.module.css'

/** What the workspace decides for everybody in it. */
export function SettingsPage() {
  const settings = useSettings()
  const save = useChangeSettings()
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <p className={styles.lead}>
          These apply to the whole workspace. Each change is on record in the audit log.
        </p>
        {settings.state === 'loading' && <Spinner label="Loading settings" />}
        {settings.state === 'failed' && (
          <RetryState
            title="The settings could not be fetched"
            busy={settings.retrying}
            onRetry={settings.retry}
            action="Try again"
          />
        )}
        {settings.data !== undefined && <SettingsForm held={settings.data} onSave={save} />}
        <JobsSection />
      </div>
    </div>
  )
}
