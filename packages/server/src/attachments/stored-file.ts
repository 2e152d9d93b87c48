import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { fileTypeFromFile } from 'file-type'
import type { Metadata, Sharp } from 'sharp'
import { fileLimits } from '@parley/core/attachments/rules'
import type { FileStore, Staged } from './store.ts'

/** A kept file, and the facts read from its bytes. */
export interface StoredFile {
  readonly key: string
  readonly size: number
  /** 64 hex digits. */
  readonly sha256: string
  readonly mimeType: string
  readonly hasThumbnail: boolean
  readonly width: number | null
  readonly height: number | null
}

/** In bytes. WhatsApp accepts and sends no larger files. */
export const largestFile = fileLimits.document

/**
 * Stores a file from a stream: detects its type and makes its thumbnail.
 * @param name the sender's; it only tells old Office formats apart
 * @param check examines the complete file; if it throws, the file is not kept
 * @throws FileTooLarge above `largestFile`, or the stream's own error
 */
export async function storeFile(
  store: FileStore,
  bytes: Readable,
  name: string,
  check: (staged: Staged) => Promise<void> = async () => undefined,
): Promise<StoredFile> {
  const staged = await store.stage(bytes, largestFile)
  try {
    await check(staged)
    return await keepFile(store, staged, await sniff(staged.path, name))
  } catch (error) {
    await store.discard(staged)
    throw error
  }
}

/** Keeps a staged file of this type, with a thumbnail if it is a readable picture. */
export async function keepFile(store: FileStore, staged: Staged, mimeType: string): Promise<StoredFile> {
  const { size, sha256 } = staged
  const picture = await readPicture(staged.path, mimeType)
  const key = await store.keep(staged, picture?.thumbnail ?? null)
  return {
    key,
    size,
    sha256,
    mimeType,
    hasThumbnail: picture !== null,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  }
}

/** The columns of a stored file. */
export const fileFacts = (file: StoredFile) => ({
  mime_type: file.mimeType,
  size: file.size,
  state: 'ready',
  storage_key: file.key,
  has_thumbnail: file.hasThumbnail,
  width: file.width,
  height: file.height,
})

/** The names that WhatsApp and browsers use for some types. */
const known: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/vnd.dolby.dd-raw': 'audio/ac3',
}

/** The old Office formats share one container; only the extension tells them apart. */
const oldOffice: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}

/** Enough to tell text from data. */
const sampleBytes = 64 * 1024

/**
 * The type of a file by its bytes, never by its sender's claim. Valid UTF-8 without control characters is text/plain, even HTML
 * and SVG, so that no browser runs them. Any other unknown content is application/octet-stream.
 */
export async function sniff(file: string, name: string): Promise<string> {
  const found = await fileTypeFromFile(file)
  if (found?.mime === 'application/x-cfb') {
    return oldOffice[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? found.mime
  }
  if (found !== undefined) return known[found.mime] ?? found.mime
  return (await isText(file)) ? 'text/plain' : 'application/octet-stream'
}

async function isText(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0)
    // Stream mode: the sample may end inside a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead), {
      stream: true,
    })
    // A control character that is not white space tells data from text.
    return !/[^\P{Cc}\s]/u.test(text)
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  } finally {
    await handle.close()
  }
}

/** Pictures that every browser shows and that cannot carry script. */
const raster = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])

export const isRaster = (mimeType: string): boolean => raster.has(mimeType)

export const thumbnailType = 'image/webp'
const mostWidth = 640
const mostHeight = 2560

/** A small file can declare a huge picture. Above this limit it is not decoded if the whole picture must be in memory. */
const mostPixels = 50_000_000
/** The limit for a picture that is decoded some lines at a time. Phones take up to 200 million. */
const mostStreamedPixels = 300_000_000
const mostSeconds = 10

/** Loaded with the first picture, since it takes a tenth of a server's start. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // No file is opened twice, so the cache would waste memory.
  sharp.cache(false)
  // One thread: agents' calls come before customers' pictures.
  sharp.concurrency(1)
  return sharp
}

/** A picture's size after its EXIF rotation, and its thumbnail. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly thumbnail: Buffer
}

/** The number of frames of an animation that are searched for a visible one. */
const mostFrames = 60

let last: Promise<unknown> = Promise.resolve()

/**
 * Reads a raster picture; null if it is damaged, too large or unreadable. This process reads one picture at a time, since
 * each takes four bytes a pixel.
 */
export function readPicture(file: string, mimeType: string): Promise<Picture | null> {
  if (!isRaster(mimeType)) return Promise.resolve(null)
  const mine = Promise.allSettled([last]).then(() => decode(file))
  last = mine
  return mine
}

/** The first frame that is not fully transparent; the first frame if all are. */
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

async function decode(file: string): Promise<Picture | null> {
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
    // The library's errors have no class; each means that there is no picture to show.
    return null
  }
}

/**
 * A JPEG is decoded at an eighth of its size, a PNG line by line. Interlaced pictures, and PNGs that must be rotated, are decoded
 * as a whole.
 */
const isStreamed = ({ format, isProgressive, orientation = 1 }: Metadata): boolean =>
  !isProgressive && (format === 'jpeg' || (format === 'png' && orientation === 1))
