import { t } from '@parley/core/text/translate'
import { History, X } from 'lucide-react'
import { Link } from 'react-router'
import type { RecentSearches } from '../../data/search/search.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './search.module.css'

/** What was searched for last, each to be searched again or forgotten. */
export function RecentList({ texts, remove, clear }: Omit<RecentSearches, 'add'>) {
  if (texts.length === 0) return null
  return (
    <section aria-label={t('Recent searches')} className={styles.recent}>
      <HStack as="h2" justify="between" size="list" weight={600}>
        {t('Recent searches')}
        <Button size="small" variant="quiet" onClick={clear}>
          {t('Remove all')}
        </Button>
      </HStack>
      <ul className={styles.list}>
        {texts.map(text => (
          <HStack as="li" key={text} className={styles.one}>
            <HStack
              as={Link}
              gap={2}
              flex="grow"
              size="list"
              tone="text"
              className={styles.link}
              to={`/search?${new URLSearchParams({ q: text })}`}
              replace
            >
              <History size={15} strokeWidth={1.7} aria-hidden="true" />
              <Text as="bdi" cut>
                {text}
              </Text>
            </HStack>
            <IconButton label={t('Remove “{text}”', { text })} size="small" onClick={() => remove(text)}>
              <X size={14} strokeWidth={1.8} aria-hidden="true" />
            </IconButton>
          </HStack>
        ))}
      </ul>
      <Text as="p" size="meta" tone="muted" className={styles.note}>
        {t('Saved in this browser for two weeks. Only you see them.')}
      </Text>
    </section>
  )
}
