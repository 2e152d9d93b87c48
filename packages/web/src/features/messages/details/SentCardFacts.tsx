import type { SentCard } from '@parley/core/messages/asks'
import { phoneLabel } from '@parley/core/customers/rules'
import styles from './details.module.css'

/** A card that is on its way: what stands on it, with nothing to press yet. */
export function SentCardFacts({ card: { name, organisation, number, email } }: { card: SentCard }) {
  const rows = [phoneLabel(number), email ?? ''].filter(text => text.trim() !== '')
  return (
    <div className={styles.card}>
      <p dir="auto" className={styles.strong}>
        {name.trim() === '' ? 'Contact without a name' : name}
      </p>
      {organisation !== null && (
        <p dir="auto" className={styles.meta}>
          {organisation}
        </p>
      )}
      <ul className={styles.rows}>
        {rows.map(text => (
          <li key={text} className={styles.row}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
