import { t } from '@parley/core/text/translate'
import { HStack } from '../layout/Layout.tsx'
import styles from './SampleMark.module.css'

/** Says that what stands here was not stored by a server, and is seen by nobody else. */
export const SampleMark = () => (
  <HStack
    as="span"
    align="stretch"
    inline
    flex="none"
    tone="warn"
    nowrap
    className={styles.mark}
    title={t('Sample data: changes stay in this browser until you leave the page')}
  >
    {t('Sample data')}
  </HStack>
)
