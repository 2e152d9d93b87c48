import { applicationStatusLabel } from '@parley/core/rules/application'
import type { ChecklistItem } from '@parley/core/rules/checklist'
import { Check, CircleAlert, X } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { AskForDocument, type AskForDocumentProps } from './AskForDocument.tsx'
import styles from './Checklist.module.css'

interface ChecklistProps {
  readonly items: readonly ChecklistItem[]
  /** What it says of health is told once the health section was opened. */
  readonly healthOpen: boolean
  readonly onItem: (item: ChecklistItem) => void
  /** Of which application documents are asked for, and where it is kept. */
  readonly asking: Omit<AskForDocumentProps, 'field'>
  /** Opens the conversation with a message that asks for what is missing; null where nothing can be asked. */
  readonly ask: { readonly count: number; readonly run: () => void } | null
}

const icons = { problem: X, warning: CircleAlert, ok: Check } as const
const severityWords = { problem: 'Problem', warning: 'To be looked at', ok: 'All right' } as const

/** What is missing or contradictory, the gravest first; each leads to its field. */
export function Checklist({ items, healthOpen, onItem, asking, ask }: ChecklistProps) {
  const open = items.filter(({ severity }) => severity !== 'ok').length
  return (
    <section className={styles.part} aria-labelledby="application-checklist">
      <h2 id="application-checklist" className={styles.title}>
        Before it can be {applicationStatusLabel('APPROVED').toLowerCase()}
      </h2>
      {open === 0 && <p className={styles.fine}>Nothing is missing, nothing contradicts itself.</p>}
      <ul className={styles.items}>
        {items.map(item => {
          const Icon = icons[item.severity]
          return (
            <li key={`${item.code} ${item.field}`}>
              <button type="button" className={styles.item} onClick={() => onItem(item)}>
                <span className={styles[item.severity]}>
                  <Icon size={15} strokeWidth={2} aria-hidden="true" />
                  <span className="visually-hidden">{severityWords[item.severity]}: </span>
                </span>
                <span dir="auto" className={styles.words}>
                  {wordsOf(item, healthOpen)}
                </span>
              </button>
              {item.code === 'document.missing' && <AskForDocument {...asking} field={item.field} />}
            </li>
          )
        })}
      </ul>
      {ask !== null && (
        <Button onClick={ask.run}>
          {ask.count === 1 ? 'Ask the customer for this' : `Ask the customer for these ${ask.count}`}
        </Button>
      )}
    </section>
  )
}

const wordsOf = (item: ChecklistItem, healthOpen: boolean): string =>
  item.code === 'health.contradiction' && !healthOpen
    ? 'The health section contradicts itself: open it to see how'
    : item.sentence
