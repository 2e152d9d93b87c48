import type { AttachmentEntity } from '@parley/core/attachments/api'
import { readAttachment } from '@parley/core/read/entities'
import { documentIdOf } from '@parley/core/attachments/rules'
import type { OutboxFile } from '@parley/core/messages/outbox'
import { basePath } from '@parley/core/paths'
import { ApiFailure, refusal, signedOut } from './api-failure.ts'
import { callTimeoutMs, renewSession, uploadPath } from './client.ts'
import { ownSession } from './own-session.ts'

export interface UploadOptions {
  /** Bytes sent so far, of the file's own size. */
  readonly onProgress: (loaded: number) => void
  readonly signal: AbortSignal
}

/**
 * Uploads one file as type OTHER, described by its own name. Given up after 10 s without progress. Rejects with
 * `ApiFailure`, or with the specified error when the answer names no document.
 */
export async function uploadDocument(file: File, options: UploadOptions): Promise<OutboxFile> {
  const token = ownSession()?.token
  if (token === undefined) throw signedOut()
  const first = await post(file, token, options)
  const answer = first.status === 401 ? await again(file, token, options) : first
  if (answer.status < 200 || answer.status > 299) throw refusal(answer.status, answer.body)
  const uploaded: AttachmentEntity = readAttachment(answer.body)
  return {
    document_id: documentIdOf(uploaded),
    name: uploaded.name,
    mime_type: uploaded.mime_type,
    size: uploaded.size ?? file.size,
  }
}

async function again(file: File, refusedToken: string, options: UploadOptions) {
  const renewed = await renewSession(refusedToken)
  if (renewed === 'unreachable') throw new ApiFailure({ kind: 'network' })
  const token = ownSession()?.token
  if (renewed === 'ended' || token === undefined) throw signedOut()
  return post(file, token, options)
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** fetch tells nothing of an upload's progress; XMLHttpRequest does. */
function post(file: File, token: string, { onProgress, signal }: UploadOptions): Promise<Answer> {
  const form = new FormData()
  // The file last: a reader of the stream then knows everything about it when it comes.
  form.set('document_type', 'OTHER')
  form.set('description', file.name)
  form.set('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const giveUp = () => {
      request.abort()
      reject(new ApiFailure({ kind: 'timeout' }))
    }
    let timer = setTimeout(giveUp, callTimeoutMs)
    const alive = () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, callTimeoutMs)
    }
    const abort = () => request.abort()
    signal.addEventListener('abort', abort, { once: true })
    request.upload.addEventListener('progress', ({ loaded }) => {
      alive()
      onProgress(Math.min(loaded, file.size))
    })
    request.addEventListener('progress', alive)
    request.addEventListener('load', () => {
      const body = parsed(request.responseText)
      if (body === undefined && request.status < 400)
        reject(new ApiFailure({ kind: 'malformed', status: request.status }))
      else resolve({ status: request.status, body })
    })
    request.addEventListener('error', () => reject(new ApiFailure({ kind: 'network' })))
    request.addEventListener('abort', () => reject(new ApiFailure({ kind: 'network' })))
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    })
    request.open('POST', `${basePath}${uploadPath}`)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the caller decides by the status
  }
}
