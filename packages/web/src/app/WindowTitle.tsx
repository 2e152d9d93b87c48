import { t } from '@parley/core/text/translate'
import { useEffect } from 'react'
import { useUnreadTotal } from '../data/messages/unread-stats.ts'

/** Names the browser's tab after the screen, with the agent's unread messages before it. Draws nothing. */
export function WindowTitle({ screen }: { screen: string }) {
  const { count } = useUnreadTotal()
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${screen} · Parley` : t('{screen} · Parley', { screen })
  }, [screen, count])
  return null
}
