import { t } from '@parley/core/text/translate'
import { calendar } from '@parley/core/text/format'
import { reachProblem } from '@parley/core/conversations/window'
import { Ban, Clock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type CachedReach, useReach } from '../../../data/conversations/reach.ts'
import { useSelected } from '../../../store.ts'
import { HStack, Text, VStack } from '../../../ui/layout/Layout.tsx'
import styles from './Composer.module.css'
import { Button } from '../../../ui/Button.tsx'
import { type ComposerState, useComposerText } from './use-composer.ts'

const local = calendar()

type ClosedComposerProps = {
  readonly reach: CachedReach
  /** What can be done instead. */
  readonly action: ReactNode
  /** What chooses between this and a note. */
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
    <VStack as="section" aria-label={t('Reply')} rule="top" className={styles.composer}>
      {above}
      <Text as="div" size="list" tone="muted" breaks className={styles.panel}>
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

/** What was being written when nothing could be sent any more: kept here, to be read and copied. */
export function KeptWords({ composer }: { readonly composer: ComposerState }) {
  const text = useComposerText(composer, written => written)
  const [said, setSaid] = useState<string | null>(null)
  const { files } = composer
  if (text.trim() === '' && files.length === 0) return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid(t('Copied'))
    } catch {
      // A browser may forbid it; the words can be selected all the same.
      setSaid(t('Copying failed. Select the text and copy it'))
    }
  }
  return (
    <HStack wrap rule="top" className={styles.kept}>
      <div className={styles.words}>
        <Text as="p" size="meta" tone="faint">
          {t('Your draft is saved')}
        </Text>
        {text.trim() !== '' && (
          <Text as="p" dir="auto" tone="text" breaks className={styles.keptText}>
            {text}
          </Text>
        )}
        {files.length > 0 && (
          <Text as="p" size="meta" tone="faint">
            {t('With {files}', { files: files.map(({ name }) => name).join(', ') })}
          </Text>
        )}
      </div>
      {text.trim() !== '' && (
        <Button size="small" onClick={() => void copy()}>
          {t('Copy')}
        </Button>
      )}
      <Text role="status" size="meta" tone="faint">
        {said}
      </Text>
    </HStack>
  )
}
