import type { PageFrame } from '../../src/web-chat/visitor-api.ts'
import { randomText } from './visitor.ts'

const prefix = 'web-chat.waiting.'
const retryAfterMs = 3_000

/** What a visitor writes. */
export type Draft = { name: string; text: string; file: File | null; quotes: string | null }

/** A message that the chat server has not confirmed yet. */
export type Waiting = Draft & {
  /** The same at each attempt: the chat server recognises a repeat by it. */
  key: string
  at: string
  /** The picture's id, once it is at the chat server. */
  fileId: string | null
  /** Why it cannot be sent. */
  problem: string | null
}

class Refused extends Error {}

/** Sends messages in order, one at a time, and again on each connection until confirmed. Texts outlive a reload; pictures do not. */
export class Outbox {
  readonly #secret: string
  readonly #send: (frame: PageFrame) => void
  readonly #changed: () => void
  readonly #waiting = new Map(load().map(item => [item.key, item]))
  #isOnline = false
  #sending: string | null = null

  constructor(secret: string, send: (frame: PageFrame) => void, changed: () => void) {
    this.#secret = secret
    this.#send = send
    this.#changed = changed
  }

  all(): Waiting[] {
    return [...this.#waiting.values()]
  }

  add(draft: Draft): void {
    const item = { ...draft, key: randomText(16), at: new Date().toISOString(), fileId: null, problem: null }
    if (item.file === null) localStorage.setItem(prefix + item.key, JSON.stringify(item))
    this.#put(item)
    void this.#next()
  }

  /** The message is confirmed, or the visitor removes it. */
  remove(key: string): void {
    if (!this.#waiting.delete(key)) return
    localStorage.removeItem(prefix + key)
    this.#changed()
    if (this.#sending === key) this.#proceed()
  }

  refuse(key: string, problem: string): void {
    const item = this.#waiting.get(key)
    if (item) this.#put({ ...item, problem })
    this.#proceed()
  }

  retry(key: string): void {
    const item = this.#waiting.get(key)
    if (item) this.#put({ ...item, problem: null, fileId: null })
    void this.#next()
  }

  connected(isOnline: boolean): void {
    this.#isOnline = isOnline
    this.#proceed()
  }

  #put(item: Waiting): void {
    this.#waiting.set(item.key, item)
    this.#changed()
  }

  #proceed(): void {
    this.#sending = null
    void this.#next()
  }

  async #next(): Promise<void> {
    const item = this.all().find(({ problem }) => problem === null)
    if (!this.#isOnline || this.#sending !== null || !item) return
    const { key, name, text, quotes, file } = item
    this.#sending = key
    let { fileId } = item
    try {
      if (file !== null && fileId === null) fileId = await upload(this.#secret, file)
    } catch (problem) {
      if (problem instanceof Refused) return this.refuse(key, problem.message)
      // The upload broke off, as a lost socket does: try again.
      setTimeout(() => this.#proceed(), retryAfterMs)
      return
    }
    if (this.#waiting.has(key)) this.#waiting.set(key, { ...item, fileId })
    this.#send({ kind: 'write', key, name, text, file_id: fileId, quotes })
  }
}

/** Answers the picture's id. @throws Refused with a sentence for a person */
async function upload(secret: string, file: File): Promise<string> {
  const query = new URLSearchParams({ name: file.name.slice(-200) || 'picture' })
  const answer = await fetch(`/web-chat/files?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/octet-stream' },
    body: file,
  })
  const { id, detail } = (await answer.json()) as { id: string; detail: string }
  if (answer.status >= 400 && answer.status < 500) throw new Refused(detail)
  if (!answer.ok) throw new Error(detail)
  return id
}

/** In the order in which they were written. */
function load(): Waiting[] {
  return Object.keys(localStorage)
    .filter(key => key.startsWith(prefix))
    .map((key): Waiting => JSON.parse(localStorage.getItem(key) ?? ''))
    .toSorted((a, b) => a.at.localeCompare(b.at))
}
