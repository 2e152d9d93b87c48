import { t } from '@parley/core/text/translate'
import { useFreshness } from '../../sync/freshness.ts'
import { reconnectNotices, useNoticeLink } from '../../sync/sockets/sockets.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/states/Notice.tsx'

/** Says that the socket of notices gave up; they still come, but up to half a minute late. */
export function LiveUpdatesOff() {
  const { off, trying } = useNoticeLink()
  const { cut } = useFreshness()
  // Without a connection the top bar says so, once.
  if (!off || cut) return null
  return (
    <Notice
      tone="warn"
      action={
        <Button size="small" busy={trying} onClick={reconnectNotices}>
          {t('Reconnect')}
        </Button>
      }
    >
      {t('Live updates are off')}
    </Notice>
  )
}
