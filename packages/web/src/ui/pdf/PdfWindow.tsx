import { t } from '@parley/core/text/translate'
import { Download, ExternalLink } from 'lucide-react'
import { type ComponentProps, Suspense } from 'react'
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
export const PdfWindow = ({ name, url, opens, onClose }: PdfWindowProps) => (
  <Modal
    open
    onClose={onClose}
    size="full"
    title={name}
    actions={
      <>
        {opens !== null && (
          <Way href={opens} target="_blank">
            <ExternalLink size={14} strokeWidth={1.8} aria-hidden="true" />
            {t('Open')}
          </Way>
        )}
        <Way href={url} download={name}>
          <Download size={14} strokeWidth={1.8} aria-hidden="true" />
          {t('Download')}
        </Way>
      </>
    }
  >
    <Suspense fallback={<Spinner label={t('Loading the document')} />}>
      <pages.Part url={url} />
    </Suspense>
  </Modal>
)

const Way = ({
  children,
  ...link
}: Pick<ComponentProps<'a'>, 'href' | 'target' | 'download' | 'children'>) => (
  <HStack
    as="a"
    gap={1}
    inline
    size="list"
    weight={500}
    nowrap
    rel="noopener noreferrer"
    {...link}
    className={styles.way}
  >
    {children}
  </HStack>
)
