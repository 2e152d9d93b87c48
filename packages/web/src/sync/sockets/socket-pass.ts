import { isMissing, signedOut } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { ownSession } from '../../client/own-session.ts'
import type { Pass } from './ticketed-socket.ts'

/** A ticket for one socket; from a server that knows none the access token, as specified. Rejects with `ApiFailure`. */
export async function socketPass(): Promise<Pass> {
  try {
    const { value } = await api.socketTicket()
    return { ticket: value.ticket }
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    const session = ownSession()
    if (session === null) throw signedOut()
    return { token: session.token }
  }
}
