import type { ChoiceEntity } from '@parley/core/messages/details'
import styles from './details.module.css'

const ways = {
  button: 'Pressed a button',
  list: 'Chose from a list',
  permission: 'Answered whether we may call',
}

/** The button or the row of a list that a customer chose. */
export function ChoiceNote({ choice: { kind, title, description, id } }: { choice: ChoiceEntity }) {
  return (
    <div role="group" aria-label={ways[kind]} title={id === null ? undefined : `Its id: ${id}`}>
      <p className={styles.over}>{ways[kind]}</p>
      <p dir="auto" className={styles.words}>
        {title}
      </p>
      {description !== null && (
        <p dir="auto" className={styles.meta}>
          {description}
        </p>
      )}
    </div>
  )
}
