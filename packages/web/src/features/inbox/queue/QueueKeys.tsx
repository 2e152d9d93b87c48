import { t } from '@parley/core/text/translate'
import { type CommandId, commandOf } from '../../../commands/catalogue.ts'
import { HStack } from '../../../ui/layout/Layout.tsx'
import { KeyMarks } from '../../../ui/marks/KeyMarks.tsx'
import styles from './QueueKeys.module.css'

const shown: readonly { readonly ids: readonly CommandId[]; readonly words: string }[] = [
  { ids: ['queue.next', 'queue.previous'], words: t('move') },
  { ids: ['queue.open'], words: t('open') },
  { ids: ['conversation.resolve'], words: t('resolve') },
  { ids: ['keys'], words: t('keys') },
]

/** The keys of the queue that are pressed most, at its foot; the list of keys has all of them, for a screen reader too. */
export const QueueKeys = () => (
  <HStack
    as="p"
    align="stretch"
    justify="between"
    rule="top"
    size="meta"
    tone="muted"
    nowrap
    className={styles.keys}
    aria-hidden="true"
  >
    {shown.map(({ ids, words }) => (
      <HStack as="span" key={words} gap={1} inline>
        {ids.map(id => (
          <KeyMarks key={id} keys={commandOf(id).keys[0] ?? []} />
        ))}
        {words}
      </HStack>
    ))}
  </HStack>
)
