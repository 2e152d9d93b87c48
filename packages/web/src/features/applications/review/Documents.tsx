import { t } from '@parley/core/text/translate'
import type { ApplicationEntity, ProvenanceEntity } from '@parley/core/applications/application'
import type { AttachmentEntity } from '@parley/core/attachments/api'
import { documentTypeLabels } from '@parley/core/applications/form'
import {
  absenceWords,
  downloadUrl,
  fileIcon,
  isOpenable,
  pdfUrl,
  thumbnailOf,
} from '@parley/core/attachments/rules'
import { sizeLabel } from '@parley/core/text/format'
import { basePath } from '@parley/core/paths'
import { Download, ExternalLink, Eye, FileText, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Center, Grid, HStack, Text, VStack } from '../../../ui/layout/Layout.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { PdfWindow } from '../../../ui/pdf/PdfWindow.tsx'
import styles from './Documents.module.css'

type DocumentsProps = { readonly files: readonly AttachmentEntity[] } & Pick<ApplicationEntity, 'provenance'>

/** The files of an application: pictures to look at, everything else to have. */
export function Documents({ files, provenance }: DocumentsProps) {
  if (files.length === 0) {
    return (
      <div data-field="attachments" tabIndex={-1}>
        <EmptyState
          icon={<FileText size={20} strokeWidth={1.7} aria-hidden="true" />}
          title={t('No documents')}
          hint={t('Documents that the customer sends appear here.')}
        />
      </div>
    )
  }
  return (
    <Grid
      as="ul"
      gap={3}
      className={styles.documents}
      aria-label={t('Documents')}
      data-field="attachments"
      tabIndex={-1}
    >
      {files.map(file => (
        <Document key={file.id || file.name} file={file} from={provenance[`attachments.${file.id}`]} />
      ))}
    </Grid>
  )
}

interface DocumentProps {
  readonly file: AttachmentEntity
  /** The message that brought it, where that is known. */
  readonly from: ProvenanceEntity | undefined
}

function Document({ file, from }: DocumentProps) {
  const isReady = file.state === 'ready'
  const url = isReady ? downloadUrl(file, basePath) : null
  const preview = isReady ? openable(file.preview_url) : null
  const picture = isReady ? openable(thumbnailOf(file)) : null
  const pdf = pdfUrl(file, basePath)
  const [isViewed, setViewed] = useState(false)
  return (
    <VStack
      as="li"
      frame
      size="list"
      className={styles.document}
      data-field={`attachments.${file.document_type}`}
      data-document={file.document_id}
      tabIndex={-1}
    >
      <Center rule="bottom" className={styles.look}>
        {picture === null ? (
          <span className={styles.icon}>{{ pdf: 'PDF', word: 'DOC', other: 'FILE' }[fileIcon(file)]}</span>
        ) : (
          <Picture name={file.name} source={picture} opens={preview ?? url} />
        )}
      </Center>
      <Grid gap={0.5} className={styles.words}>
        <Text as="h3" size="list" weight={600}>
          {documentTypeLabels[file.document_type]}
        </Text>
        <Text as="p" breaks dir="auto">
          {file.name}
        </Text>
        <Text as="p" size="meta" tone={file.state === 'failed' ? 'danger' : 'faint'}>
          {absenceWords(file) ?? sizeLabel(file.size)}
        </Text>
        <HStack as="p" gap={4} align="stretch" className={styles.ways}>
          {pdf !== null && (
            <button
              type="button"
              aria-label={t('View {name}', { name: file.name })}
              onClick={() => setViewed(true)}
            >
              <Eye size={14} strokeWidth={1.8} aria-hidden="true" />
              {t('View')}
            </button>
          )}
          {preview !== null && (
            <a
              href={preview}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('Open {name}', { name: file.name })}
            >
              <ExternalLink size={14} strokeWidth={1.8} aria-hidden="true" />
              {t('Open')}
            </a>
          )}
          {url !== null && (
            <a
              href={url}
              download={file.name}
              rel="noopener noreferrer"
              aria-label={t('Download {name}', { name: file.name })}
            >
              <Download size={14} strokeWidth={1.8} aria-hidden="true" />
              {t('Download')}
            </a>
          )}
          {from !== undefined && from.conversation_id !== null && from.message_id !== null && (
            <Link
              to={`/conversations/${from.conversation_id}?message=${encodeURIComponent(from.message_id)}`}
              aria-label={t('Show the message of {name}', { name: file.name })}
            >
              <MessageSquare size={14} strokeWidth={1.8} aria-hidden="true" />
              {t('Message')}
            </Link>
          )}
          {isReady && url === null && (
            <Text size="meta" tone="faint">
              {t('This file cannot be opened')}
            </Text>
          )}
        </HStack>
      </Grid>
      {pdf !== null && isViewed && (
        <PdfWindow name={file.name} url={pdf} opens={preview} onClose={() => setViewed(false)} />
      )}
    </VStack>
  )
}

const openable = (url: string | null): string | null => (url !== null && isOpenable(url) ? url : null)

function Picture({ name, source, opens }: { name: string; source: string; opens: string | null }) {
  const [failed, setFailed] = useState(false)
  if (failed) return <span className={styles.icon}>{t('The picture could not be loaded')}</span>
  const image = (
    <img
      src={source}
      alt={name}
      loading="lazy"
      decoding="async"
      className={styles.picture}
      onError={() => setFailed(true)}
    />
  )
  if (opens === null) return image
  return (
    <a href={opens} target="_blank" rel="noopener noreferrer" tabIndex={-1} aria-hidden="true">
      {image}
    </a>
  )
}
