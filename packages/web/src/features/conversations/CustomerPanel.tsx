import type { Standing } from '@parley/core/entities/conversation'
import { numberLabel } from '@parley/core/rules/conversation'
import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './CustomerPanel.module.css'

interface CustomerPanelProps {
  readonly id: string
  readonly conversation: Standing
  /** Laid over the thread on narrow screens; null where it stands beside it. */
  readonly onClose: (() => void) | null
  /** What else belongs to the customer: sections under who it is. */
  readonly children?: ReactNode
}

/** Who the customer is: name, phone and account. */
export function CustomerPanel({ id, conversation, onClose, children }: CustomerPanelProps) {
  const { customer_name: name, metadata } = conversation
  const number = numberLabel(conversation)
  useEscape(onClose)
  return (
    <aside id={id} aria-label="Customer" className={onClose === null ? styles.panel : styles.drawer}>
      <section>
        <div className={styles.who}>
          <Avatar name={name} size="large" letters={1} />
          <div className={styles.words}>
            <p dir="auto" className={styles.name}>
              {name}
            </p>
            {number !== null && <p className={styles.phone}>{number}</p>}
          </div>
          {onClose !== null && (
            <IconButton label="Close" onClick={onClose}>
              <X size={16} strokeWidth={1.8} aria-hidden="true" />
            </IconButton>
          )}
        </div>
        <Facts>
          <Fact name="Account type">{metadata.account_type ?? notKnown}</Fact>
          <Fact name="Customer ID">{metadata.customer_id ?? notKnown}</Fact>
          {conversation.rated !== null && <Fact name="Rated">{conversation.rated} of 5</Fact>}
        </Facts>
      </section>
      {children}
    </aside>
  )
}

function useEscape(close: (() => void) | null): void {
  useEffect(() => {
    if (close === null) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [close])
}

const notKnown = <span title="Not known">–</span>
