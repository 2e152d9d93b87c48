import { setTimeout } from 'node:timers/promises'
import { isLate } from './connection/pool.ts'

interface Batching<T> {
  /** Processes all items of a batch, or none. */
  readonly processBatch: (items: readonly T[]) => Promise<void>
  /** Called for each item of a failed batch. */
  readonly processAlone: (item: T) => Promise<void>
  /** Items with the same key are processed alone, in their order. Items with other keys run concurrently. */
  readonly keyOf: (item: T) => string
  readonly sizeOf: (item: T) => number
  /** Called with the reason and the number of items when a batch is processed one by one. */
  readonly onSplit: (error: unknown, items: number) => void
}

/** Resolves when the item is processed. Rejects only with the item's own failure, not with that of another item. */
export type Batcher<T> = (item: T) => Promise<void>

/** The most items of a batch, and their greatest total size. */
const most = { items: 64, size: 1024 * 1024 }

/** Milliseconds that the next batch waits for callers that just got their reply, since these often call again at once. */
const companyMs = 2

interface Waiting<T> {
  readonly item: T
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Starts at once; items that arrive meanwhile join the next batch. Batches run one after the other, in the order of arrival. If
 * the database does not reply to a batch, all waiting items fail with it.
 */
export function batcher<T>({ processBatch, processAlone, keyOf, sizeOf, onSplit }: Batching<T>): Batcher<T> {
  const waiting: Waiting<T>[] = []
  let isRunning = false

  const nextBatch = (): readonly Waiting<T>[] => {
    let size = 0
    const end = waiting.findIndex(({ item }, place) => {
      size += sizeOf(item)
      return place > 0 && (place >= most.items || size > most.size)
    })
    return waiting.splice(0, end === -1 ? waiting.length : end)
  }

  const tryAlone = async (batch: readonly Waiting<T>[]) => {
    const last = new Map<string, Promise<void>>()
    for (const { item, resolve, reject } of batch) {
      const before = last.get(keyOf(item))
      const inOrder = async () => {
        await before
        await processAlone(item).then(resolve, reject)
      }
      last.set(keyOf(item), inOrder())
    }
    await Promise.all(last.values())
  }

  const runBatch = async (batch: readonly Waiting<T>[]) => {
    try {
      await processBatch(batch.map(({ item }) => item))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      // The other items would fail too.
      if (isLate(error)) {
        for (const { reject } of [...batch, ...waiting.splice(0)]) reject(error)
        return
      }
      onSplit(error, batch.length)
      await tryAlone(batch)
    }
  }

  const run = async () => {
    isRunning = true
    while (waiting.length > 0) {
      const batch = nextBatch()
      await runBatch(batch)
      if (batch.length > 1 && waiting.length < batch.length) await setTimeout(companyMs)
    }
    isRunning = false
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void run()
    })
}
