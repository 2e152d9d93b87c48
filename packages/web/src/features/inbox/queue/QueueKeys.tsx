import { type CommandId, commandOf } from '../../../commands/catalogue.ts'
import { KeyMarks } from '../../../ui/marks/KeyMarks.tsx'
import styles from './QueueKeys.module.css'

const shown: readonly { readonly ids: readonly CommandId[]; readonly words: string }[] = [
  { ids: ['queue.next', 'queue.previous'], words: 'move' },
  { ids: ['queue.open'], words: 'open' },
  { ids: ['conversation.resolve'], words: 'resolve' },
  { ids: ['keys'], words: 'keys' },
]

/** The keys of the queue that are pressed most, at its foot; the list of keys has all of them, for a screen reader too. */
export const QueueKeys = () => (
  <p className={styles.keys} aria-hidden="true">
    {shown.map(({ ids, words }) => (
      <span key={words} className={styles.one}>
        {ids.map(id => (
          <KeyMarks key={id} keys={commandOf(id).keys[0] ?? []} />
        ))}
        {words}
      </span>
    ))}
  </p>
)
