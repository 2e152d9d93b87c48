import type { AskEntity } from '@parley/core/messages/details'
import { List, MapPin, Reply } from 'lucide-react'
import styles from './TemplateCard.module.css'

/** What a message offers the customer to press, as it stands below its words on their phone; here it cannot be pressed. */
export function AskedChoices({ ask }: { ask: AskEntity }) {
  if (ask.kind === 'location') {
    return (
      <ul aria-label="Asked of the customer" className={styles.buttons}>
        <li className={styles.button}>
          <MapPin size={13} strokeWidth={1.8} aria-hidden="true" />
          <span>Send location</span>
        </li>
      </ul>
    )
  }
  if (ask.kind === 'list') {
    return (
      <div className={styles.offered}>
        <p className={styles.button}>
          <List size={13} strokeWidth={1.8} aria-hidden="true" />
          <span dir="auto">{ask.button}</span>
        </p>
        <ul aria-label="Rows of the list" className={styles.rows}>
          {ask.rows.map(({ title, description }) => (
            <li key={title} dir="auto">
              {title}
              {description !== null && <span className={styles.about}> · {description}</span>}
            </li>
          ))}
        </ul>
      </div>
    )
  }
  return (
    <ul aria-label="Buttons of the customer" className={styles.buttons}>
      {ask.buttons.map(title => (
        <li key={title} className={styles.button}>
          <Reply size={13} strokeWidth={1.8} aria-hidden="true" />
          <span dir="auto">{title}</span>
        </li>
      ))}
    </ul>
  )
}
