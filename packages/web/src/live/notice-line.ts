import type { AssignmentFrame } from '@parley/core/api/sockets'
import type * as z from 'zod'
import type { SocketLink } from './socket-link.ts'

let line: Pick<SocketLink, 'say'> | null = null

/** Gives this page its notification socket to speak on; null when nobody is signed in any more. */
export function setNoticeLine(next: Pick<SocketLink, 'say'> | null): void {
  line = next
}

/** Speaks on the notification socket; false, and nothing said, when it is not open. */
export const sayOnNoticeLine = (frame: z.input<typeof AssignmentFrame>): boolean => line?.say(frame) ?? false
