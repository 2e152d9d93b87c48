import { plural, t } from '@parley/core/text/translate'
import { applicationStatusLabel } from '@parley/core/applications/rules'
import type { ChecklistItem } from '@parley/core/applications/checklist'
import { quietSentence } from '@parley/core/applications/open-points'
import { Button } from '../../../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../../../ui/layout/Layout.tsx'
import { FailureNote } from '../../../../ui/states/FailureNote.tsx'
import { AskForDocument, type AskForDocumentProps } from './AskForDocument.tsx'
import styles from './Checklist.module.css'
import { PointIcon } from './PointIcon.tsx'

interface ChecklistProps {
  readonly items: readonly ChecklistItem[]
  /** What it says of health is told once the health section was opened. */
  readonly healthOpen: boolean
  readonly onItem: (item: ChecklistItem) => void
  /** Of which application documents are asked for, and where it is kept. */
  readonly asking: Omit<AskForDocumentProps, 'field'>
  readonly ask: CustomerAsk | null
}

/** Opens the conversation with a message that asks for what stands open; null where nothing can be asked in words. */
export interface CustomerAsk {
  readonly count: number
  /** Whether documents are missing that a click of their own asks for. */
  readonly isRest: boolean
  readonly run: () => void
  readonly busy: boolean
  /** Why it could not be prepared; null: it was not tried. */
  readonly failure: string | null
  readonly dismiss: () => void
}

/** What is missing or contradictory, the gravest first; each leads to its field. */
export function Checklist({ items, healthOpen, onItem, asking, ask }: ChecklistProps) {
  const open = items.filter(({ severity }) => severity !== 'ok').length
  return (
    <Grid as="section" gap={2} size="list" className={styles.part} aria-labelledby="application-checklist">
      <Text as="h2" id="application-checklist" size="body" weight={600}>
        {t('Before it can be {applicationStatus}', {
          applicationStatus: applicationStatusLabel('APPROVED').toLowerCase(),
        })}
      </Text>
      {open === 0 && (
        <Text as="p" tone="muted">
          {t('Nothing is missing or contradictory.')}
        </Text>
      )}
      <ul className={styles.items}>
        {items.map(item => {
          return (
            <li key={`${item.code} ${item.field}`}>
              <HStack
                as="button"
                type="button"
                gap={2.5}
                align="start"
                className={styles.item}
                onClick={() => onItem(item)}
              >
                <PointIcon severity={item.severity} />
                <Text dir="auto" flex="shrink" breaks>
                  {healthOpen ? item.sentence : quietSentence(item)}
                </Text>
              </HStack>
              {item.code === 'document.missing' && <AskForDocument {...asking} field={item.field} />}
            </li>
          )
        })}
      </ul>
      {ask !== null && (
        <>
          <Button busy={ask.busy} onClick={ask.run}>
            {t('Ask the customer for {ask}', { ask: askedFor(ask) })}
          </Button>
          <Text as="p" tone="muted">
            {t('Opens the conversation with a draft message. Nothing is sent until you press Send.')}
          </Text>
          {ask.failure !== null && <FailureNote onDismiss={ask.dismiss}>{ask.failure}</FailureNote>}
        </>
      )}
    </Grid>
  )
}

const askedFor = ({ count, isRest }: CustomerAsk): string => {
  if (isRest) return plural(count, { one: 'the other point', other: 'the other {count}' })
  return plural(count, { one: 'this', other: 'these {count}' })
}
