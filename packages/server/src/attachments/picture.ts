import type { Metadata, Sharp } from 'sharp'

/** Pictures that every browser shows and that cannot carry script. */
const raster = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])

export const isRaster = (mimeType: string): boolean => raster.has(mimeType)

export const thumbnailType = 'image/webp'
const mostWidth = 640
const mostHeight = 2560

/** A small file can claim a huge picture; above this it is not opened where all of it would be in memory at once. */
const mostPixels = 50_000_000
/** Above this it is not opened where it is made small while it is read, some lines at a time. Phones take up to 200. */
const mostStreamedPixels = 300_000_000
const mostSeconds = 10

/** Loaded with the first picture: with the library that it brings it takes a tenth of a server's start. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // The same file is not opened twice, so its cache would only hold memory.
  sharp.cache(false)
  // One processor at most: customers send pictures, and agents' calls come first.
  sharp.concurrency(1)
  return sharp
}

/** A picture's size as it is shown, after its own rotation, and a small copy of it. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly thumbnail: Buffer
}

/** Frames of an animation among which one that shows something is looked for. */
const mostFrames = 60

let last: Promise<unknown> = Promise.resolve()

/**
 * Reads a raster picture; null if it is damaged, too large or of a kind that cannot be read: it is a file all the same. One
 * after the other in this process: an open one takes four bytes a pixel.
 */
export function readPicture(file: string, mimeType: string): Promise<Picture | null> {
  if (!isRaster(mimeType)) return Promise.resolve(null)
  const mine = Promise.allSettled([last]).then(() => open(file))
  last = mine
  return mine
}

/** The first frame of an animation that is not wholly transparent; the first of all where each is. */
async function firstVisible(frames: Sharp, points: number): Promise<number> {
  const alpha = await frames
    .ensureAlpha()
    .extractChannel('alpha')
    .timeout({ seconds: mostSeconds })
    .raw()
    .toBuffer()
  const at = alpha.findIndex(value => value > 0)
  return at === -1 ? 0 : Math.floor(at / points)
}

async function open(file: string): Promise<Picture | null> {
  const sharp = await loadSharp()
  try {
    const about = await sharp(file, { limitInputPixels: mostStreamedPixels }).metadata()
    const read = {
      limitInputPixels: isStreamed(about) ? mostStreamedPixels : mostPixels,
      sequentialRead: true,
    }
    const points = about.width * about.height
    const frames = Math.min(about.pages ?? 1, mostFrames, Math.floor(mostPixels / points))
    const page = frames > 1 ? await firstVisible(sharp(file, { ...read, pages: frames }), points) : 0
    const thumbnail = await sharp(file, { ...read, page })
      .autoOrient()
      .resize({ width: mostWidth, height: mostHeight, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: mostSeconds })
      .webp({ quality: 80 })
      .toBuffer()
    const { width, height } = about.autoOrient
    return { width, height, thumbnail }
  } catch {
    // The library's errors have no class, and every one of them means that there is no picture to show.
    return null
  }
}

/** A JPEG is decoded at an eighth of its size, a PNG line by line; not where its lines are interlaced, or have to be turned. */
const isStreamed = ({ format, isProgressive, orientation = 1 }: Metadata): boolean =>
  !isProgressive && (format === 'jpeg' || (format === 'png' && orientation === 1))
