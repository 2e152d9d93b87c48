import { viewersLabel } from '@parley/core/conversations/viewing'
import { Eye } from 'lucide-react'
import { useViewers } from '../../sync/sockets/presence.ts'
import styles from './Viewers.module.css'

/** "Brian is viewing": colleagues who have the conversation open too. Nothing when there are none. Where the words are cut the mark stands for them. */
export function Viewers() {
  const label = viewersLabel(useViewers())
  if (label === null) return null
  return (
    <span dir="auto" title={label} className={styles.viewers}>
      <Eye size={14} strokeWidth={1.8} aria-hidden="true" />
      {label}
    </span>
  )
}
