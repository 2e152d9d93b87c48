import type { ReplyInDoubt } from '@parley/core/words/conversations'
import { classNames } from '../../ui/class-names.ts'
import styles from './RowMark.module.css'

const words: Readonly<Record<ReplyInDoubt, { readonly label: string; readonly title: string }>> = {
  failed: { label: 'Not sent', title: 'The last reply did not go: open the conversation to see why' },
  unknown: { label: 'Perhaps not sent', title: 'Not known whether the last reply was delivered' },
}

/** Before the last message: that the customer may not have what a person wrote to them last. */
export function UnsentMark({ reply }: { readonly reply: ReplyInDoubt | null }) {
  if (reply === null) return null
  const { label, title } = words[reply]
  return (
    <span className={classNames(styles.mark, styles.failed)} title={title}>
      {label}
    </span>
  )
}
