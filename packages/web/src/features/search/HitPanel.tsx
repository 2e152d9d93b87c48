import { t } from '@parley/core/text/translate'
import type { SearchReply } from '@parley/core/search/api'
import { type SearchKind } from '@parley/core/search/constants'
import { Link } from 'react-router'
import { Box, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
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
      <Box as="section" key={kind} rule="bottom" pad={4} aria-label={kindLabel[kind]}>
        <HStack as="h2" gap={1.5} size="list" weight={600} className={styles.heading}>
          {kindLabel[kind]}{' '}
          <Text size="meta" weight={500} tone="muted" digits className={styles.count}>
            {countText(counted)}
          </Text>
          {counted.count > lines.length && (
            <Text
              as="button"
              type="button"
              size="meta"
              tone="accent"
              className={styles.all}
              aria-label={t('All {kind}', { kind: kindLabel[kind].toLowerCase() })}
              onClick={() => onAll(kind)}
            >
              {t('All')}
            </Text>
          )}
        </HStack>
        <ul>
          {lines.map(line => (
            <li key={line.key}>
              <HStack as={Link} to={line.to} gap={2} align="start" className={styles.small}>
                <Grid as="span" flex="grow">
                  <Text size="list" weight={500} cut>
                    <MarkedText parts={line.title} />
                  </Text>
                  <Text size="meta" tone="muted" breaks className={styles.smallText}>
                    <MarkedText parts={line.text} />
                  </Text>
                </Grid>
                {kind !== 'people' && <Badge tone={line.badge.tone}>{line.badge.label}</Badge>}
              </HStack>
            </li>
          ))}
        </ul>
      </Box>
    )
  })
}
