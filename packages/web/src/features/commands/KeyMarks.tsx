import { Fragment } from 'react'
import type { Keys } from '../../commands/catalogue.ts'
import styles from './KeyMarks.module.css'

/** Keys as they are printed on a keyboard: "G then D", "Ctrl K". */
export function KeyMarks({ keys }: { keys: Keys }) {
  return (
    <span className={styles.keys}>
      {keys.map((press, index) => (
        <Fragment key={press}>
          {index > 0 && <span className={styles.then}>then</span>}
          {press.split('+').map(one => (
            <kbd key={one} className={styles.key}>
              {one}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}
