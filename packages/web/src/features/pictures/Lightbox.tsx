import { t } from '@parley/core/text/translate'
import { Dialog } from '@base-ui/react/dialog'
import { calendar } from '@parley/core/text/format'
import { ChevronLeft, ChevronRight, Download, ExternalLink, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useEffect, useRef } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { Box, Center, HStack, Text } from '../../ui/layout/Layout.tsx'
import { modalMark, ModalTop } from '../../ui/overlays/open-modals.tsx'
import styles from './Lightbox.module.css'
import { type PictureStage, PictureStand } from './PictureStand.tsx'
import { scaleStep } from './picture-view.ts'
import type { ThreadPicture } from './pictures-of.ts'

const local = calendar()
const stepPx = 80

interface LightboxProps {
  /** In the order of the thread. */
  readonly pictures: readonly ThreadPicture[]
  readonly current: ThreadPicture
  readonly onShow: (id: string) => void
  readonly onClose: () => void
}

/** The pictures of a conversation over the page, one at a time. */
export function Lightbox({ pictures, current, onShow, onClose }: LightboxProps) {
  const place = pictures.findIndex(({ id }) => id === current.id)
  const [before, after] = [pictures[place - 1], pictures[place + 1]]
  const stage = useRef<PictureStage | null>(null)
  useNear(before, after)
  const larger = () => stage.current?.zoom(scaleStep)
  const turn = () => stage.current?.turn()
  const acts: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowLeft: before && (() => onShow(before.id)),
    ArrowRight: after && (() => onShow(after.id)),
    ArrowUp: () => stage.current?.pan({ x: 0, y: stepPx }),
    ArrowDown: () => stage.current?.pan({ x: 0, y: -stepPx }),
    '+': larger,
    '=': larger,
    '-': () => stage.current?.zoom(1 / scaleStep),
    '0': () => stage.current?.whole(),
    r: turn,
    R: turn,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = acts[event.key]
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
  return (
    <Dialog.Root open onOpenChange={open => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup {...modalMark} className={styles.box} onKeyDown={onKeyDown}>
          <HStack as="header" gap={2} rule="bottom" className={styles.head}>
            <Box flex="grow">
              <Text as={Dialog.Title} size="body" weight={600} cut dir="auto">
                {current.name}
              </Text>
              <Text as="p" size="meta" tone="muted" cut>
                {pictures.length > 1 &&
                  t('{place} of {count} · ', { place: place + 1, count: pictures.length })}
                <span dir="auto">{current.by}</span>, {local.full(new Date(current.at))}
              </Text>
            </Box>
            <Tools stage={() => stage.current} picture={current} />
            <Dialog.Close
              render={
                <IconButton label={t('Close')} shortcut="Esc">
                  <X size={18} strokeWidth={1.8} aria-hidden="true" />
                </IconButton>
              }
            />
          </HStack>
          <ModalTop />
          <PictureStand key={current.id} picture={current} handle={stage} />
          {before !== undefined && (
            <div className={styles.before}>
              <IconButton label={t('Previous picture')} shortcut="←" onClick={() => onShow(before.id)}>
                <ChevronLeft size={22} strokeWidth={1.8} aria-hidden="true" />
              </IconButton>
            </div>
          )}
          {after !== undefined && (
            <div className={styles.after}>
              <IconButton label={t('Next picture')} shortcut="→" onClick={() => onShow(after.id)}>
                <ChevronRight size={22} strokeWidth={1.8} aria-hidden="true" />
              </IconButton>
            </div>
          )}
          {current.caption !== '' && (
            <Text as="p" dir="auto" rule="top" size="body" breaks className={styles.caption}>
              {current.caption}
            </Text>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const Way = ({ children, ...props }: ComponentProps<'a'>) => (
  <Center as="a" tone="muted" className={styles.way} {...props}>
    {children}
  </Center>
)

function Tools({ stage, picture }: { stage: () => PictureStage | null; picture: ThreadPicture }) {
  const { source, name, download } = picture
  return (
    <HStack gap={1} align="stretch" flex="none" className={styles.tools}>
      <IconButton label={t('Smaller')} shortcut="-" onClick={() => stage()?.zoom(1 / scaleStep)}>
        <ZoomOut size={17} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('Larger')} shortcut="+" onClick={() => stage()?.zoom(scaleStep)}>
        <ZoomIn size={17} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('Turn')} shortcut="R" onClick={() => stage()?.turn()}>
        <RotateCw size={17} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
      <Way href={source} title={t('Open in a tab')} target="_blank" rel="noopener noreferrer">
        <ExternalLink size={17} strokeWidth={1.8} aria-hidden="true" />
        <span className="visually-hidden">{t('Open {name} in a tab', { name })}</span>
      </Way>
      {download !== null && (
        <Way href={download} title={t('Download')} download={name}>
          <Download size={17} strokeWidth={1.8} aria-hidden="true" />
          <span className="visually-hidden">{t('Download {name}', { name })}</span>
        </Way>
      )}
    </HStack>
  )
}

/** Those beside it are there before they are asked for. */
function useNear(...pictures: readonly (ThreadPicture | undefined)[]): void {
  const sources = pictures.flatMap(picture => picture?.source ?? []).join('\n')
  useEffect(() => {
    for (const source of sources.split('\n')) if (source !== '') new Image().src = source
  }, [sources])
}
