import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './OfferCard.module.css'

interface OfferCardProps {
  /** The accessible name, shown at the top. */
  readonly title: string
  /** Who is offered, beside the clock. */
  readonly head: ReactNode
  readonly clock: ReactNode
  readonly children: ReactNode
  readonly footer: ReactNode
  /** Escape in the card. */
  readonly onLater: () => void
}

/**
 * What waits for an answer, over the customer's panel: beside the thread and never over what is being written. On a phone
 * a sheet at the foot. It takes the focus unless somebody is writing, and gives it back.
 */
export function OfferCard({ title, head, clock, children, footer, onLater }: OfferCardProps) {
  const card = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement
    const isWriting = before instanceof HTMLInputElement || before instanceof HTMLTextAreaElement
    if (!isWriting) card.current?.focus({ preventScroll: true })
    return () => {
      if (!isWriting && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true })
    }
  }, [])
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape puts it away, as any window
    <div
      ref={card}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={styles.card}
      data-offer=""
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.defaultPrevented && isWithin(card.current, event.target))
          onLater()
      }}
    >
      <div className={styles.head}>
        <div className={styles.who}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {head}
        </div>
        {clock}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard */}
      <div className={styles.body} tabIndex={0} role="group" aria-label="What is known">
        {children}
      </div>
      <div className={styles.foot}>{footer}</div>
    </div>,
    document.body,
  )
}

/** React hands on keys of menus and windows that were opened from the card, which stand elsewhere in the page. */
const isWithin = (card: HTMLElement | null, target: EventTarget): boolean =>
  card !== null && target instanceof Node && card.contains(target)
