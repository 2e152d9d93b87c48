import type { NotificationEntity } from '@parley/core/read/notification'

/** More than this would not be read: the bell lists them all. */
const mostWaiting = 10

/** Carries notices that are news to whoever shows them. What comes before somebody listens waits. */
export class NoticeQueue {
  #listener: ((notice: NotificationEntity) => void) | null = null
  #waiting: NotificationEntity[] = []
  #hasCome = false
  readonly #watchers = new Set<() => void>()

  tell(notice: NotificationEntity): void {
    this.#setCome(true)
    if (this.#listener !== null) this.#listener(notice)
    else this.#waiting = [...this.#waiting, notice].slice(-mostWaiting)
  }

  /** Takes the place of whoever listened before. Returns how to stop. */
  listen(listener: (notice: NotificationEntity) => void): () => void {
    this.#listener = listener
    const waited = this.#waiting
    this.#waiting = []
    for (const notice of waited) listener(notice)
    return () => {
      if (this.#listener === listener) this.#listener = null
    }
  }

  /** Forgets what waits: it was for somebody who has gone. */
  forget(): void {
    this.#waiting = []
    this.#setCome(false)
  }

  /** Whether there ever was news for this agent: until then nobody needs to listen. */
  readonly hasCome = (): boolean => this.#hasCome

  /** Calls back when `hasCome` changes. Returns how to stop. */
  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed)
    return () => this.#watchers.delete(changed)
  }

  #setCome(next: boolean): void {
    if (next === this.#hasCome) return
    this.#hasCome = next
    for (const tell of this.#watchers) tell()
  }
}

/** The news of this page. */
export const noticeQueue = new NoticeQueue()
