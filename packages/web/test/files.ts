import { onTestFinished } from 'vitest'
import type { Locator } from 'vitest/browser'
import type { FakeApi } from './fake-api.ts'
import { attachment } from './samples.ts'

/** The server stores each upload under an id of its own, from 501 on. */
export function serveUploads(api: FakeApi): void {
  api.answer('uploadDocument', () => {
    const { name = '', size = 0, type = '' } = api.uploads.at(-1)?.file ?? {}
    const id = String(500 + api.uploads.length)
    return attachment({ id, document_id: id, name, size, mime_type: type, state: 'ready' })
  })
}

/** Pastes files and words somewhere, or drags them there, as the browser does. Returns whether the browser goes on with it. */
export function bring(
  at: Locator,
  kind: 'paste' | 'dragover' | 'drop',
  files: readonly File[],
  words = '',
): boolean {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  if (words !== '') data.setData('text/plain', words)
  const about = { bubbles: true, cancelable: true }
  const event =
    kind === 'paste'
      ? new ClipboardEvent(kind, { ...about, clipboardData: data })
      : new DragEvent(kind, { ...about, dataTransfer: data })
  return at.element().dispatchEvent(event)
}

/** The address of a file until the test ends. */
function urlOf(file: Blob): string {
  const url = URL.createObjectURL(file)
  onTestFinished(() => URL.revokeObjectURL(url))
  return url
}

/** The address of a grey picture of this size. */
export async function pictureUrl(width: number, height: number): Promise<string> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser draws no pictures')
  context.fillStyle = 'grey'
  context.fillRect(0, 0, width, height)
  return urlOf(await canvas.convertToBlob())
}

/** The address of a tone of so many seconds, as WAV: 8,000 samples of 8 bits a second. */
export function toneUrl(seconds: number): string {
  const rate = 8_000
  const count = seconds * rate
  const head = new DataView(new ArrayBuffer(44))
  const write = (at: number, text: string) => {
    for (let place = 0; place < text.length; place += 1) head.setUint8(at + place, text.charCodeAt(place))
  }
  write(0, 'RIFF')
  head.setUint32(4, 36 + count, true)
  write(8, 'WAVEfmt ')
  head.setUint32(16, 16, true)
  head.setUint16(20, 1, true)
  head.setUint16(22, 1, true)
  head.setUint32(24, rate, true)
  head.setUint32(28, rate, true)
  head.setUint16(32, 1, true)
  head.setUint16(34, 8, true)
  write(36, 'data')
  head.setUint32(40, count, true)
  const samples = Uint8Array.from({ length: count }, (_, at) => 128 + Math.round(60 * Math.sin(at / 3)))
  return urlOf(new Blob([head, samples], { type: 'audio/wav' }))
}
