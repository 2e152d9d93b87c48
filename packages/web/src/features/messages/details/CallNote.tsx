import type { CallEntity } from '@parley/core/messages/details'
import { PhoneIncoming, PhoneMissed } from 'lucide-react'
import styles from './details.module.css'

/** The customer rang on WhatsApp, where nobody of ours picks up. */
export function CallNote({ call: { state }, words }: { call: CallEntity; words: string }) {
  const Icon = state === 'taken' ? PhoneIncoming : PhoneMissed
  return (
    <div role="group" aria-label="Call" className={styles.call}>
      <Icon size={18} strokeWidth={1.8} aria-hidden="true" />
      <div>
        <p className={styles.strong}>{words}</p>
        {state !== 'taken' && (
          <p className={styles.meta}>WhatsApp calls are not taken here. Call back, or write when it suits.</p>
        )}
      </div>
    </div>
  )
}
