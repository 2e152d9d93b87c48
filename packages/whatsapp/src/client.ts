import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { downloadMedia, type DownloadOptions, type DownloadOutcome } from './media-download.ts'
import {
  failureOf,
  harmless,
  jsonOf,
  type Refusal,
  refusalOf,
  type Unknown,
  type Unreached,
} from './outcome.ts'
import { type SendBody, writingNotice } from './send.ts'

/** The access to one business number. `apiUrl` may have a path; `version` reads `v23.0`. */
export type ClientOptions = {
  apiUrl: string
  version: string
  phoneNumberId: string
  accessToken: string
  fetch?: typeof fetch
}

/** Accepted is not sent: the statuses follow by webhook. */
export type SendOutcome = { outcome: 'accepted'; wamid: string } | Refusal | Unreached | Unknown

/** A repeated upload does no harm, so no outcome is unknown: unless it was refused, it may be retried. */
export type UploadOutcome = { outcome: 'uploaded'; mediaId: string } | Refusal | Unreached

/** A repeated call does no harm. */
export type ToldOutcome = { outcome: 'told' } | Refusal | Unreached

export type CallOptions = { timeoutMs: number; signal?: AbortSignal }

type Payload = { headers: Record<string, string>; body: string | FileForm['body'] }

export type WhatsappClient = {
  send: (body: SendBody, options: CallOptions) => Promise<SendOutcome>
  /** Marks a customer's message, and all before it, as read. Shows for up to 25 s that a reply is being written. */
  tellWriting: (wamid: string, options: CallOptions) => Promise<ToldOutcome>
  uploadMedia: (
    file: { bytes: UploadBytes; filename: string; mimeType: string },
    options: CallOptions,
  ) => Promise<UploadOutcome>
  download: (mediaId: string, options: DownloadOptions) => Promise<DownloadOutcome>
}

const jsonPayload = (body: SendBody): Payload => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const sent = z.looseObject({
  messages: z.tuple([z.looseObject({ id: z.string().min(1) })]).rest(z.unknown()),
})
const uploaded = z.looseObject({ id: z.string().min(1) })

/**
 * The Cloud API for one number. No call throws for errors of WhatsApp or the network. No call retries, or follows a redirect
 * with our token. Throws TypeError at once if `apiUrl` is no URL.
 */
export function whatsappClient({ fetch: request = fetch, ...options }: ClientOptions): WhatsappClient {
  const { version, phoneNumberId, accessToken } = options
  const apiUrl = new URL(options.apiUrl.endsWith('/') ? options.apiUrl : `${options.apiUrl}/`)
  const numberUrl = `${apiUrl.href}${version}/${encodeURIComponent(phoneNumberId)}`

  async function post(path: string, { headers, body }: Payload, { timeoutMs, signal }: CallOptions) {
    const limit = AbortSignal.timeout(timeoutMs)
    const answer = await request(`${numberUrl}/${path}`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { ...headers, authorization: `Bearer ${accessToken}` },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return { ok: answer.ok, status: answer.status, body: jsonOf(await answer.text()) }
  }

  return {
    async send(body, call) {
      try {
        const answer = await post('messages', jsonPayload(body), call)
        if (!answer.ok) return refusalOf(answer.status, answer.body)
        const reading = sent.safeParse(answer.body)
        if (!reading.success) return { outcome: 'unknown', reason: 'unreadable answer' }
        return { outcome: 'accepted', wamid: reading.data.messages[0].id }
      } catch (error) {
        return failureOf(error)
      }
    },

    async tellWriting(wamid, call) {
      try {
        const answer = await post('messages', jsonPayload(writingNotice(wamid)), call)
        return answer.ok ? { outcome: 'told' } : harmless(refusalOf(answer.status, answer.body))
      } catch (error) {
        return harmless(failureOf(error))
      }
    },

    async uploadMedia(file, call) {
      const fields = { messaging_product: 'whatsapp', type: file.mimeType }
      const form = fileForm(fields, file, `parley-${randomUUID()}`)
      try {
        const answer = await post('media', form, call)
        const reading = uploaded.safeParse(answer.body)
        if (answer.ok && reading.success) return { outcome: 'uploaded', mediaId: reading.data.id }
        if (answer.ok) return { outcome: 'unreached', reason: 'unreadable answer' }
        return harmless(refusalOf(answer.status, answer.body))
      } catch (error) {
        return harmless(failureOf(error))
      }
    },

    download: (mediaId, call) =>
      downloadMedia({ apiUrl, version, accessToken, phoneNumberId, fetch: request }, mediaId, call),
  }
}

/** Bytes to upload: all at once, or as a stream of known size. */
export type UploadBytes = Uint8Array | { stream: AsyncIterable<Uint8Array>; size: number }

/** A form with one file, encoded without holding the file in memory. */
export type FileForm = { headers: Record<string, string>; body: Uint8Array | AsyncIterable<Uint8Array> }

/**
 * Encodes `fields` and one file as multipart/form-data. `boundary` must not occur in the file: draw it at random. The length is
 * always declared, so that no intermediary sees a chunked request.
 */
export function fileForm(
  fields: Readonly<Record<string, string>>,
  file: { bytes: UploadBytes; filename: string; mimeType: string },
  boundary: string,
): FileForm {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${oneLine(value)}\r\n`,
  )
  const disposition = `form-data; name="file"; filename="${quoted(file.filename)}"`
  const head = Buffer.from(
    `${parts.join('')}--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${oneLine(file.mimeType)}\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const size = file.bytes instanceof Uint8Array ? file.bytes.byteLength : file.bytes.size
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.byteLength + size + tail.byteLength),
    },
    body:
      file.bytes instanceof Uint8Array
        ? Buffer.concat([head, file.bytes, tail])
        : chunks(head, file.bytes.stream, tail),
  }
}

async function* chunks(
  head: Uint8Array,
  stream: AsyncIterable<Uint8Array>,
  tail: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield head
  yield* stream
  yield tail
}

/** People choose file names: a quote or a line break in one must not end the header. */
function quoted(filename: string): string {
  return oneLine(filename).replaceAll('\\', '_').replaceAll('"', '%22')
}

function oneLine(value: string): string {
  return value.replace(/[\r\n]+/g, ' ')
}
