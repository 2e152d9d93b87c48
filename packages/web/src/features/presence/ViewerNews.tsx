import { t } from '@parley/core/text/translate'
import { useState } from 'react'
import { useViewers } from '../../sync/sockets/presence.ts'

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
