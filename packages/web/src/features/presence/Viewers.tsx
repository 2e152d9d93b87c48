import { viewersLabel } from '@parley/core/conversations/viewing'
import { t } from '@parley/core/text/translate'
import { Eye } from 'lucide-react'
import { useState } from 'react'
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

/** Says to a screen reader who came to look; not who types, stops or leaves, which would be talk without end. */
export function ViewerNews() {
  const viewers = useViewers()
  const [known, setKnown] = useState<readonly string[]>([])
  const [said, setSaid] = useState('')
  const ids = viewers.map(viewer => viewer.agent_id)
  if (ids.join() !== known.join()) {
    const come = viewers.filter(viewer => !known.includes(viewer.agent_id))
    if (come.length > 0)
      setSaid(
        t('{come} opened this conversation', { come: come.map(viewer => viewer.agent_name).join(', ') }),
      )
    setKnown(ids)
  }
  return (
    <p role="status" className="visually-hidden">
      {said}
    </p>
  )
}
