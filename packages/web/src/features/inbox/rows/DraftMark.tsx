import { draftMarks } from '../../../data/messages/draft-marks.ts'
import { useSelected } from '../../../store.ts'
import styles from './RowMark.module.css'

/** Before the last message: that the agent has begun an answer and not sent it. */
export function DraftMark({ id }: { readonly id: string }) {
  const isMarked = useSelected(draftMarks, ids => ids.has(id))
  return isMarked && <span className={styles.mark}>Draft</span>
}
