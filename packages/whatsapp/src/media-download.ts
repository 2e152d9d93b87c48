import { Readable } from 'node:stream'
import { z } from 'zod'
import { sha256Hex } from './inbound/inbound-media.ts'
import {
  failureOf,
  harmless,
  jsonOf,
  readGraphError,
  type Refusal,
  refusalOf,
  type Unreached,
} from './outcome.ts'

/** A file that is being downloaded. `sha256` is 64 hex digits, lower case, as WhatsApp states it; `mimeType` is a claim too. */
export type Download = { stream: Readable; mimeType: string; sha256: string | null; size: number | null }

/**
 * The outcome of a download. gone: WhatsApp knows no such file. misplaced: the URL leads nowhere, or to a host that may not see
 * our token; the next URL may be another. Any other refusal is not about the file, but about our access or our rate.
 */
export type DownloadOutcome =
  | { outcome: 'found'; media: Download }
  | { outcome: 'gone'; code: number; details: string }
  | { outcome: 'misplaced'; details: string }
  | { outcome: 'too-large'; size: number }
  | Refusal
  | Unreached

/** Thrown by a download's stream if it exceeds the allowed bytes. */
export class MediaTooLarge extends Error {
  override readonly name = 'MediaTooLarge'
}

/** Thrown by a download's stream if it breaks off; `cause` is the network's own error. */
export class MediaBroken extends Error {
  override readonly name = 'MediaBroken'
}

export type DownloadOptions = { maxBytes: number; timeoutMs: number; signal?: AbortSignal }

type Access = {
  apiUrl: URL
  version: string
  accessToken: string
  phoneNumberId: string
  fetch: typeof fetch
}

const located = z.looseObject({
  url: z.string(),
  mime_type: z.string().catch('application/octet-stream'),
  sha256: z.string().nullish().catch(null),
  file_size: z.coerce.number().nullish().catch(null),
})

const metaHosts = ['.facebook.com', '.fbsbx.com', '.fbcdn.net', '.whatsapp.net']
const mostRedirects = 3
/** Graph's code for an unknown id. The request names nothing but an id. */
const unknownId = 100

/**
 * Whether this URL may get our token: the API's own origin, or a host of Meta's over TLS. The URL comes from a response, so any
 * other URL is not fetched.
 */
export function mayHoldMedia(apiUrl: URL, url: URL): boolean {
  if (url.username !== '' || url.password !== '') return false
  if (url.origin === apiUrl.origin) return true
  return url.protocol === 'https:' && url.port === '' && metaHosts.some(host => url.hostname.endsWith(host))
}

/**
 * Fetches a file by its id: asks for its URL, then gets it. The time limit covers both and the reading of the stream, which fails
 * with MediaTooLarge or MediaBroken. A stream that is not read to its end must be destroyed. URLs live five minutes, so a failed
 * download starts over with the id.
 */
export async function downloadMedia(
  access: Access,
  mediaId: string,
  { maxBytes, timeoutMs, signal }: DownloadOptions,
): Promise<DownloadOutcome> {
  // An id such as `..` would lead to another path of the API.
  if (!/^\w+$/.test(mediaId))
    return { outcome: 'gone', code: unknownId, details: 'WhatsApp named a file by what is no id' }
  const limit = AbortSignal.timeout(timeoutMs)
  const either = signal ? AbortSignal.any([signal, limit]) : limit
  try {
    const question = new URL(`${access.apiUrl.href}${access.version}/${encodeURIComponent(mediaId)}`)
    question.searchParams.set('phone_number_id', access.phoneNumberId)
    const answer = await get(access, question, either)
    const body = jsonOf(await answer.text())
    if (!answer.ok) return refusedLookup(answer.status, body)
    const place = located.safeParse(body)
    if (!place.success) return { outcome: 'unreached', reason: 'unreadable answer to the media id' }
    const size = place.data.file_size ?? null
    if (size !== null && size > maxBytes) return { outcome: 'too-large', size }
    const file = await follow(access, place.data.url, either)
    if (!('body' in file)) return file
    const declared = Number(file.headers.get('content-length') ?? Number.NaN)
    if (declared > maxBytes) {
      await file.body?.cancel()
      return { outcome: 'too-large', size: declared }
    }
    return {
      outcome: 'found',
      media: {
        stream: boundedStream(file.body, maxBytes),
        mimeType: place.data.mime_type,
        sha256: sha256Hex(place.data.sha256),
        size: size ?? (Number.isFinite(declared) ? declared : null),
      },
    }
  } catch (error) {
    return harmless(failureOf(error))
  }
}

function refusedLookup(status: number, body: unknown): DownloadOutcome {
  const refusal = harmless(refusalOf(status, body))
  // WhatsApp never sends a bare 404: another service listens at this address.
  const gone = refusal.outcome === 'refused' && readGraphError(body)?.code === unknownId
  return gone ? { outcome: 'gone', code: refusal.code, details: refusal.details } : refusal
}

type Misplaced = Extract<DownloadOutcome, { outcome: 'misplaced' }>

/** Redirects are followed by hand: `fetch` would carry the request to any host. */
async function follow(
  access: Access,
  address: string,
  signal: AbortSignal,
): Promise<Response | Misplaced | Refusal | Unreached> {
  let url = URL.canParse(address) ? new URL(address) : null
  for (let hop = 0; hop <= mostRedirects; hop++) {
    if (!url || !mayHoldMedia(access.apiUrl, url)) {
      return { outcome: 'misplaced', details: 'The file lies on a host that is not trusted.' }
    }
    const answer = await get(access, url, signal)
    const location = answer.headers.get('location')
    if (answer.status < 300 || answer.status >= 400 || location === null) {
      if (answer.ok) return answer
      const body = jsonOf(await answer.text())
      // The URL is older than five minutes, or was never valid.
      if (answer.status === 404 || answer.status === 410) {
        return { outcome: 'misplaced', details: `HTTP ${answer.status} where the file should lie.` }
      }
      return harmless(refusalOf(answer.status, body))
    }
    await answer.body?.cancel()
    url = URL.canParse(location, url.href) ? new URL(location, url) : null
  }
  return { outcome: 'misplaced', details: 'The file was redirected too often.' }
}

function get(access: Access, url: URL, signal: AbortSignal): Promise<Response> {
  return access.fetch(url, {
    headers: { authorization: `Bearer ${access.accessToken}` },
    redirect: 'manual',
    signal,
  })
}

/** A response's bytes. The stream fails with MediaTooLarge beyond `maxBytes`, and with MediaBroken if it breaks off. */
export const boundedStream = (body: Response['body'], maxBytes: number): Readable =>
  Readable.from(bounded(body, maxBytes), { objectMode: false })

async function* bounded(body: Response['body'], maxBytes: number): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const chunk of whole(body ?? [])) {
    seen += chunk.byteLength
    if (seen > maxBytes) throw new MediaTooLarge(`More than ${maxBytes} bytes came.`)
    yield chunk
  }
}

async function* whole(body: AsyncIterable<Uint8Array> | readonly []): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    throw new MediaBroken('The bytes stopped coming.', { cause })
  }
}
