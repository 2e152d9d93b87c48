import { t } from '@parley/core/text/translate'
import { keeping } from '../../client/device/own-kept.ts'
import { usePageCode } from '../../client/page-code.ts'
import { useStore } from '../../store.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/states/Notice.tsx'

const words = {
  old: t('A new version is ready'),
  incomplete: t('A part of this page could not be loaded'),
}

/** Says that only a reload brings what is missing: the server was upgraded under an open page, or the line was cut. */
export function PageCode() {
  const code = usePageCode()
  const isKept = useStore(keeping).how === 'kept'
  if (code === 'whole') return null
  return (
    <Notice
      tone="warn"
      action={
        <Button size="small" variant="primary" onClick={() => location.reload()}>
          {t('Reload')}
        </Button>
      }
    >
      {`${words[code]}. ${isKept ? t('What you have written is kept') : t('Send what you have written first')}`}
    </Notice>
  )
}
