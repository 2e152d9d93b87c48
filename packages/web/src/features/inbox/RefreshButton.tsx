import { t } from '@parley/core/text/translate'
import { RotateCw } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { usePhoneLayout } from '../../ui/hooks/use-media-query.ts'

/** Fetches the list anew. On a phone only its icon has room. */
export function RefreshButton({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) {
  const phone = usePhoneLayout()
  const icon = <RotateCw size={14} strokeWidth={2} aria-hidden="true" />
  if (phone) {
    return (
      <IconButton label={t('Refresh')} onClick={onRefresh} aria-busy={busy}>
        {busy ? <Spinner size={14} /> : icon}
      </IconButton>
    )
  }
  return (
    <Button icon={icon} busy={busy} onClick={onRefresh}>
      {t('Refresh')}
    </Button>
  )
}
