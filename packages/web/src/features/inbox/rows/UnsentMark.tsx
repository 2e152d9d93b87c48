import { t } from '@parley/core/text/translate'
import type { UnsentReply } from '@parley/core/conversations/constants'
import { unsentHere } from '../../../data/messages/unsent.ts'
import { useSelected } from '../../../store.ts'
import { Text } from '../../../ui/layout/Layout.tsx'
import styles from './RowMark.module.css'

/** Of what waits, as the tick in the thread says it. */
const words: Readonly<Record<UnsentReply, { readonly label: string; readonly title: string }>> = {
  waiting: {
    label: t('Waiting to be sent'),
    title: t('The last reply is not sent yet. It is sent automatically'),
  },
  failed: { label: t('Not sent'), title: t('The last reply was not sent. Open the conversation to see why') },
  unknown: { label: t('Perhaps not sent'), title: t('Not known whether the last reply was delivered') },
}

const stoppedHere = { label: words.failed.label, title: t('A reply is only on this device') }

interface UnsentMarkProps {
  /** The conversation's id. */
  readonly id: string
  /** What the server knows of the last reply. */
  readonly reply: UnsentReply | null
}

/**
 * Before the last message: that the customer may not have what a person wrote to them last. What needs somebody comes before
 * what goes by itself, here or on the server.
 */
export function UnsentMark({ id, reply }: UnsentMarkProps) {
  const isStopped = useSelected(unsentHere, all => (all.get(id)?.stopped ?? 0) > 0)
  const isHere = useSelected(unsentHere, all => all.has(id))
  const shown = reply ?? (isHere ? 'waiting' : null)
  if (!isStopped && shown === null) return null
  const waits = !isStopped && shown === 'waiting'
  const { label, title } = isStopped || shown === null ? stoppedHere : words[shown]
  return (
    <Text
      flex="none"
      size="meta"
      weight={500}
      tone={waits ? 'muted' : 'danger'}
      className={waits ? styles.waiting : undefined}
      title={title}
    >
      {label}
    </Text>
  )
}
