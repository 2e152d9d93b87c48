import { t } from '@parley/core/text/translate'
import type { AttachmentEntity } from '@parley/core/attachments/api'
import {
  absenceWords,
  downloadUrl,
  fileIcon,
  isOpenable,
  pdfUrl,
  thumbnailOf,
  unseenPictureWords,
} from '@parley/core/attachments/rules'
import { sizeLabel } from '@parley/core/text/format'
import { basePath } from '@parley/core/paths'
import { AudioPlayer } from '../../ui/files/AudioPlayer.tsx'
import { Box, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './AttachmentCard.module.css'
import { DownloadButton } from './DownloadButton.tsx'
import { Picture } from './Picture.tsx'
import { ViewPdfButton } from './ViewPdfButton.tsx'

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
            {picture === null && played === null && <FileBadge file={file} />}
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

const playedAs = ({ mime_type: type, state }: AttachmentEntity): 'audio' | 'video' | null => {
  if (state !== 'ready') return null
  return type.startsWith('audio/') ? 'audio' : type.startsWith('video/') ? 'video' : null
}

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
