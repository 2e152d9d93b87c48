import { t } from '@parley/core/text/translate'
import {
  priorityChoices,
  statusChoices,
  type TicketChange,
  type TicketChoice,
} from '@parley/core/tickets/edit'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import styles from '../TicketEntry.module.css'

interface TicketChangesProps {
  readonly changes: readonly TicketChange[]
  readonly onApply: () => void
}

/** What others changed while something was being written; nothing is saved over it unseen. */
export function TicketChanges({ changes, onApply }: TicketChangesProps) {
  if (changes.length === 0) return null
  return (
    <Notice
      tone="warn"
      action={
        <Button size="small" onClick={onApply}>
          {t('Apply mine to the new version')}
        </Button>
      }
    >
      {t('This ticket was changed while you were writing:')}
      <ul className={styles.changes}>
        {[...new Set(changes.map(wordsOf))].map(words => (
          <li key={words} dir="auto">
            {words}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function wordsOf(change: TicketChange): string {
  if (change.what === 'note')
    return t('note by {by}: {text}', { by: change.by ?? t('an agent'), text: change.text })
  const { what } = change
  const from = shown(what, change.from)
  const to = shown(what, change.to)
  return from === '' ? `${what}: ${to}` : `${what}: ${from} → ${to === '' ? 'none' : to}`
}

/** Statuses and priorities as badges say them. */
function shown(what: Exclude<TicketChange['what'], 'note'>, value: string): string {
  if (what !== 'status' && what !== 'priority') return value
  const choices: readonly TicketChoice<string>[] =
    what === 'status' ? statusChoices('NEW', 'header') : priorityChoices
  return choices.find(choice => choice.value === value)?.label ?? value
}
