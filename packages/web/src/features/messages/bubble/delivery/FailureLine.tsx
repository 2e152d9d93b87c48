import { t } from '@parley/core/text/translate'
import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { HStack } from '../../../../ui/layout/Layout.tsx'
import styles from './FailureLine.module.css'

interface FailureLineProps {
  readonly words: string
  /** Another try: null when it was taken, else why not, for a person. */
  readonly onRetry: () => Promise<string | null>
  /** What another try is called, and is called while it runs. */
  readonly again?: Again
  /** The failure has just come and another try wants its Enter; only where nothing is being written. */
  readonly takesFocus?: boolean
  /** What helps where the same again does not: it stands in the place of another try. */
  readonly instead?: { readonly label: string; readonly act: () => void } | undefined
  /** Absent where there is no text to take back. */
  readonly onEdit?: (() => void) | undefined
}

type Again = readonly [idle: string, busy: string]

const retry: Again = [t('Retry'), t('Retrying…')]

/** An Enter this soon after the focus came by itself was meant for something else. */
const notYetMs = 500

/** Why a message is not with the customer, and what can be done: try again, or take the text back into the box. */
export function FailureLine(props: FailureLineProps) {
  const { words, onRetry, again: [idle, running] = retry, takesFocus = false, instead, onEdit } = props
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const wordsId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const focusedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (!takesFocus || !isFree(document.activeElement)) return
    button.current?.focus()
    focusedAt.current = performance.now()
  }, [takesFocus])
  const tryAgain = async (event: MouseEvent) => {
    const byKey = event.detail === 0
    if (byKey && event.timeStamp - focusedAt.current < notYetMs) return
    setBusy(true)
    setRefused(null)
    setRefused(await onRetry())
    setBusy(false)
  }
  return (
    <HStack gap={1.5} align="start" tone="danger" className={styles.line}>
      <TriangleAlert size={14} strokeWidth={1.9} aria-hidden="true" />
      <p className={styles.words}>
        <span id={wordsId}>{words}</span>{' '}
        <button
          ref={button}
          type="button"
          className={styles.action}
          disabled={busy}
          aria-describedby={wordsId}
          onKeyDown={ignoreHeld}
          onClick={event => (instead === undefined ? void tryAgain(event) : instead.act())}
        >
          {instead?.label ?? (busy ? running : idle)}
        </button>
        {onEdit && (
          <button type="button" className={styles.action} disabled={busy} onClick={onEdit}>
            {t('Edit')}
          </button>
        )}
        {refused !== null && (
          <span role="alert" className={styles.refused}>
            {refused}
          </span>
        )}
      </p>
    </HStack>
  )
}

/** A key that is still held down from before presses nothing. */
function ignoreHeld(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}

/** Nobody is in the middle of something: the focus is nowhere, or in an empty box. */
const isFree = (element: Element | null): boolean =>
  element === null ||
  element === document.body ||
  (element instanceof HTMLTextAreaElement && element.value === '')
