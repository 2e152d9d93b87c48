import type { AssignmentFrame } from '@parley/core/api/sockets'
import { useSyncExternalStore } from 'react'
import type * as z from 'zod'
import type { SocketLink } from './socket-link.ts'

/** How the socket of notices stands. */
export interface NoticeLink {
  /** It gave up and has not been open since: notices come by the poll alone. */
  readonly off: boolean
  /** Another try is under way. */
  readonly trying: boolean
}

const fine: NoticeLink = { off: false, trying: false }

let held = fine
let link: Pick<SocketLink, 'start' | 'say'> | null = null
const listeners = new Set<() => void>()

function set(next: NoticeLink): void {
  if (next.off === held.off && next.trying === held.trying) return
  held = next
  for (const tell of listeners) tell()
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
  set(open ? fine : { off: held.off, trying: held.off && !stopped })
}

/** Tries again at once, with a fresh count of attempts. */
export const reconnectNotices = (): void => link?.start()

/** Speaks on the socket; false, and nothing said, when it is not open. */
export const sayToNotices = (frame: z.input<typeof AssignmentFrame>): boolean => link?.say(frame) ?? false

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** How the socket of notices stands. */
export const useNoticeLink = (): NoticeLink => useSyncExternalStore(subscribe, () => held)
