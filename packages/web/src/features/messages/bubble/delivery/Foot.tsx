import { type ReactNode, Suspense, useRef, useState } from 'react'
import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import type { Tick } from '@parley/core/conversations/thread'
import { Check, CheckCheck, Clock3, TriangleAlert, Volume2 } from 'lucide-react'
import { classNames } from '../../../../ui/hooks/class-names.ts'
import { local } from '../../message-time.ts'
import type { RowFoot } from '../../thread/thread-rows.ts'
import { lazyWithRetry } from '../../../../ui/hooks/lazy-part.ts'
import styles from '../MessageBubble.module.css'
import { HStack } from '../../../../ui/layout/Layout.tsx'

interface FootProps {
  readonly foot: RowFoot
  readonly direction: string
  readonly at: string
  /** Who wrote it, to the eye on hover and on focus; false where it stands above. */
  readonly sender?: ReactNode
  readonly place?: ReactNode
  readonly tick: ReactNode
}

/** Direction, time and where it is: the line of its group, or inside of one what that line says too (THREAD-02, 10). */
export function Foot({ foot, direction, at: iso, sender, place, tick }: FootProps) {
  const at = new Date(iso)
  const className = classNames(styles.foot, foot !== 'line' && styles.inner)
  return (
    <HStack gap={1.5} wrap tone="faint" className={className} data-foot={foot}>
      {sender}
      <span className={styles.direction}>{direction}</span>
      {place}
      <time dateTime={iso} title={local.full(at)}>
        {local.clock(at)}
      </time>
      {tick !== false && <span className={styles.tick}>{tick}</span>}
    </HStack>
  )
}

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
