import fs from 'node:fs'
import { BlobSource, EncodedPacketSink, Input, OGG, WEBM } from 'mediabunny'
import { expect, test } from 'vitest'
import { toOgg } from './use-recorder.ts'

/** Three seconds of a beep, as Chromium's MediaRecorder writes them: one channel of Opus in WebM. */
const recording = new Blob([fs.readFileSync(new URL('./recording.fixture.webm', import.meta.url))])

interface Page {
  readonly flags: number
  readonly granule: number
  readonly sequence: number
  readonly body: Buffer
}

/** The pages of an Ogg file, each with its checksum checked (RFC 3533, 6). */
function pagesOf(file: Buffer): Page[] {
  const pages: Page[] = []
  for (let at = 0; at < file.length; ) {
    expect(file.toString('latin1', at, at + 4)).toBe('OggS')
    const lengths = file.subarray(at + 27, at + 27 + file.readUInt8(at + 26))
    const start = at + 27 + lengths.length
    const end = start + lengths.reduce((sum, length) => sum + length, 0)
    const page = Buffer.from(file.subarray(at, end))
    const sum = page.readUInt32LE(22)
    page.writeUInt32LE(0, 22)
    expect(checksum(page)).toBe(sum)
    pages.push({
      flags: page.readUInt8(5),
      granule: Number(page.readBigInt64LE(6)),
      sequence: page.readUInt32LE(18),
      body: file.subarray(start, end),
    })
    at = end
  }
  return pages
}

function checksum(bytes: Buffer): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit += 1) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  }
  return sum >>> 0
}

async function packetsOf(file: Blob): Promise<string[]> {
  const input = new Input({ source: new BlobSource(file), formats: [WEBM, OGG] })
  const track = await input.getPrimaryAudioTrack()
  const packets: string[] = []
  if (track === null) return packets
  for await (const { data } of new EncodedPacketSink(track).packets()) {
    packets.push(Buffer.from(data).toString('hex'))
  }
  return packets
}

test('[Q-195] a recording of Chromium becomes Ogg with the same packets of Opus, one channel, and its length', async () => {
  const ogg = await toOgg(recording)
  expect(ogg.type).toBe('audio/ogg; codecs=opus')
  const pages = pagesOf(Buffer.from(await ogg.arrayBuffer()))
  const [head, tags] = pages
  expect(head?.flags).toBe(2)
  expect(head?.body.toString('latin1', 0, 8)).toBe('OpusHead')
  expect(head?.body.readUInt8(9)).toBe(1)
  expect(tags?.body.toString('latin1', 0, 8)).toBe('OpusTags')
  expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index))
  expect(pages.at(-1)?.flags).toBe(4)
  expect(pages.at(-1)?.granule).toBe(3 * 48_000)
  const packets = await packetsOf(recording)
  expect(packets).toHaveLength(50)
  expect(await packetsOf(ogg)).toEqual(packets)
})

test('[Q-195] what is in Ogg already stays what it is', async () => {
  const ogg = await toOgg(recording)
  expect(await packetsOf(await toOgg(ogg))).toEqual(await packetsOf(ogg))
})

test.each([
  ['nothing', new Blob([])],
  ['what is no recording', new Blob(['words'])],
  ['a recording that ends before its first sound', recording.slice(0, 0x107)],
])('[Q-195] %s is refused', async (_name, blob) => {
  await expect(toOgg(blob)).rejects.toThrow()
})
