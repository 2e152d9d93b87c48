import type { Settings, WorkspaceSettings } from '@parley/core/settings/api'
import { t } from '@parley/core/text/translate'
import { type ReactNode, useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useChangeSettings, useSettings } from '../../data/settings/settings.ts'
import { Button } from '../../ui/Button.tsx'
import { type Form, type Problems, useForm } from '../../ui/forms/use-form.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'

interface Question {
  readonly title: string
  readonly action: string
  readonly body: ReactNode
}

interface SettingsFormProps {
  /** Its accessible name. */
  readonly label: string
  readonly renderFields: (form: Form<Settings>, held: WorkspaceSettings) => ReactNode
  readonly check?: (values: Settings) => Problems<Settings>
  /** What is asked before it is saved; null: nothing. */
  readonly question?: (values: Settings, held: Settings) => Question | null
}

/** Some of the settings that apply to the whole workspace. What was chosen stays when it cannot be saved. */
export function SettingsForm(props: SettingsFormProps) {
  const settings = useSettings()
  return (
    <>
      {settings.state === 'loading' && <Spinner label={t('Loading settings')} />}
      {settings.state === 'failed' && (
        <RetryState
          title={t('The settings could not be fetched')}
          busy={settings.retrying}
          onRetry={settings.retry}
          action={t('Try again')}
        />
      )}
      {settings.data !== undefined && <Fields {...props} held={settings.data} />}
    </>
  )
}

type FieldsProps = SettingsFormProps & { readonly held: WorkspaceSettings }

function Fields({ label, renderFields, check, question, held }: FieldsProps) {
  const save = useChangeSettings()
  const [saved, setSaved] = useState(false)
  const [asking, setAsking] = useState(false)
  const form = useForm({
    values: held.settings,
    ...(check && { check }),
    isReady: (_, isChanged) => isChanged,
    send: async () => {
      if (asked !== null && !asking) return setAsking(true)
      await save(form.edit, held.version)
      setAsking(false)
      form.reset()
      setSaved(true)
    },
    wordsOf: cause => laterFailureWords('changeSettings', cause),
  })
  const { values, isChanged, busy, failure } = form
  const asked = question?.(values, held.settings) ?? null
  return (
    <Grid as="form" gap={6} {...form.props} aria-label={label} noValidate onChange={() => setSaved(false)}>
      <Text as="p" size="list" tone="muted">
        {t('These apply to the whole workspace. Each change is on record in the audit log.')}
      </Text>
      {renderFields(form, held)}
      {failure !== null && !asking && <FailureNote>{failure}</FailureNote>}
      <HStack gap={3} wrap size="meta" tone="muted">
        <Button variant="primary" type="submit" busy={busy} disabled={!isChanged && !busy}>
          {t('Save')}
        </Button>
        {isChanged && <Button onClick={form.reset}>{t('Undo changes')}</Button>}
        <span role="status">{saved && !isChanged && t('Saved. The settings apply to everybody now.')}</span>
      </HStack>
      {asking && asked !== null && (
        <ConfirmDialog
          title={asked.title}
          action={asked.action}
          busy={busy}
          failure={failure}
          onConfirm={() => void form.submit()}
          onClose={() => setAsking(false)}
        >
          {asked.body}
        </ConfirmDialog>
      )}
    </Grid>
  )
}
