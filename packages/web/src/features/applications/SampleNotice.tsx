import { t } from '@parley/core/text/translate'
import { Notice } from '../../ui/states/Notice.tsx'

/** The fixed mark of applications that no server stored. */
export const SampleNotice = () => (
  <Notice tone="warn">
    {t('Sample data: not submitted by a real customer; changes stay in this browser')}
  </Notice>
)
