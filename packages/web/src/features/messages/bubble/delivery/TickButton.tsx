import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import type { Tick } from '@parley/core/conversations/thread'
import { Suspense, useRef, useState } from 'react'
import { lazyWithRetry } from '../../../../ui/hooks/lazy-part.ts'
import styles from '../MessageBubble.module.css'
import { Ticks } from './Ticks.tsx'

const times = lazyWithRetry(async () => (await import('./AttemptTimes.tsx')).AttemptTimes)

/** Where an outbound message is; pressed, when it got there, and what failed before. */
export function TickButton({ message, tick }: { message: MessageEntity; tick: Tick }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.tickButton}
        aria-label={t('{label}: show when', { label: tick.label })}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={times.preload}
        onFocus={times.preload}
        onClick={() => setOpen(!open)}
      >
        <Ticks tick={tick} />
      </button>
      {open && (
        <Suspense fallback={null}>
          <times.Part message={message} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
