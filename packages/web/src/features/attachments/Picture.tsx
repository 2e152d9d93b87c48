import { t } from '@parley/core/text/translate'
import { useState } from 'react'
import type { AttachmentEntity } from '@parley/core/attachments/api'
import { isTall, movingUrl, wholeUrl } from '@parley/core/attachments/rules'
import { basePath } from '@parley/core/paths'
import { logFailure } from '../../client/action-messages.ts'
import { classNames } from '../../ui/hooks/class-names.ts'
import styles from './AttachmentCard.module.css'

const widestPx = 300
const tallestPx = 320

interface PictureProps {
  readonly file: AttachmentEntity
  readonly source: string
  readonly onView: (file: AttachmentEntity) => void
}

/** A picture in the place that was kept for it, so that nothing moves when it arrives. */
export function Picture({ file, source, onView }: PictureProps) {
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
  const still = (
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
  const image =
    moving === null ? (
      still
    ) : (
      <picture>
        <source media="(prefers-reduced-motion: no-preference)" srcSet={moving} />
        {still}
      </picture>
    )
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
