import type { SearchReply } from '@parley/core/search/api'
import { type SearchKind, searchKinds } from '@parley/core/search/constants'
import { t } from '@parley/core/text/translate'
import { CornerUpRight } from 'lucide-react'
import { Link } from 'react-router'
import { Box, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { MarkedText } from '../../ui/marks/MarkedText.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { type HitLine, linesOf } from './hit-lines.tsx'
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
                <Text size="list" weight={600} cut>
                  <MarkedText parts={line.title} />
                </Text>
                {line.about !== '' && (
                  <Text size="meta" tone="faint" cut>
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

const mostHits = 3

interface HitPanelProps {
  readonly reply: SearchReply
  readonly kinds: readonly SearchKind[]
  readonly onAll: (kind: SearchKind) => void
}

/** The first hits of some kinds, beside the messages. */
export function HitPanel({ reply, kinds, onAll }: HitPanelProps) {
  const found = kinds.filter(kind => countOf(kind, reply).count > 0)
  return found.map(kind => {
    const lines = linesOf(kind, [reply]).slice(0, mostHits)
    const counted = countOf(kind, reply)
    return (
      <Box as="section" key={kind} rule="bottom" pad={4} aria-label={kindLabel[kind]}>
        <HStack as="h2" gap={1.5} size="list" weight={600} className={styles.heading}>
          {kindLabel[kind]}{' '}
          <Text size="meta" weight={500} tone="muted" digits className={styles.count}>
            {countText(counted)}
          </Text>
          {counted.count > lines.length && (
            <TextButton
              size="meta"
              className={styles.all}
              aria-label={t('All {kind}', { kind: kindLabel[kind].toLowerCase() })}
              onClick={() => onAll(kind)}
            >
              {t('All')}
            </TextButton>
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

/** What a list shows: all kinds, or one. */
export type SearchTab = SearchKind | 'everything'

export const kindLabel: Readonly<Record<SearchKind, string>> = {
  messages: t('Messages'),
  people: t('Customers'),
  tickets: t('Tickets'),
  notes: t('Notes'),
  issues: t('Issues'),
  applications: t('Applications'),
}

export const isTab = (text: string | null): text is SearchTab =>
  text === 'everything' || searchKinds.some(kind => kind === text)

const nothing = { count: 0, more: false }

/** How many of a kind were found; `everything`: of all together. */
export function countOf(tab: SearchTab, reply: SearchReply): typeof nothing {
  if (tab !== 'everything') return reply[tab] ?? nothing
  const all = searchKinds.map(kind => countOf(kind, reply))
  return { count: all.reduce((sum, { count }) => sum + count, 0), more: all.some(({ more }) => more) }
}

/** "14"; "100+" where it is only known that there are more. */
export const countText = ({ count, more }: typeof nothing): string => `${count}${more ? '+' : ''}`
