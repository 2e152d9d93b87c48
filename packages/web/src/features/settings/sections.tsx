import { mostUndoSeconds, type WaitMarks } from '@parley/core/settings/constants'
import { t } from '@parley/core/text/translate'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import styles from './settings.module.css'

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

/** The marks that are held where these are the same, so that nothing counts as changed. */
const sameMarks = (marks: WaitMarks, held: WaitMarks): WaitMarks =>
  marks.long === held.long && marks.too_long === held.too_long ? held : marks

/** How agents work, and what customers see of it. */
export const WorkspaceSettings = () => (
  <SettingsForm
    label={t('Workspace')}
    check={({ wait_marks, undo_send_seconds }) => ({
      wait_marks: waitMarksProblem(wait_marks),
      undo_send_seconds: undoTimeProblem(undo_send_seconds),
    })}
    renderFields={({ values, change, choice }, held) => (
      <>
        <RadioList
          label={t('When an agent has a conversation')}
          choices={repliesTake}
          {...choice('replies_take')}
        />
        <RadioList
          label={t('When customers see that their messages are read')}
          choices={writing}
          {...choice('customers_see_writing')}
        />
        <RadioList
          label={t('When customers are asked how they were served')}
          choices={ratingAsked}
          {...choice('ask_for_rating')}
        />
        <TextField
          label={t('Undo send (seconds)')}
          hint={t(
            'The reply is sent after this time. 0: immediately. Empty: {ofServer} (server setting). Templates are sent immediately',
            { ofServer: held.server.undo_send_seconds },
          )}
          type="number"
          min={0}
          max={mostUndoSeconds}
          error={undoTimeProblem(values.undo_send_seconds)}
          value={values.undo_send_seconds ?? ''}
          onChange={({ target }) =>
            change({ undo_send_seconds: target.value === '' ? null : Number(target.value) })
          }
        />
        <WaitMarksFields
          marks={values.wait_marks}
          onChange={wait_marks => change({ wait_marks: sameMarks(wait_marks, held.settings.wait_marks) })}
        />
      </>
    )}
  />
)

/** What agents see of the work of others, and what they decide. */
export const RolesSettings = () => (
  <SettingsForm
    label={t('Roles and visibility')}
    renderFields={({ choice }) => (
      <>
        <RadioList
          label={t('Who sees the conversations of another department')}
          choices={whoMay(
            t(
              'Agents see their own, those of their department, what nobody has, and what is offered to them',
            ),
          )}
          {...choice('colleague_conversations')}
        />
        <RadioList
          label={t('Who sees the figures of a colleague')}
          choices={whoMay(t('Agents see their own, and those of the team as a whole'))}
          {...choice('colleague_figures')}
        />
        <RadioList
          label={t('Who approves and rejects applications')}
          choices={whoMay(t('Agents review them, and set every other status'))}
          {...choice('application_decisions')}
        />
      </>
    )}
  />
)

/** Who must prove more than a password. */
export const SecuritySettings = () => (
  <SettingsForm
    label={t('Security')}
    renderFields={({ choice }) => (
      <RadioList
        label={t('Who must have a second factor')}
        choices={secondFactor}
        {...choice('second_factor')}
      />
    )}
  />
)

/** The template that tells what became of an application once the 24 hours are over. */
export const NewsTemplateSetting = () => (
  <SettingsForm
    label={t('Template of an application')}
    renderFields={({ values, change }) => (
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
    )}
  />
)

/** Why a workspace may not have this: it is whole seconds, or what the server is set up with. */
const undoTimeProblem = (seconds: number | null): string | undefined =>
  seconds === null || (Number.isInteger(seconds) && seconds >= 0 && seconds <= mostUndoSeconds)
    ? undefined
    : t('Whole seconds, up to {most}.', { most: mostUndoSeconds })

/** Why a workspace may not have these: they are whole minutes of a week at most, and long before too long. */
const waitMarksProblem = ({ long, too_long }: WaitMarks): string | undefined =>
  [long, too_long].every(minutes => Number.isInteger(minutes) && minutes >= 1 && minutes <= 10_080) &&
  long < too_long
    ? undefined
    : t('Both are whole minutes, up to a week, and amber comes before red. Make this the greater one.')

/** From when on a wait of the queue is amber and red. */
function WaitMarksFields({ marks, onChange }: { marks: WaitMarks; onChange: (marks: WaitMarks) => void }) {
  const field = (name: keyof WaitMarks, label: string, error?: string) => (
    <TextField
      label={label}
      type="number"
      min={1}
      max={10_080}
      error={error}
      value={Number.isNaN(marks[name]) ? '' : marks[name]}
      onChange={({ target: { value } }) =>
        onChange({ ...marks, [name]: value === '' ? Number.NaN : Number(value) })
      }
    />
  )
  return (
    <Grid gap={4} className={styles.pair}>
      {field('long', t('Minutes until a wait is amber'))}
      {field('too_long', t('Minutes until a wait is red'), waitMarksProblem(marks))}
    </Grid>
  )
}
