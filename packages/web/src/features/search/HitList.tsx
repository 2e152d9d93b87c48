import { CornerUpRight } from 'lucide-react'
import { Link } from 'react-router'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Moment } from '../../ui/Moment.tsx'
import type { HitLine } from './hit-lines.tsx'
import { MarkedText } from '../../ui/marks/MarkedText.tsx'
import styles from './search.module.css'

/** Hits as a list; each leads to where it was found. */
export function HitList({ label, lines }: { label: string; lines: readonly HitLine[] }) {
  return (
    <ul className={styles.hits} aria-label={label}>
      {lines.map(line => (
        <li key={line.key}>
          <Link to={line.to} className={styles.hit}>
            <Avatar name={line.who} />
            <span className={styles.lines}>
              <span className={styles.first}>
                <span className={styles.title}>
                  <MarkedText parts={line.title} />
                </span>
                {line.about !== '' && <span className={styles.about}>{line.about}</span>}
                <span className={styles.state}>
                  <Badge tone={line.badge.tone}>{line.badge.label}</Badge>
                </span>
                <span className={styles.when}>
                  <Moment iso={line.at} />
                </span>
              </span>
              <span className={styles.second}>
                <span className={styles.text} dir="auto">
                  <MarkedText parts={line.text} />
                </span>
                <span className={styles.does}>
                  <CornerUpRight size={14} strokeWidth={1.8} aria-hidden="true" />
                  {line.does}
                </span>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
