import type { ReplyInDoubt } from '@parley/core/words/conversations'
import { unsentHere } from '../../data/messages/unsent.ts'
import { useSelected } from '../../store.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './RowMark.module.css'

const words: Readonly<Record<ReplyInDoubt, { readonly label: string; readonly title: string }>> = {
  failed: { label: 'Not sent', title: 'The last reply did not go: open the conversation to see why' },
  unknown: { label: 'Perhaps not sent', title: 'Not known whether the last reply was delivered' },
}

const onDevice = { label: words.failed.label, title: 'A reply is on this device alone' }

interface UnsentMarkProps {
  /** The conversation's id. */
  readonly id: string
  /** What the server knows of the last reply. */
  readonly reply: ReplyInDoubt | null
}

/** Before the last message: that the customer may not have what a person wrote to them last. */
export function UnsentMark({ id, reply }: UnsentMarkProps) {
  const isHere = useSelected(unsentHere, all => all.has(id))
  const said = isHere ? onDevice : reply && words[reply]
  if (said === null) return null
  const { label, title } = said
  return (
    <span className={classNames(styles.mark, styles.failed)} title={title}>
      {label}
    </span>
  )
}
