import { t } from '@parley/core/text/translate'
import type { Settings, WorkspaceSettings } from '@parley/core/settings/api'
import type { WaitMarks } from '@parley/core/settings/constants'
import { useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import styles from './settings.module.css'
import { UndoTimeField, undoTimeProblem } from './UndoTimeField.tsx'
import { WaitMarksFields, waitMarksProblem } from './WaitMarksFields.tsx'

const failed = (cause: unknown) => laterFailureWords('changeSettings', cause)

const whoMay = (what: string) =>
  [
    { value: 'everybody', label: t('Everybody') },
    { value: 'supervisors', label: t('Supervisors and administrators'), hint: what },
  ] as const

const secondFactor = [
  { value: 'off', label: t('Nobody'), hint: t('Everybody can set one up') },
  { value: 'administrators', label: t('Administrators') },
  {
    value: 'everybody',
    label: t('Everybody'),
    hint: t('People without one must set it up before they can do anything else'),
  },
] as const

const writing = [
  {
    value: 'from-first-key',
    label: t('Once an agent types'),
    hint: t('Blue ticks and “typing…”. Who only looks shows nothing'),
  },
  { value: 'never', label: t('Never') },
] as const

const repliesTake = [
  {
    value: 'unassigned',
    label: t('When they reply in an unassigned one'),
    hint: t('Beyond their capacity too: it counts as their work'),
  },
  { value: 'nothing', label: t('When they take it, or accept it') },
] as const

const ratingAsked = [
  { value: 'off', label: t('Never') },
  {
    value: 'on',
    label: t('Once their conversation is resolved'),
    hint: t(
      'From 1 to 5, a minute later, at most once in 24 hours. What they answer opens no conversation again',
    ),
  },
] as const

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

/** The marks that are held where these are the same, so that nothing counts as changed. */
const sameMarks = (marks: WaitMarks, held: WaitMarks): WaitMarks =>
  marks.long === held.long && marks.too_long === held.too_long ? held : marks

/** Whether something goes that was kept until now; null is for good, and longer than any number. */
const isShorter = (days: number | null, before: number | null): boolean =>
  days !== null && (before === null || days < before)

type SettingsFormProps = {
  held: WorkspaceSettings
  onSave: (edit: Partial<Settings>, version: number) => Promise<void>
}

/** What the workspace decides for everybody. What was chosen stays when it cannot be saved. */
export function SettingsForm({ held, onSave }: SettingsFormProps) {
  const [saved, setSaved] = useState(false)
  const [asking, setAsking] = useState(false)
  const form = useForm({
    values: held.settings,
    check: ({ wait_marks, undo_send_seconds }) => ({
      wait_marks: waitMarksProblem(wait_marks),
      undo_send_seconds: undoTimeProblem(undo_send_seconds),
    }),
    isReady: (_, isChanged) => isChanged,
    send: async () => {
      if (shortened.length > 0 && !asking) return setAsking(true)
      await onSave(form.edit, held.version)
      setAsking(false)
      form.reset()
      setSaved(true)
    },
    wordsOf: failed,
  })
  const { values, isChanged, busy, failure, change } = form
  const shortened = kept.filter(({ name }) => isShorter(values[name], held.settings[name]))
  return (
    <Grid
      as="form"
      gap={6}
      {...form.props}
      aria-label={t('Settings')}
      noValidate
      onChange={() => setSaved(false)}
    >
      <RadioList
        label={t('Who sees the conversations of another department')}
        choices={whoMay(
          t('Agents see their own, those of their department, what nobody has, and what is offered to them'),
        )}
        {...form.choice('colleague_conversations')}
      />
      <RadioList
        label={t('Who sees the figures of a colleague')}
        choices={whoMay(t('Agents see their own, and those of the team as a whole'))}
        {...form.choice('colleague_figures')}
      />
      <RadioList
        label={t('Who approves and rejects applications')}
        choices={whoMay(t('Agents review them, and set every other status'))}
        {...form.choice('application_decisions')}
      />
      <RadioList
        label={t('Who must have a second factor')}
        choices={secondFactor}
        {...form.choice('second_factor')}
      />
      <RadioList
        label={t('When an agent has a conversation')}
        choices={repliesTake}
        {...form.choice('replies_take')}
      />
      <RadioList
        label={t('When customers see that their messages are read')}
        choices={writing}
        {...form.choice('customers_see_writing')}
      />
      <RadioList
        label={t('When customers are asked how they were served')}
        choices={ratingAsked}
        {...form.choice('ask_for_rating')}
      />
      <UndoTimeField
        seconds={values.undo_send_seconds}
        ofServer={held.server.undo_send_seconds}
        onChange={undo_send_seconds => change({ undo_send_seconds })}
      />
      <WaitMarksFields
        marks={values.wait_marks}
        onChange={wait_marks => change({ wait_marks: sameMarks(wait_marks, held.settings.wait_marks) })}
      />
      <TextField
        label={t('Template that tells customers how their application stands')}
        hint={t(
          'Template name at WhatsApp; used after 24 hours. One variable (the news) or two (number, news). Empty: no message after 24 hours',
        )}
        maxLength={512}
        value={values.application_template ?? ''}
        onChange={({ target }) =>
          change({ application_template: target.value.trim() === '' ? null : target.value })
        }
      />
      {kept.map(({ name, label, hint }) => (
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
      ))}
      {failure !== null && !asking && <FailureNote>{failure}</FailureNote>}
      <HStack gap={3} wrap size="meta" tone="muted">
        <Button variant="primary" type="submit" busy={busy} disabled={!isChanged && !busy}>
          {t('Save')}
        </Button>
        {isChanged && <Button onClick={form.reset}>{t('Undo changes')}</Button>}
        <span role="status">{saved && !isChanged && t('Saved. The settings apply to everybody now.')}</span>
      </HStack>
      {asking && (
        <ConfirmDialog
          title={t('Delete what is older?')}
          action={t('Save and delete')}
          busy={busy}
          failure={failure}
          onConfirm={() => void form.submit()}
          onClose={() => setAsking(false)}
        >
          <p>{t('Older data is deleted for good tonight. Only a backup can restore it:')}</p>
          <ul className={styles.going}>
            {shortened.map(({ name, what }) => (
              <li key={name}>{t('{what} older than {days} days', { what, days: String(values[name]) })}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </Grid>
  )
}
