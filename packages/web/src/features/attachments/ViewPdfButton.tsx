import { t } from '@parley/core/text/translate'
import type { AttachmentEntity } from '@parley/core/attachments/api'
import { isOpenable } from '@parley/core/attachments/rules'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { Center } from '../../ui/layout/Layout.tsx'
import { PdfWindow } from '../../ui/pdf/PdfWindow.tsx'
import styles from './AttachmentCard.module.css'

/** Shows a PDF over the page. */
export function ViewPdfButton({ file, url }: { file: AttachmentEntity; url: string }) {
  const [isViewed, setViewed] = useState(false)
  const { name, preview_url: preview } = file
  return (
    <>
      <Center
        as="button"
        type="button"
        title={t('View file')}
        aria-label={t('View file {name}', { name })}
        flex="none"
        tone="muted"
        className={styles.download}
        onClick={() => setViewed(true)}
      >
        <Eye size={16} strokeWidth={1.8} aria-hidden="true" />
      </Center>
      {isViewed && (
        <PdfWindow
          name={name}
          url={url}
          opens={preview !== null && isOpenable(preview) ? preview : null}
          onClose={() => setViewed(false)}
        />
      )}
    </>
  )
}
