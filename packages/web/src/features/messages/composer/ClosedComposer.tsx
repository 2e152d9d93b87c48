import { t } from '@parley/core/text/translate'
import { calendar } from '@parley/core/text/format'
import { reachProblem } from '@parley/core/conversations/window'
import { Ban, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { type CachedReach, useReach } from '../../../data/conversations/reach.ts'
import { useSelected } from '../../../store.ts'
import { HStack, Text, VStack } from '../../../ui/layout/Layout.tsx'
import styles from './ClosedComposer.module.css'

const local = calendar()

type ClosedComposerProps = {
  readonly reach: CachedReach
  /** What can be done instead. */
  readonly action: ReactNode
  /** What chooses between this and a note; false: nothing else can be written. */
  readonly head: ReactNode
  /** What stands over it. */
  readonly above: ReactNode
  /** What was written before and is kept. */
  readonly children: ReactNode
}

/** Where an agent would write, while nothing can be sent: why, since when, and what to do instead. */
export function ClosedComposer({ reach, action, head, above, children }: ClosedComposerProps) {
  const isUnreachable = useReach(reach, mode => mode.is === 'unreachable')
  const sentence = useReach(reach, mode => reachProblem(mode)?.sentence ?? null)
  const remedy = useReach(reach, mode => reachProblem(mode)?.remedy ?? null)
  const wroteAt = useSelected(reach, known => known?.wrote_at ?? null)
  const Icon = isUnreachable ? Ban : Clock
  return (
    <VStack as="section" aria-label={t('Reply')} rule="top" className={styles.place}>
      {above}
      <Text as="div" flex="none" size="list" tone="muted" breaks className={styles.panel}>
        {head}
        <HStack role="status" gap={3} align="stretch" className={styles.why}>
          <Icon size={16} strokeWidth={1.8} aria-hidden="true" className={styles.icon} />
          <p>
            <strong>{isUnreachable ? t('Cannot be contacted.') : t('Window closed: template only.')}</strong>{' '}
            {sentence}{' '}
            {wroteAt !== null && t('They last wrote on {time}.', { time: local.full(new Date(wroteAt)) })}{' '}
            {remedy}
          </p>
          {action}
        </HStack>
        {children}
      </Text>
    </VStack>
  )
}
