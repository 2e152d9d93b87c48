import type { CallOptions } from '@parley/whatsapp/client'
import { boundedStream, type DownloadOptions, type DownloadOutcome } from '@parley/whatsapp/media-download'
import { failureOf, jsonOf } from '@parley/whatsapp/outcome'
import * as z from 'zod'
import type { BridgeConfig } from '../config/channels.ts'
import type { ChannelAdapter, Unsendable } from './adapter.ts'

const Taken = z.looseObject({ id: z.string().min(1).max(200) })
const Refused = z.looseObject({ detail: z.string().min(1).max(500) })

/** Statuses after which a retry may succeed. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

type Unreached = { outcome: 'unreached'; reason: string }

/**
 * Sends over a bridge. A bridge accepts each of our message ids once, so a call without an answer can be repeated: no result is
 * uncertain.
 */
export function bridgeAdapter({ name, url, token }: BridgeConfig): ChannelAdapter {
  /** @throws as fetch does */
  const call = (
    path: string,
    { type, ...init }: Omit<RequestInit, 'headers'> & { readonly type?: string },
    { timeoutMs, signal }: CallOptions,
  ) => {
    const limit = AbortSignal.timeout(timeoutMs)
    return fetch(`${url}/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...(type !== undefined && { 'content-type': type }) },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  }

  async function post(
    path: string,
    type: string,
    body: string | AsyncIterable<Uint8Array> | Uint8Array,
    options: CallOptions,
  ): Promise<{ outcome: 'taken'; id: string } | Unsendable | Unreached> {
    try {
      const init = { method: 'POST', body, duplex: 'half', type } as const
      const answer = await call(path, init, options)
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
    showTyping: null,

    async send({ messageId, to, content, quotedWamid, file }, options) {
      const message = {
        id: String(messageId),
        to: 'userId' in to ? to.userId : to.phone,
        text: content,
        ...(file !== null && { file: { id: file.mediaId, name: file.name, mime_type: file.mimeType } }),
        ...(quotedWamid !== null && { quotes: quotedWamid }),
      }
      const sent = await post('messages', 'application/json', JSON.stringify(message), options)
      return sent.outcome === 'taken' ? { outcome: 'accepted', wamid: sent.id } : sent
    },

    async upload({ bytes, filename, mimeType }, options) {
      const body = bytes instanceof Uint8Array ? bytes : bytes.stream
      const sent = await post(`files?name=${encodeURIComponent(filename)}`, mimeType, body, options)
      return sent.outcome === 'taken' ? { outcome: 'uploaded', mediaId: sent.id } : sent
    },

    async download(fileId, options) {
      try {
        return await downloaded(await call(`files/${encodeURIComponent(fileId)}`, {}, options), options)
      } catch (error) {
        return { outcome: 'unreached', reason: failureOf(error).reason }
      }
    },
  }
}

function refusalOf(name: string, status: number, content: unknown): Unsendable | Unreached {
  if (status < 400 || status >= 500 || passing.has(status))
    return { outcome: 'unreached', reason: `HTTP ${status}` }
  const because = (sentence: string, remedy: string): Unsendable => ({
    outcome: 'unsendable',
    failure: { code: `bridge-${status}`, sentence, remedy },
  })
  if (status === 401 || status === 403)
    return because(
      `${name} does not accept our access.`,
      'Tell an administrator: the token in CHANNEL_BRIDGES is not the one there. Then press Retry.',
    )
  if (status === 404 || status === 410)
    return because(`${name} cannot reach this customer any more.`, 'Reach them another way.')
  const detail = Refused.safeParse(content).data?.detail
  return because(
    detail ?? `${name} did not take this and did not say why (HTTP ${status}).`,
    'Change it and send it again, or press Retry.',
  )
}

async function downloaded(answer: Response, { maxBytes }: DownloadOptions): Promise<DownloadOutcome> {
  const { status, headers } = answer
  const size = Number(headers.get('content-length') ?? Number.NaN)
  if (answer.ok && !(size > maxBytes)) {
    const mimeType = headers.get('content-type') ?? 'application/octet-stream'
    const stream = boundedStream(answer.body, maxBytes)
    const media = { stream, mimeType, sha256: null, size: Number.isFinite(size) ? size : null }
    return { outcome: 'found', media }
  }
  await answer.body?.cancel()
  if (answer.ok) return { outcome: 'too-large', size }
  if (status === 404) return { outcome: 'gone', code: status, details: 'The bridge has no such file.' }
  if (status === 401 || status === 403)
    return { outcome: 'refused', retry: 'channel', code: status, details: `HTTP ${status}` }
  return { outcome: 'unreached', reason: `HTTP ${status}` }
}
