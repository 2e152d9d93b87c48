import type { NotificationEntity } from '@parley/core/read/notification'

/** More than this would not be read: the bell lists them all. */
const mostWaiting = 10

/** Carries notices that are news to whoever shows them. What comes before somebody listens waits. */
export class News {
  #listener: ((notice: NotificationEntity) => void) | null = null
  #waiting: NotificationEntity[] = []

  tell(notice: NotificationEntity): void {
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
  }
}

/** The news of this page. */
export const news = new News()
