import type { Tick } from '@parley/core/conversations/thread'
import { Check, CheckCheck, Clock3, TriangleAlert, Volume2 } from 'lucide-react'
import { HStack } from '../../../../ui/layout/Layout.tsx'
import styles from '../MessageBubble.module.css'

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
