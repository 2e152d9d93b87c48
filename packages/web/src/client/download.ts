import { basePath } from '@parley/core/paths'
import { offerFile } from '../ui/files/offer-file.ts'
import { ApiFailure, refusal, signedOut } from './api-failure.ts'
import { renewSession } from './client.ts'
import { ownSession } from './own-session.ts'

/**
 * Asks for a file by a call that makes it, and offers it for saving under this name. There is no time limit: a long life
 * takes long. Rejects with `ApiFailure`.
 * @param path below the API's base
 */
export async function downloadMade(path: `/${string}`, name: string): Promise<void> {
  const token = ownSession()?.token
  if (token === undefined) throw signedOut()
  const first = await post(path, token)
  const response = first.status === 401 ? await again(path, token) : first
  if (!response.ok) throw await refusalOf(response)
  try {
    offerFile(await response.blob(), name)
  } catch (cause) {
    // Half of it came: it is not offered as if it were whole.
    throw new ApiFailure({ kind: 'network', cause })
  }
}

async function again(path: string, refusedToken: string): Promise<Response> {
  const renewed = await renewSession(refusedToken)
  if (renewed === 'unreachable') throw new ApiFailure({ kind: 'network' })
  const token = ownSession()?.token
  if (renewed === 'ended' || token === undefined) throw signedOut()
  return post(path, token)
}

async function post(path: string, token: string): Promise<Response> {
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
