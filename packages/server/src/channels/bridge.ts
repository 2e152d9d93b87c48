import type { CallOptions } from '@parley/whatsapp/client'
import { boundedStream, type DownloadOptions, type DownloadOutcome } from '@parley/whatsapp/media-download'
import { failureOf, jsonOf } from '@parley/whatsapp/outcome'
import * as z from 'zod'
import type { BridgeConfig } from '../bridges-config.ts'
import type { Carrier, Unsendable } from './adapter.ts'

const Taken = z.looseObject({ id: z.string().min(1).max(200) })
const Refused = z.looseObject({ detail: z.string().min(1).max(500) })

/** Answers that say that it may go later. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

type Unreached = { outcome: 'unreached'; reason: string }

/**
 * What goes over a bridge. A bridge takes each message once, by our id of it, so that a call whose answer was lost may be
 * repeated: nothing is unknown here.
 */
export function bridgeCarrier({ name, url, token }: BridgeConfig): Carrier {
  const authorization = `Bearer ${token}`

  async function post(
    path: string,
    { body, type }: { readonly body: string | AsyncIterable<Uint8Array> | Uint8Array; readonly type: string },
    { timeoutMs, signal }: CallOptions,
  ): Promise<{ outcome: 'taken'; id: string } | Unsendable | Unreached> {
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await fetch(`${url}/${path}`, {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { authorization, 'content-type': type },
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      const content = jsonOf(await answer.text())
      if (!answer.ok) return refusalOf(name, answer.status, content)
      const reading = Taken.safeParse(content)
      if (!reading.success) return { outcome: 'unreached', reason: 'unreadable answer' }
      return { outcome: 'taken', id: reading.data.id }
    } catch (error) {
      return { outcome: 'unreached', reason: failureOf(error).reason }
    }
  }

  return {
    name,
    react: null,
    tellWriting: null,

    async send({ messageId, to, content, quotedWamid, file }, call) {
      const message = {
        id: String(messageId),
        to: 'userId' in to ? to.userId : to.phone,
        text: content,
        ...(file !== null && { file: { id: file.mediaId, name: file.name, mime_type: file.mimeType } }),
        ...(quotedWamid !== null && { quotes: quotedWamid }),
      }
      const sent = await post('messages', { body: JSON.stringify(message), type: 'application/json' }, call)
      return sent.outcome === 'taken' ? { outcome: 'accepted', wamid: sent.id } : sent
    },

    async upload({ bytes, filename, mimeType }, call) {
      const body = bytes instanceof Uint8Array ? bytes : bytes.stream
      const path = `files?name=${encodeURIComponent(filename)}`
      const sent = await post(path, { body, type: mimeType }, call)
      return sent.outcome === 'taken' ? { outcome: 'uploaded', mediaId: sent.id } : sent
    },

    download: (fileId, options) =>
      download(`${url}/files/${encodeURIComponent(fileId)}`, authorization, options),
  }
}

function refusalOf(name: string, status: number, content: unknown): Unsendable | Unreached {
  if (status < 400 || status >= 500 || passing.has(status)) {
    return { outcome: 'unreached', reason: `HTTP ${status}` }
  }
  const detail = Refused.safeParse(content).data?.detail
  const failure =
    status === 401 || status === 403
      ? {
          sentence: `${name} does not accept our access.`,
          remedy:
            'Tell an administrator: the token in CHANNEL_BRIDGES is not the one there. Then press Retry.',
        }
      : status === 404 || status === 410
        ? {
            sentence: `${name} cannot reach this customer any more.`,
            remedy: 'Reach them another way.',
          }
        : {
            sentence: detail ?? `${name} did not take this and did not say why (HTTP ${status}).`,
            remedy: 'Change it and send it again, or press Retry.',
          }
  return { outcome: 'unsendable', failure: { code: `bridge-${status}`, ...failure } }
}

async function download(
  url: string,
  authorization: string,
  { maxBytes, timeoutMs, signal }: DownloadOptions,
): Promise<DownloadOutcome> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await fetch(url, {
      headers: { authorization },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    if (answer.ok) {
      const size = Number(answer.headers.get('content-length') ?? Number.NaN)
      if (size > maxBytes) {
        await answer.body?.cancel()
        return { outcome: 'too-large', size }
      }
      return {
        outcome: 'found',
        media: {
          stream: boundedStream(answer.body, maxBytes),
          mimeType: answer.headers.get('content-type') ?? 'application/octet-stream',
          sha256: null,
          size: Number.isFinite(size) ? size : null,
        },
      }
    }
    await answer.body?.cancel()
    const { status } = answer
    if (status === 404) return { outcome: 'gone', code: status, details: 'The bridge has no such file.' }
    if (status === 401 || status === 403) {
      return { outcome: 'refused', retry: 'channel', code: status, details: `HTTP ${status}` }
    }
    return { outcome: 'unreached', reason: `HTTP ${status}` }
  } catch (error) {
    return { outcome: 'unreached', reason: failureOf(error).reason }
  }
}
