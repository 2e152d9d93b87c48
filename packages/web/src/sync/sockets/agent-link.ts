import type { SocketLink } from './socket-link.ts'

let link: Pick<SocketLink, 'start'> | null = null

/** Takes the socket of changes of a new session. Null: nobody is signed in any more. */
export function bindAgentLink(next: typeof link): void {
  link = next
}

/** Connects the socket of changes now, if it only waits to be tried again. */
export const reconnectNow = (): void => link?.start()
