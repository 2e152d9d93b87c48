import { t } from '@parley/core/text/translate'
import type { AttachmentEntity } from '@parley/core/attachments/api'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { Center } from '../../ui/layout/Layout.tsx'
import styles from './AttachmentCard.module.css'

/** Opens a file's download in a new tab. Without any address it says so in the log and offers nothing. */
export function DownloadButton({ file, url }: { file: AttachmentEntity; url: string | null }) {
  useEffect(() => {
    if (url === null) console.warn('No download URL available for attachment', file.id)
  }, [url, file.id])
  if (url === null) return null
  return (
    <Center
      as="button"
      type="button"
      title={t('Download file')}
      aria-label={t('Download file {name}', { name: file.name })}
      flex="none"
      tone="muted"
      className={styles.download}
      onClick={() => window.open(url, '_blank', 'noopener,noreferrer')}
    >
      <Download size={16} strokeWidth={1.8} aria-hidden="true" />
    </Center>
  )
}
