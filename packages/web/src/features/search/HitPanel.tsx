import type { SearchReply } from '@parley/core/search/api'
import { type SearchKind } from '@parley/core/search/constants'
import { Link } from 'react-router'
import { Badge } from '../../ui/marks/Badge.tsx'
import { countOf, countText, kindLabel } from './kinds.ts'
import { linesOf } from './hit-lines.tsx'
import { MarkedText } from '../../ui/marks/MarkedText.tsx'
import styles from './search.module.css'

const shown = 3

interface HitPanelProps {
  readonly reply: SearchReply
  readonly kinds: readonly SearchKind[]
  readonly onAll: (kind: SearchKind) => void
}

/** The first hits of some kinds, beside the messages. */
export function HitPanel({ reply, kinds, onAll }: HitPanelProps) {
  const found = kinds.filter(kind => countOf(kind, reply).count > 0)
  return found.map(kind => {
    const lines = linesOf(kind, [reply]).slice(0, shown)
    const counted = countOf(kind, reply)
    return (
      <section key={kind} className={styles.kind} aria-label={kindLabel[kind]}>
        <h2 className={styles.heading}>
          {kindLabel[kind]} <span className={styles.count}>{countText(counted)}</span>
          {counted.count > lines.length && (
            <button
              type="button"
              className={styles.all}
              aria-label={`All ${kindLabel[kind].toLowerCase()}`}
              onClick={() => onAll(kind)}
            >
              All
            </button>
          )}
        </h2>
        <ul className={styles.few}>
          {lines.map(line => (
            <li key={line.key}>
              <Link to={line.to} className={styles.small}>
                <span className={styles.smallLines}>
                  <span className={styles.smallTitle}>
                    <MarkedText parts={line.title} />
                  </span>
                  <span className={styles.smallText}>
                    <MarkedText parts={line.text} />
                  </span>
                </span>
                {kind !== 'people' && <Badge tone={line.badge.tone}>{line.badge.label}</Badge>}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
