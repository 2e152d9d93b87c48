import { type CachedNotices, keys } from '@parley/core/live/cached'
import type { Clock } from '@parley/core/live/throttle'
import type { NotificationEntity } from '@parley/core/notifications/api'
import { compareNotifications, isTwin, localNoticeId, newsWithinMs } from '@parley/core/notifications/rules'
import { readNotification } from '@parley/core/read/entities'
import type { SocketEvent } from '@parley/core/sockets/api'
import type { QueryClient } from '@tanstack/react-query'
import { createStore, type Readable } from '../../store.ts'
import { editCached } from '../query-cache.ts'

export interface ArrivalsWorld {
  readonly clock: Pick<Clock, 'now'>
  newId(): string
  /** Puts a notice that came without an id into the list, since no frame will. */
  keep(notice: NotificationEntity): void
  /** A notice that is news, once for each change of it. */
  tell(notice: NotificationEntity): void
}

/**
 * Decides which notices are news. One comes by up to three ways, both sockets and the poll, and counts at its first. What
 * was there at the start, or is caught up on after a gap, is known from then on and no news.
 */
export class NotificationDeduper {
  readonly #world: ArrivalsWorld
  /** The newest change heard of each notice, as its timestamp. */
  readonly #heard = new Map<string, string>()
  /** Those without an id, until the poll brings their copy. */
  #locals: NotificationEntity[] = []
  #polledAt: number | null = null
  #caughtUp = false

  constructor(world: ArrivalsWorld) {
    this.#world = world
  }

  /** The agent socket opens: what it says until it is ready happened before. */
  opening(): void {
    this.#caughtUp = false
  }

  /** Takes each frame of the agent socket. */
  receive(event: SocketEvent): void {
    if (event.event === 'ready') this.#caughtUp = true
    if (event.event !== 'notification') return
    const notice = readNotification(event.data)
    const isNews = this.#note(notice) && this.#caughtUp && !event.data.dismissed
    if (isNews) this.#tell(notice)
  }

  /** Takes each notice of the notification socket, as it came. */
  hear(raw: unknown): void {
    const notice = readNotification(raw)
    if (notice.id === '') this.#hearLocal(notice)
    else if (this.#note(notice)) this.#tell(notice)
  }

  /** Takes each answer of the poll, newest first. */
  polled(notices: readonly NotificationEntity[]): void {
    const now = this.#world.clock.now()
    const isNext = this.#polledAt !== null && now - this.#polledAt <= newsWithinMs
    this.#polledAt = now
    const fresh = notices.filter(notice => this.#note(notice) && !this.#isCopy(notice))
    if (isNext) for (const notice of fresh.toReversed()) this.#tell(notice)
  }

  #hearLocal(said: NotificationEntity): void {
    const now = this.#world.clock.now()
    // The same words much later are said again.
    const isEcho = (local: NotificationEntity) =>
      isTwin(local, said) && now - Date.parse(local.timestamp) <= newsWithinMs
    if (this.#locals.some(isEcho)) return
    const timestamp = new Date(now).toISOString()
    const notice = { ...said, id: localNoticeId(this.#world.newId()), timestamp }
    this.#note(notice)
    this.#locals.push(notice)
    this.#world.keep(notice)
    this.#tell(notice)
  }

  /** Whether this change is heard of for the first time. */
  #note({ id, timestamp }: NotificationEntity): boolean {
    const known = this.#heard.get(id)
    if (known !== undefined && known >= timestamp) return false
    this.#heard.set(id, timestamp)
    return true
  }

  #isCopy(notice: NotificationEntity): boolean {
    const local = this.#locals.find(one => isTwin(one, notice))
    this.#locals = this.#locals.filter(one => one !== local)
    return local !== undefined
  }

  #tell(notice: NotificationEntity): void {
    if (!notice.read) this.#world.tell(notice)
  }
}

/** Puts a notice that came without an id into the list, until the poll brings its copy. */
export const keepNotice = (client: QueryClient, notice: NotificationEntity): void =>
  editCached<CachedNotices>(client, keys.notices, cached => ({
    ...cached,
    value: [...cached.value, notice].toSorted(compareNotifications),
  }))

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
