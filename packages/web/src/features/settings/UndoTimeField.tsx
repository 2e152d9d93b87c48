import { t } from '@parley/core/text/translate'
import { mostUndoSeconds } from '@parley/core/settings/constants'
import { TextField } from '../../ui/fields/TextField.tsx'

/** Why a workspace may not have this: it is whole seconds, or what the server is set up with. */
export const undoTimeProblem = (seconds: number | null): string | undefined =>
  seconds === null || (Number.isInteger(seconds) && seconds >= 0 && seconds <= mostUndoSeconds)
    ? undefined
    : t('Whole seconds, up to {most}.', { most: mostUndoSeconds })

interface UndoTimeFieldProps {
  /** Null: as the server is set up. */
  readonly seconds: number | null
  readonly ofServer: number
  readonly onChange: (seconds: number | null) => void
}

/** For how long agents can take back what they sent. */
export const UndoTimeField = ({ seconds, ofServer, onChange }: UndoTimeFieldProps) => (
  <TextField
    label={t('Undo send (seconds)')}
    hint={t(
      'The reply is sent after this time. 0: immediately. Empty: {ofServer} (server setting). Templates are sent immediately',
      { ofServer },
    )}
    type="number"
    min={0}
    max={mostUndoSeconds}
    error={undoTimeProblem(seconds)}
    value={seconds ?? ''}
    onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
  />
)
