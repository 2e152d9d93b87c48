import type { Worker } from 'node:worker_threads'
import { startThread } from '../thread.ts'
import type { Ask, Judgement } from './judge-worker.ts'

/** Idle milliseconds after which the thread ends and frees its memory. */
const idleMs = 60_000

/**
 * Judges passwords in a thread: loading the lists takes 0.2 s and 60 to 100 MB, and a crafted password a second, which
 * must block no other request. The thread lives from the first password until a while after the last.
 */
class JudgeThread {
  readonly #worker: Worker = startThread(new URL('./judge-worker.ts', import.meta.url))
  readonly #waiting = new Map<
    number,
    { readonly resolve: (judgement: Judgement) => void; readonly reject: (error: Error) => void }
  >()
  readonly #onEnd: () => void
  #last = 0
  #idle: NodeJS.Timeout | null = null

  /** @param onEnd called when it accepts no more passwords */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
    this.#worker.on('message', (judgement: Judgement) => {
      this.#waiting.get(judgement.id)?.resolve(judgement)
      this.#waiting.delete(judgement.id)
      if (this.#waiting.size === 0) this.#rest()
    })
    this.#worker.on('error', error => this.#end(error))
    this.#worker.on('exit', code => this.#end(new Error(`The thread that judges passwords ended (${code})`)))
  }

  judge(password: string, known: readonly string[]): Promise<Judgement> {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#worker.ref()
    const id = (this.#last += 1)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, password, known } satisfies Ask)
    })
  }

  /** The thread neither keeps the process alive nor its memory for long. */
  #rest(): void {
    this.#worker.unref()
    this.#idle = setTimeout(() => {
      this.#onEnd()
      void this.#worker.terminate()
    }, idleMs).unref()
  }

  #end(error: Error): void {
    this.#onEnd()
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

let thread: JudgeThread | null = null

/** How hard a password is for a guesser who tries the known words first. */
export function judge(password: string, known: readonly string[]): Promise<Judgement> {
  if (thread === null) {
    const started: JudgeThread = new JudgeThread(() => {
      if (thread === started) thread = null
    })
    thread = started
  }
  return thread.judge(password, known)
}
