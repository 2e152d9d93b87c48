import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import type { Tick } from '@parley/core/conversations/thread'
import { Suspense, useRef, useState } from 'react'
import { Check, CheckCheck, Clock3, TriangleAlert, Volume2 } from 'lucide-react'
import { lazyWithRetry } from '../../../../ui/hooks/lazy-part.ts'
import styles from '../MessageBubble.module.css'
import { HStack } from '../../../../ui/layout/Layout.tsx'

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

const icons = { clock: Clock3, one: Check, two: CheckCheck, played: Volume2, alert: TriangleAlert }

/** Where an outbound message really is, drawn and named. */
export function Ticks({ tick }: { tick: Tick }) {
  const Icon = icons[tick.mark]
  return (
    <HStack
      as="span"
      role="img"
      aria-label={tick.label}
      title={tick.label}
      align="stretch"
      inline
      tone={tick.tone === 'danger' ? 'danger' : 'faint'}
      className={tick.tone === 'accent' ? styles.accent : undefined}
    >
      <Icon size={tick.mark === 'clock' ? 12 : 15} strokeWidth={1.9} aria-hidden="true" />
    </HStack>
  )
}
