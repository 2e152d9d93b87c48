import { t } from '@parley/core/text/translate'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { calendar } from '@parley/core/text/format'
import { closesSoon, timeLeft } from '@parley/core/conversations/window'
import { Clock } from 'lucide-react'
import { fixedReach, noReach, useReach } from '../../../data/conversations/reach.ts'
import { HStack } from '../../../ui/layout/Layout.tsx'
import styles from './ClosingMark.module.css'

const local = calendar()

type ClosingMarkProps = {
  readonly row: Pick<ConversationEntity, 'status' | 'agent' | 'reach'>
  readonly viewerId: string
}

/** How long a customer can still be answered, where that ends soon and is the viewer's business: theirs, or nobody's yet. */
export function ClosingMark({ row, viewerId }: ClosingMarkProps) {
  'use memo'
  const { status, agent, reach } = row
  const concerns = status === 'ACTIVE' && (agent === null || agent.id === viewerId)
  const cached = concerns ? fixedReach(reach) : noReach
  const left = useReach(cached, (mode, now) =>
    mode.is === 'open' && mode.closesAt !== null && closesSoon(mode, now)
      ? timeLeft(mode.closesAt, now).short
      : null,
  )
  if (left === null || !reach?.closes_at) return null
  return (
    <HStack
      as="span"
      gap={1}
      inline
      flex="none"
      size="meta"
      weight={500}
      tone="warn"
      nowrap
      digits
      className={styles.mark}
      title={t('You can reply until {time}; then WhatsApp accepts only templates', {
        time: local.clock(new Date(reach.closes_at)),
      })}
    >
      <Clock size={12} strokeWidth={1.9} aria-hidden="true" />
      {t('{left} left', { left })}
    </HStack>
  )
}
