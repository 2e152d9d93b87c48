import { t } from '@parley/core/text/translate'
import { reconnectNow } from '../../../sync/sockets/sockets.ts'
import { useFreshness } from '../../../sync/freshness.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'

/** Says above the thread when it may be old, and what is done about it. */
export function ThreadNotices() {
  const { behind, cut } = useFreshness()
  // Without a connection the top bar says so, once.
  if (!behind || cut) return null
  return (
    <Notice
      tone="warn"
      action={
        <Button size="small" onClick={reconnectNow}>
          {t('Reconnect')}
        </Button>
      }
    >
      {t('Live updates are interrupted. This conversation refreshes every 10 seconds.')}
    </Notice>
  )
}
