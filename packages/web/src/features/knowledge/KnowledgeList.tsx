import { t } from '@parley/core/text/translate'
import type { KnowledgeRow } from '@parley/core/knowledge/api'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import styles from './knowledge.module.css'
import { rowLine, states } from './words.ts'

type KnowledgeListProps = {
  rows: readonly KnowledgeRow[]
  chosenId: string | null
  onChoose: (id: string) => void
}

/** Answers by topic and title. What is published as it was last saved needs no badge. */
export function KnowledgeList({ rows, chosenId, onChoose }: KnowledgeListProps) {
  return (
    <ul className={styles.rows} aria-label={t('Answers')}>
      {rows.map(row => (
        <li key={row.id}>
          <Grid
            as="button"
            type="button"
            gap={0.5}
            tone="text"
            className={styles.row}
            aria-current={row.id === chosenId || undefined}
            onClick={() => onChoose(row.id)}
          >
            <Text size="list" weight={500} breaks dir="auto">
              {row.title}
            </Text>
            <HStack as="span" wrap size="meta" tone="muted" className={styles.rowLine}>
              <span dir="auto">{rowLine(row)}</span>
              {row.state !== 'published' && (
                <Badge tone={states[row.state].tone}>{states[row.state].label}</Badge>
              )}
            </HStack>
          </Grid>
        </li>
      ))}
    </ul>
  )
}
