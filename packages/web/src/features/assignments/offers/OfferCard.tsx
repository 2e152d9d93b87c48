import { t } from '@parley/core/text/translate'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Box, HStack, Text, VStack } from '../../../ui/layout/Layout.tsx'
import { isModalOpen } from '../../../ui/overlays/modal-open.ts'
import { hasWriteBox } from '../../../ui/fields/write-box.ts'
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
 * a sheet at the foot, and at the head where somebody writes. It takes the focus, and gives it back, unless somebody
 * writes or could, chooses or has a window open: then it is said.
 */
export function OfferCard({ title, head, clock, children, footer, onLater }: OfferCardProps) {
  const card = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const [isBeside] = useState(isEngaged)
  useEffect(() => {
    if (isBeside) return
    const before = document.activeElement
    card.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [isBeside])
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape puts it away, as any window
    <VStack
      ref={card}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      size="list"
      className={styles.card}
      data-offer={isBeside ? 'beside' : ''}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.defaultPrevented && isWithin(card.current, event.target))
          onLater()
      }}
    >
      {isBeside && (
        <p role="alert" className="visually-hidden">
          {title}
        </p>
      )}
      <HStack gap={2.5} className={styles.head}>
        <Box flex="grow">
          <Text as="h2" id={titleId} size="meta" weight={500} tone="accent">
            {title}
          </Text>
          {head}
        </Box>
        {clock}
      </HStack>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard */}
      <Box flex="fill" className={styles.body} tabIndex={0} role="group" aria-label={t('What is known')}>
        {children}
      </Box>
      <HStack gap={1} wrap rule="top" className={styles.foot}>
        {footer}
      </HStack>
    </VStack>,
    document.body,
  )
}

/**
 * Whether the focus must not be taken: from words, an open menu or list of choices, or a window, and where there is a box to
 * write in, or one comes.
 */
function isEngaged(): boolean {
  const at = document.activeElement
  const isField = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement
  if (isField || isModalOpen() || hasWriteBox(performance.now())) return true
  return at?.closest('[role=menu],[role=listbox],[role=combobox]') != null
}

/** React hands on keys of menus and windows that were opened from the card, which stand elsewhere in the page. */
const isWithin = (card: HTMLElement | null, target: EventTarget): boolean =>
  card !== null && target instanceof Node && card.contains(target)
