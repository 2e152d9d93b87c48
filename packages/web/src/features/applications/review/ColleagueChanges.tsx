import { t } from '@parley/core/text/translate'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import styles from './StatusDialog.module.css'

interface ColleagueChangesProps {
  readonly changes: readonly string[]
  /** The words of the button. */
  readonly action: string
  readonly onApply: () => void
}

/** What others changed while something was being written; nothing is saved over it unseen. */
export function ColleagueChanges({ changes, action, onApply }: ColleagueChangesProps) {
  if (changes.length === 0) return null
  return (
    <Notice
      tone="warn"
      action={
        <Button size="small" onClick={onApply}>
          {action}
        </Button>
      }
    >
      {t('A colleague changed this application meanwhile:')}
      <ul className={styles.changes}>
        {changes.map(words => (
          <li key={words} dir="auto">
            {words}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
