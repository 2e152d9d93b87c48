import { calendar, exactLabel } from '@parley/core/text/format'
import { useNow } from '../../ui/hooks/use-now.ts'
import styles from './setup.module.css'

const local = calendar()

/** When something was seen, to the second. */
export function ExactTime({ iso }: { iso: string }) {
  const at = new Date(iso)
  return (
    <time className={styles.time} dateTime={iso} title={local.full(at)}>
      {exactLabel(local, at, useNow())}
    </time>
  )
}
