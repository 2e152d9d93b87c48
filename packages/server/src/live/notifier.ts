import { setTimeout as sleep } from 'node:timers/promises'
import type { Change } from '../db/write.ts'
import { openChannel } from './channel.ts'

/** Receives the newest number of the log. `changes`: the rows that end at it, from the process that wrote them. */
export type Notify = (seq: number, changes?: readonly Change[]) => void

/** Carries the newest log number to the followers of the log. A lost notification is harmless: the number is only a hint. */
export interface Notifier {
  readonly notify: Notify
  readonly onNotify: (listener: Notify) => void
  readonly close: () => Promise<void>
}

/** The channel between the processes that share a database. */
export const logChannel = 'parley_live'

/** Each notification of other processes costs a commit and two wake-ups, so they are sent at most twenty times a second. */
const tellEveryMs = 50

/**
 * Between the processes that share a database: also notifies when another process wrote. Other processes are notified after the
 * commit, because a commit with a notification waits for all others. Numbers that come during a notification, or right after it,
 * are sent together.
 */
export function openNotifier(url: string, onTrouble: (error: Error) => void): Notifier {
  const listeners: Notify[] = []
  const tellHere: Notify = (seq, changes) => {
    for (const listener of listeners) listener(seq, changes)
  }
  const channel = openChannel(url, logChannel, text => tellHere(Number(text)), onTrouble)
  let closed = false
  let telling = false
  let untold: number | null = null
  const tell = async () => {
    telling = true
    while (untold !== null && !closed) {
      const seq: number = untold
      untold = null
      await channel.tell(String(seq))
      await sleep(tellEveryMs)
    }
    telling = false
  }
  return {
    onNotify: listener => {
      listeners.push(listener)
    },
    notify: (seq, changes) => {
      tellHere(seq, changes)
      untold = Math.max(seq, untold ?? 0)
      if (telling) return
      tell().catch((error: unknown) => {
        telling = false
        onTrouble(error as Error)
      })
    },
    close: () => {
      closed = true
      return channel.close()
    },
  }
}
