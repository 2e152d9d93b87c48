import type { AttachmentEntity } from '@parley/core/attachments/api'
import { documentIdOf } from '@parley/core/attachments/rules'
import type { OutboxFile } from '@parley/core/messages/outbox'
import { basePath } from '@parley/core/paths'
import { readAttachment } from '@parley/core/read/entities'
import { ApiFailure, refusal } from './api-failure.ts'
import { callTimeoutMs, here, uploadPath, withToken } from './client.ts'
import { offerFile } from '../ui/files/offer-file.ts'

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
  const answer = await withToken(here, token => post(file, token, options))
  if (answer.status < 200 || answer.status > 299) throw refusal(answer.status, answer.body)
  const uploaded: AttachmentEntity = readAttachment(answer.body)
  return {
    document_id: documentIdOf(uploaded),
    name: uploaded.name,
    mime_type: uploaded.mime_type,
    size: uploaded.size ?? file.size,
  }
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

/**
 * Asks for a file by a call that makes it, and offers it for saving under this name. There is no time limit: a long life
 * takes long. Rejects with `ApiFailure`.
 * @param path below the API's base
 */
export async function downloadMade(path: `/${string}`, name: string): Promise<void> {
  const response = await withToken(here, token => postFor(path, token))
  if (!response.ok) throw await refusalOf(response)
  try {
    offerFile(await response.blob(), name)
  } catch (cause) {
    // Half of it came: it is not offered as if it were whole.
    throw new ApiFailure({ kind: 'network', cause })
  }
}

async function postFor(path: string, token: string): Promise<Response> {
  try {
    return await fetch(`${basePath}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
  } catch (cause) {
    throw new ApiFailure({ kind: 'network', cause })
  }
}

async function refusalOf(response: Response): Promise<ApiFailure> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return refusal(response.status, isJson ? JSON.parse(text) : null, response.headers.get('Retry-After'))
}
