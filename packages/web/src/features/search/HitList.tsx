import { CornerUpRight } from 'lucide-react'
import { Link } from 'react-router'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Moment } from '../../ui/Moment.tsx'
import type { HitLine } from './hit-lines.tsx'
import { MarkedText } from '../../ui/marks/MarkedText.tsx'
import styles from './search.module.css'

/** Hits as a list; each leads to where it was found. */
export function HitList({ label, lines }: { label: string; lines: readonly HitLine[] }) {
  return (
    <ul aria-label={label}>
      {lines.map(line => (
        <li key={line.key}>
          <HStack as={Link} to={line.to} gap={3} align="stretch" rule="bottom" className={styles.hit}>
            <Avatar name={line.who} />
            <Grid as="span" flex="grow">
              <HStack as="span" gap={2} flex="shrink" className={styles.first}>
                <Text size="list" weight={600} cut className={styles.title}>
                  <MarkedText parts={line.title} />
                </Text>
                {line.about !== '' && (
                  <Text size="meta" tone="faint" cut className={styles.about}>
                    {line.about}
                  </Text>
                )}
                <span className={styles.state}>
                  <Badge tone={line.badge.tone}>{line.badge.label}</Badge>
                </span>
                <Text flex="none" size="meta" tone="muted" digits className={styles.when}>
                  <Moment iso={line.at} />
                </Text>
              </HStack>
              <HStack as="span" gap={2} align="end" flex="shrink" className={styles.second}>
                <Text flex="grow" size="list" cut className={styles.text} dir="auto">
                  <MarkedText parts={line.text} />
                </Text>
                <HStack
                  as="span"
                  gap={1}
                  inline
                  flex="none"
                  size="meta"
                  weight={500}
                  tone="accent"
                  className={styles.does}
                >
                  <CornerUpRight size={14} strokeWidth={1.8} aria-hidden="true" />
                  {line.does}
                </HStack>
              </HStack>
            </Grid>
          </HStack>
        </li>
      ))}
    </ul>
  )
}
