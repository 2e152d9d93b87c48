import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPicture, sniff } from './stored-file.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'parley-stored-file-'))
})
afterAll(() => rm(dir, { recursive: true }))

const oldOffice = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)])

test.each<[string, Buffer, string]>([
  ['a.pdf', Buffer.from('%PDF-1.7\n%…\n'), 'application/pdf'],
  ['a.txt', Buffer.from('Oli otya? Ñandú\n'), 'text/plain'],
  ['a.html', Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/plain'],
  ['picture.png', Buffer.from('not a picture'), 'text/plain'],
  ['a.svg', Buffer.from('<svg onload="alert(1)">'), 'text/plain'],
  ['long.txt', Buffer.from(`a${'é'.repeat(64 * 1024)}`), 'text/plain'],
  ['a.doc', oldOffice, 'application/msword'],
  ['A.XLS', oldOffice, 'application/vnd.ms-excel'],
  ['a.bin', oldOffice, 'application/x-cfb'],
  ['a.bin', Buffer.from([1, 2, 3, 0, 255]), 'application/octet-stream'],
  ['latin.txt', Buffer.from([0x61, 0xe9, 0x62]), 'application/octet-stream'],
])('%s is found out by its bytes', async (name, bytes, type) => {
  const file = path.join(dir, 'file')
  await writeFile(file, bytes)
  expect(await sniff(file, name)).toBe(type)
})

async function paint(
  width: number,
  height: number,
  type: 'png' | 'interlaced png' | 'jpeg' = 'png',
): Promise<string> {
  const file = path.join(dir, `${type} ${width}x${height}`)
  const image = sharp({ create: { width, height, channels: 3, background: 'teal' }, limitInputPixels: false })
  await (type === 'jpeg'
    ? image.jpeg()
    : image.png({ compressionLevel: 1, progressive: type !== 'png' })
  ).toFile(file)
  return file
}

test('many large pictures at once are opened one after the other', async () => {
  const file = await paint(3000, 2000)
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, sharp.counters().process)
  }, 1)
  const pictures = await Promise.all(Array.from({ length: 6 }, () => readPicture(file, 'image/png')))
  clearInterval(watch)
  expect(pictures.map(picture => [picture?.width, picture?.height])).toEqual(
    Array.from({ length: 6 }, () => [3000, 2000]),
  )
  expect(most).toBe(1)
})

test('[Q-363] the still of an animation is of its first frame that shows something', async () => {
  const frame = (alpha: number) =>
    sharp({ create: { width: 64, height: 32, channels: 4, background: { r: 255, g: 0, b: 0, alpha } } })
      .png()
      .toBuffer()
  for (const type of ['webp', 'gif'] as const) {
    const file = path.join(dir, `sticker.${type}`)
    const frames = await Promise.all([frame(0), frame(0), frame(1)])
    await sharp(frames, { join: { animated: true } })
      .toFormat(type)
      .toFile(file)
    const picture = await readPicture(file, `image/${type}`)
    expect(picture).toMatchObject({ width: 64, height: 32 })
    const { isOpaque, channels } = await sharp(picture?.thumbnail).stats()
    expect({ isOpaque, red: channels[0]?.min }).toEqual({ isOpaque: true, red: 255 })
  }
})

test.each([
  ['interlaced png', 8000, 7000, false],
  ['interlaced png', 7000, 7000, true],
  ['png', 9000, 7000, true],
  ['jpeg', 9248, 6936, true],
] as const)(
  '[Q-345] a picture is made small where it need not be in memory at once: %s of %i by %i: %s',
  async (type, width, height, isSmall) => {
    const file = await paint(width, height, type)
    const picture = await readPicture(file, type === 'jpeg' ? 'image/jpeg' : 'image/png')
    expect(picture === null ? null : { width: picture.width, height: picture.height }).toEqual(
      isSmall ? { width, height } : null,
    )
  },
)
