import { isTall } from '@parley/core/attachments/rules'

/** How a picture lies on its stage: by how much it is enlarged beyond fitting, moved in px, and turned, in quarters. */
interface PictureView {
  readonly scale: number
  readonly x: number
  readonly y: number
  readonly quarters: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const mostScale = 8
/** One press, or one line of the wheel. */
export const scaleStep = 1.25

/** All of it is seen, upright. */
export const wholeView: PictureView = { scale: 1, x: 0, y: 0, quarters: 0 }

/** The same; where it is higher than the stage its top is seen, once it is `bounded`. */
export const topView: PictureView = { ...wholeView, y: Number.POSITIVE_INFINITY }

const isOnItsSide = (quarters: number): boolean => quarters % 2 === 1

const turned = ({ width, height }: Size, quarters: number): Size =>
  isOnItsSide(quarters) ? { width: height, height: width } : { width, height }

/** Upright and so tall that it is read from its top, as a receipt is. */
export const isRead = (picture: Size, quarters: number): boolean => isTall(picture) && !isOnItsSide(quarters)

/**
 * The size at which the whole picture is seen, or all of its width where it is read from its top; never larger than it is.
 * As it lies before it is turned.
 */
export function fittedSize(picture: Size, stage: Size, quarters: number): Size {
  const lying = turned(picture, quarters)
  const across = stage.width / lying.width
  const fit = Math.min(1, across, isRead(picture, quarters) ? across : stage.height / lying.height)
  return { width: picture.width * fit, height: picture.height * fit }
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** No farther moved than until its edge is at the stage's; what fits stays in the middle. */
export function bounded(view: PictureView, picture: Size, stage: Size): PictureView {
  const shown = turned(fittedSize(picture, stage, view.quarters), view.quarters)
  const room = (length: number, stageLength: number) => Math.max(0, (length * view.scale - stageLength) / 2)
  const [side, up] = [room(shown.width, stage.width), room(shown.height, stage.height)]
  return { ...view, x: within(view.x, -side, side), y: within(view.y, -up, up) }
}

/** Enlarges it by a factor; what lies under a point, in px from the stage's middle, stays there. */
export function zoomed(
  view: PictureView,
  factor: number,
  at: { readonly x: number; readonly y: number },
  picture: Size,
  stage: Size,
): PictureView {
  const { x, y } = bounded(view, picture, stage)
  const scale = within(view.scale * factor, 1, mostScale)
  const grown = scale / view.scale
  const moved = { x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown }
  return bounded({ ...view, ...moved, scale }, picture, stage)
}

/** Moves it by so many px. */
export function panned(view: PictureView, by: { x: number; y: number }, picture: Size, stage: Size) {
  const { x, y } = bounded(view, picture, stage)
  return bounded({ ...view, x: x + by.x, y: y + by.y }, picture, stage)
}

/** A quarter to the right, and all of it is seen again. */
export const turnedOn = ({ quarters }: PictureView): PictureView => ({
  ...wholeView,
  quarters: (quarters + 1) % 4,
})
