import type { KnowledgeRow } from '@parley/core/knowledge/api'
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
    <ul className={styles.rows} aria-label="Answers">
      {rows.map(row => (
        <li key={row.id}>
          <button
            type="button"
            className={styles.row}
            aria-current={row.id === chosenId || undefined}
            onClick={() => onChoose(row.id)}
          >
            <span className={styles.rowTitle} dir="auto">
              {row.title}
            </span>
            <span className={styles.rowLine}>
              <span dir="auto">{rowLine(row)}</span>
              {row.state !== 'published' && (
                <Badge tone={states[row.state].tone}>{states[row.state].label}</Badge>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
