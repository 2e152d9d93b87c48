import type { NotificationEntity } from '@parley/core/notifications/api'
import { createStore, type Readable } from '../../store.ts'

/** More than this would not be read: the bell lists them all. */
const mostWaiting = 10

/** Carries notices that are news to whoever shows them. What comes before somebody listens waits. */
export class NoticeQueue {
  #listener: ((notice: NotificationEntity) => void) | null = null
  #waiting: NotificationEntity[] = []
  readonly #hasCome = createStore(false)

  tell(notice: NotificationEntity): void {
    this.#hasCome.set(true)
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
    this.#hasCome.set(false)
  }

  /** Whether there ever was news for this agent: until then nobody needs to listen. */
  get hasCome(): Readable<boolean> {
    return this.#hasCome
  }
}

/** The news of this page. */
export const noticeQueue = new NoticeQueue()
