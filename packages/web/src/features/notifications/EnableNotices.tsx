import { t } from '@parley/core/text/translate'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { askPermission, useBrowserPermission } from './browser-notice.ts'
import styles from './NoticePanel.module.css'

/** Asks for the browser's permission; says so where it was refused, since only the browser's settings can undo that. */
export function EnableNotices() {
  const permission = useBrowserPermission()
  if (permission === 'denied') return <Text tone="faint">{t('Blocked by the browser')}</Text>
  if (permission !== 'default') return null
  return (
    <HStack
      as="button"
      type="button"
      gap={1}
      inline
      tone="accent"
      className={styles.choice}
      onClick={() => void askPermission()}
    >
      {t('Enable notifications')}
    </HStack>
  )
}
