import { t } from '@parley/core/text/translate'
import { Download, ExternalLink } from 'lucide-react'
import { Suspense } from 'react'
import { lazyWithRetry } from '../hooks/lazy-part.ts'
import { HStack } from '../layout/Layout.tsx'
import { Modal } from '../overlays/Modal.tsx'
import { Spinner } from '../states/Spinner.tsx'
import styles from './PdfWindow.module.css'

const pages = lazyWithRetry(async () => (await import('./PdfPages.tsx')).PdfPages)

interface PdfWindowProps {
  readonly name: string
  /** Of our own server: no other may be asked. */
  readonly url: string
  /** Where a tab of its own shows it; null for nowhere. */
  readonly opens: string | null
  readonly onClose: () => void
}

/** A PDF seen in place, with the ways to have it outside. */
export function PdfWindow({ name, url, opens, onClose }: PdfWindowProps) {
  return (
    <Modal
      open
      onClose={onClose}
      size="full"
      title={name}
      actions={
        <>
          {opens !== null && (
            <HStack
              as="a"
              gap={1}
              inline
              size="list"
              weight={500}
              nowrap
              className={styles.way}
              href={opens}
              target="_blank"
              rel="noopener noreferrer"
            >
              <ExternalLink size={14} strokeWidth={1.8} aria-hidden="true" />
              {t('Open')}
            </HStack>
          )}
          <HStack
            as="a"
            gap={1}
            inline
            size="list"
            weight={500}
            nowrap
            className={styles.way}
            href={url}
            download={name}
            rel="noopener noreferrer"
          >
            <Download size={14} strokeWidth={1.8} aria-hidden="true" />
            {t('Download')}
          </HStack>
        </>
      }
    >
      <Suspense fallback={<Spinner label={t('Loading the document')} />}>
        <pages.Part url={url} />
      </Suspense>
    </Modal>
  )
}
