import { t } from '@parley/core/text/translate'
import { type PointerEvent, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { Center, Text } from '../../ui/layout/Layout.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './Lightbox.module.css'
import {
  bounded,
  fittedSize,
  isRead,
  panned,
  scaleStep,
  type Size,
  topView,
  turnedOn,
  zoomed,
} from './picture-view.ts'
import type { ThreadPicture } from './pictures-of.ts'

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

interface Point {
  readonly x: number
  readonly y: number
}

export type PictureStage = ReturnType<typeof usePictureStage>

const middle: Point = { x: 0, y: 0 }

/**
 * A picture's view, and what the pointer, two fingers and the wheel make of it.
 * @param picture its own size; null before it is there
 */
function usePictureStage(picture: Size | null) {
  'use memo'
  const stage = useRef<HTMLDivElement>(null)
  const size = useSize(stage)
  const [view, setView] = useState(topView)
  const zoom = (factor: number, at = middle) => {
    if (picture !== null && size !== null) setView(now => zoomed(now, factor, at, picture, size))
  }
  const pan = (by: Point) => {
    if (picture !== null && size !== null) setView(now => panned(now, by, picture, size))
  }
  useWheel(stage, zoom, picture !== null && isRead(picture, view.quarters) ? pan : null)
  // The fingers, or the pointer, that are down.
  const down = useRef(new Map<number, Point>())
  const lift = ({ pointerId }: PointerEvent) => void down.current.delete(pointerId)
  return {
    stage,
    size,
    view: picture === null || size === null ? view : bounded(view, picture, size),
    zoom,
    pan,
    turn: () => setView(turnedOn),
    whole: () => setView(topView),
    hands: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        down.current.set(event.pointerId, pointOf(event))
      },
      onPointerMove: (event: PointerEvent) => {
        const before = down.current.get(event.pointerId)
        if (before === undefined) return
        const now = pointOf(event)
        const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1]
        down.current.set(event.pointerId, now)
        if (other === undefined) return pan({ x: now.x - before.x, y: now.y - before.y })
        const element = stage.current
        if (element !== null)
          zoom(distance(now, other) / Math.max(1, distance(before, other)), {
            x: (now.x + other.x) / 2 - element.clientWidth / 2,
            y: (now.y + other.y) / 2 - element.clientHeight / 2,
          })
      },
      onPointerUp: lift,
      onPointerCancel: lift,
    },
  }
}

/** In px from the stage's upper left corner. */
function pointOf({ currentTarget, clientX, clientY }: PointerEvent): Point {
  const { left, top } = currentTarget.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const resized = new ResizeObserver(() =>
      setSize({ width: current.clientWidth, height: current.clientHeight }),
    )
    resized.observe(current)
    return () => resized.disconnect()
  }, [element])
  return size
}

/**
 * Of the wheel's own pages and lines only the direction counts; a pinch on a touchpad comes as a wheel with Ctrl.
 * @param scroll what the wheel does alone; null: it enlarges
 */
function useWheel(
  stage: RefObject<HTMLElement | null>,
  zoom: PictureStage['zoom'],
  scroll: PictureStage['pan'] | null,
): void {
  useEffect(() => {
    const { current } = stage
    if (current === null) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      if (scroll !== null && !event.ctrlKey) return scroll({ x: -event.deltaX, y: -event.deltaY })
      const { left, top, width, height } = current.getBoundingClientRect()
      zoom(Math.exp(-Math.sign(event.deltaY) * Math.min(0.25, Math.abs(event.deltaY) / 400)), {
        x: event.clientX - left - width / 2,
        y: event.clientY - top - height / 2,
      })
    }
    // React listens passively, where the page's own zoom could not be prevented.
    current.addEventListener('wheel', onWheel, { passive: false })
    return () => current.removeEventListener('wheel', onWheel)
  }, [stage, zoom, scroll])
}
