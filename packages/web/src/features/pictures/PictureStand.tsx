import { t } from '@parley/core/text/translate'
import { type RefObject, useImperativeHandle, useState } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { Center, Text } from '../../ui/layout/Layout.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './Lightbox.module.css'
import { fittedSize, isRead, scaleStep, type Size } from './picture-view.ts'
import type { ThreadPicture } from './pictures-of.ts'
import { type PictureStage, usePictureStage } from './use-picture-view.ts'

interface PictureStandProps {
  readonly picture: ThreadPicture
  /** What can be done with it, for the buttons and keys around it. */
  readonly handle: RefObject<PictureStage | null>
}

/** One picture, whole at first, a tall one from its top; it is enlarged, moved and turned by hand. */
export function PictureStand({ picture, handle }: PictureStandProps) {
  const [own, setOwn] = useState<Size | null>(null)
  const [failed, setFailed] = useState(false)
  const stage = usePictureStage(own)
  useImperativeHandle(handle, () => stage)
  const { stage: place, view, size, hands, whole, zoom } = stage
  const fitted = own === null || size === null ? null : fittedSize(own, size, view.quarters)
  return (
    <Center
      ref={place}
      flex="fill"
      className={styles.stage}
      data-large={view.scale > 1 || (own !== null && isRead(own, view.quarters)) || undefined}
      onDoubleClick={() => (view.scale > 1 ? whole() : zoom(scaleStep ** 4))}
      {...hands}
    >
      {failed ? (
        <Text as="p" role="alert" tone="muted">
          {t('The picture could not be loaded')}
        </Text>
      ) : (
        <img
          src={picture.source}
          alt={picture.name}
          draggable={false}
          className={styles.picture}
          hidden={fitted === null}
          style={
            fitted === null
              ? undefined
              : {
                  width: fitted.width,
                  height: fitted.height,
                  transform: `translate(${view.x}px, ${view.y}px) rotate(${view.quarters * 90}deg) scale(${view.scale})`,
                }
          }
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setOwn({ width, height })
          }
          onError={() => {
            logFailure('getAttachment', picture.source)
            setFailed(true)
          }}
        />
      )}
      {fitted === null && !failed && <Spinner label={t('Loading the picture')} />}
    </Center>
  )
}
