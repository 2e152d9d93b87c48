import { useSyncExternalStore } from 'react'

/** How the socket of notices stands. */
export interface NoticeLink {
  /** It gave up and has not been open since: notices come by the poll alone. */
  readonly off: boolean
  /** Another try is under way. */
  readonly trying: boolean
}

const fine: NoticeLink = { off: false, trying: false }

let held = fine
let start: (() => void) | null = null
const listeners = new Set<() => void>()

function set(next: NoticeLink): void {
  if (next.off === held.off && next.trying === held.trying) return
  held = next
  for (const tell of listeners) tell()
}

/** Takes the link of a new session: `connect` starts it with a fresh count of attempts. Null: there is none any more. */
export function bindNoticeLink(connect: (() => void) | null): void {
  start = connect
  set(fine)
}

/** Hears that the link gave up. */
export const noticeLinkGaveUp = (): void => set({ off: true, trying: false })

/** Hears every change of the link. */
export function noticeLinkChanged({ open, stopped }: { open: boolean; stopped: boolean }): void {
  set(open ? fine : { off: held.off, trying: held.off && !stopped })
}

/** Tries again at once. */
export const reconnectNotices = (): void => start?.()

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** How the socket of notices stands. */
export const useNoticeLink = (): NoticeLink => useSyncExternalStore(subscribe, () => held)
