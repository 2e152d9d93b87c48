import { t } from '@parley/core/text/translate'
import type { AttachmentEntity } from '@parley/core/attachments/api'
import {
  absenceWords,
  downloadUrl,
  fileIcon,
  isOpenable,
  isTall,
  movingUrl,
  pdfUrl,
  thumbnailOf,
  unseenPictureWords,
  wholeUrl,
} from '@parley/core/attachments/rules'
import { sizeLabel } from '@parley/core/text/format'
import { basePath } from '@parley/core/paths'
import { Download, Eye, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AudioPlayer } from '../../ui/files/AudioPlayer.tsx'
import { Box, Center, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './AttachmentCard.module.css'
import { PdfWindow } from '../../ui/pdf/PdfWindow.tsx'
import { logFailure } from '../../client/action-messages.ts'
import { classNames } from '../../ui/hooks/class-names.ts'

interface AttachmentCardProps {
  readonly file: AttachmentEntity
  /** Shows a picture over the page. */
  readonly onView: (file: AttachmentEntity) => void
}

/**
 * One file of a message: a picture, a player, or an icon with its name; its size, and a way to have it. Over a picture that
 * speaks for itself the words show on hover and on focus.
 */
export function AttachmentCard({ file, onView }: AttachmentCardProps) {
  const picture = file.state === 'ready' ? thumbnailOf(file) : null
  const url = downloadUrl(file, basePath)
  const pdf = pdfUrl(file, basePath)
  const played = playedAs(file)
  return (
    <Grid gap={1.5} className={styles.card} data-picture={picture !== null || undefined}>
      {picture !== null && isOpenable(picture) && <Picture file={file} source={picture} onView={onView} />}
      {played === 'video' && url !== null && <Film name={file.name} source={url} />}
      <HStack gap={2.5} flex="shrink" className={styles.line}>
        {played === 'audio' && url !== null ? (
          <Box flex="grow" className={styles.words}>
            <AudioPlayer source={url} name={file.name} />
            <Text as="p" tone="muted" cut className={styles.played} title={file.name}>
              {`${file.name} · ${stateWords(file)}`}
            </Text>
          </Box>
        ) : (
          <>
            {picture === null && played === undefined && <FileBadge file={file} />}
            <Box flex="grow" className={styles.words}>
              <Text as="p" size="list" weight={500} cut title={file.name}>
                {file.name}
              </Text>
              <Text as="p" size="meta" tone="muted" breaks>
                {stateWords(file)}
              </Text>
            </Box>
          </>
        )}
        {pdf !== null && <ViewPdfButton file={file} url={pdf} />}
        {file.state === 'ready' && <DownloadButton file={file} url={url} />}
      </HStack>
    </Grid>
  )
}

const playedAs = ({ mime_type: type, state }: AttachmentEntity) =>
  state === 'ready' ? (['audio', 'video'] as const).find(kind => type.startsWith(`${kind}/`)) : undefined

const stateWords = (file: AttachmentEntity): string => {
  const unseen = unseenPictureWords(file)
  return absenceWords(file) ?? (unseen === null ? '' : `${unseen} · `) + sizeLabel(file.size)
}

const iconText = { pdf: 'PDF', word: 'DOC', other: 'FILE' } as const

function FileBadge({ file }: { file: AttachmentEntity }) {
  const icon = fileIcon(file)
  return (
    <span role="img" aria-label={t('{icon} file', { icon })} className={`${styles.icon} ${styles[icon]}`}>
      {iconText[icon]}
    </span>
  )
}

/** Its place is kept before it is known how large it is, so that nothing moves when it arrives. */
function Film({ name, source }: { name: string; source: string }) {
  return (
    // A customer's film has no captions to offer.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video controls playsInline preload="metadata" src={source} aria-label={name} className={styles.film} />
  )
}

interface FileButtonProps {
  readonly title: string
  readonly label: string
  readonly icon: LucideIcon
  readonly onClick: () => void
}

const FileButton = ({ title, label, icon: Icon, onClick }: FileButtonProps) => (
  <Center
    as="button"
    type="button"
    title={title}
    aria-label={label}
    flex="none"
    tone="muted"
    className={styles.download}
    onClick={onClick}
  >
    <Icon size={16} strokeWidth={1.8} aria-hidden="true" />
  </Center>
)

/** Opens a file's download in a new tab. Without any address it says so in the log and offers nothing. */
function DownloadButton({ file, url }: { file: AttachmentEntity; url: string | null }) {
  useEffect(() => {
    if (url === null) console.warn('No download URL available for attachment', file.id)
  }, [url, file.id])
  if (url === null) return null
  return (
    <FileButton
      title={t('Download file')}
      label={t('Download file {name}', { name: file.name })}
      icon={Download}
      onClick={() => window.open(url, '_blank', 'noopener,noreferrer')}
    />
  )
}

/** Shows a PDF over the page. */
function ViewPdfButton({ file, url }: { file: AttachmentEntity; url: string }) {
  const [isViewed, setViewed] = useState(false)
  const { name, preview_url: preview } = file
  return (
    <>
      <FileButton
        title={t('View file')}
        label={t('View file {name}', { name })}
        icon={Eye}
        onClick={() => setViewed(true)}
      />
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

const widestPx = 300
const tallestPx = 320

interface PictureProps extends AttachmentCardProps {
  readonly source: string
}

/** A picture in the place that was kept for it, so that nothing moves when it arrives. */
function Picture({ file, source, onView }: PictureProps) {
  const [failed, setFailed] = useState(false)
  const { width, height } = sizeOf(file)
  if (failed) {
    return (
      <div className={classNames(styles.frame, styles.noPicture)} style={{ width, height }}>
        {t('The picture could not be loaded')}
      </div>
    )
  }
  const moving = movingUrl(file)
  let image = (
    <img
      src={source}
      alt={file.name}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className={styles.picture}
      style={{ aspectRatio: `${width} / ${height}` }}
      onLoad={({ currentTarget }) => currentTarget.setAttribute('data-loaded', '')}
      onError={() => {
        logFailure('getAttachment', source)
        setFailed(true)
      }}
    />
  )
  if (moving !== null) {
    image = (
      <picture>
        <source media="(prefers-reduced-motion: no-preference)" srcSet={moving} />
        {image}
      </picture>
    )
  }
  const opens = wholeUrl(file, basePath)
  return (
    <div className={styles.frame} style={{ width }}>
      {opens === null ? (
        image
      ) : (
        <a
          href={opens}
          target="_blank"
          rel="noopener noreferrer"
          title={t('Open {name}', { name: file.name })}
          aria-haspopup="dialog"
          onClick={event => {
            // With a key held it is the browser's: a tab or a window of its own.
            if (file.id === '' || event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onView(file)
          }}
        >
          {image}
        </a>
      )}
    </div>
  )
}

/** The picture's own size, made to fit; a square where it is not known. Of a tall one its top, as wide as there is room. */
function sizeOf({ width, height }: AttachmentEntity): { width: number; height: number } {
  if (width === null || height === null || width <= 0 || height <= 0) return { width: 240, height: 240 }
  if (isTall({ width, height }))
    return { width: Math.min(widestPx, width), height: Math.min(tallestPx, height) }
  const scale = Math.min(1, widestPx / width, tallestPx / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
