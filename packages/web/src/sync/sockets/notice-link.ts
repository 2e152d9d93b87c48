import type { AssignmentEvent } from '@parley/core/sockets/api'
import type * as z from 'zod'
import { createStore, useStore } from '../../store.ts'
import type { SocketLink } from './socket-link.ts'

/** How the socket of notices stands. */
export interface NoticeLink {
  /** It gave up and has not been open since: notices come by the poll alone. */
  readonly off: boolean
  /** Another try is under way. */
  readonly trying: boolean
}

const fine: NoticeLink = { off: false, trying: false }

const standing = createStore(fine)
let link: Pick<SocketLink, 'start' | 'say'> | null = null

function set(next: NoticeLink): void {
  const { off, trying } = standing.get()
  if (next.off !== off || next.trying !== trying) standing.set(next)
}

/** Takes the socket of a new session. Null: nobody is signed in any more. */
export function bindNoticeLink(next: typeof link): void {
  link = next
  set(fine)
}

/** Hears that the link gave up. */
export const noticeLinkGaveUp = (): void => set({ off: true, trying: false })

/** Hears every change of the link. */
export function noticeLinkChanged({ open, stopped }: { open: boolean; stopped: boolean }): void {
  const { off } = standing.get()
  set(open ? fine : { off, trying: off && !stopped })
}

/** Tries again at once, with a fresh count of attempts. */
export const reconnectNotices = (): void => link?.start()

/** Speaks on the socket; false, and nothing said, when it is not open. */
export const sayToNotices = (frame: z.input<typeof AssignmentEvent>): boolean => link?.say(frame) ?? false

/** How the socket of notices stands. */
export const useNoticeLink = (): NoticeLink => useStore(standing)
