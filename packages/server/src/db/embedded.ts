import fs from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { startThread } from '../thread.ts'
import { lockDirectory } from './embedded-lock.ts'
import type { AskedStatement, Rows } from './embedded-session.ts'
import type { Answer, Ask, EmbeddedPlace } from './embedded-worker.ts'

/** The embedded database: one connection in a worker thread, so that a slow statement does not block the HTTP loop. */
export interface Embedded {
  /** One statement after the other, up to the first that fails. Rejects with the database's error and its `code`. */
  run(statements: readonly AskedStatement[]): Promise<readonly Rows[]>
  /** Called once if the worker ends by itself: the process must end too, since nothing can be stored any more. */
  onLost(listener: (error: Error) => void): void
  close(): Promise<void>
}

/** How the names of copies begin, in the database's own directory, that are read and then removed. */
export const copyPrefix = 'copy-'

/** What the embedded database refuses a statement with. */
export class DatabaseError extends Error {
  constructor(fields: Readonly<Record<string, string>>) {
    super(fields['message'] ?? 'The database refused a statement')
    Object.assign(this, fields, { name: 'DatabaseError' })
  }
}

/**
 * Opens the database in `dir`, or one in memory for null, which begins as `image` holds it if one is given: a tar of a data
 * directory, six times faster than an empty one's first boot. A first boot that is killed half-way leaves a directory that
 * cannot be opened (3 of 10 in a trial), so the first boot happens beside it and is renamed when whole.
 * @param bundledWorker the worker as JavaScript, where somebody runs the sources but has bundled it
 * @throws DatabaseInUse when another process holds the directory
 */
export async function openEmbedded(
  dir: string | null,
  image: string | null = null,
  bundledWorker: string | null = null,
): Promise<Embedded> {
  const start = (place: EmbeddedPlace, release: () => void) =>
    startWorker(createWorker(place, bundledWorker), place, release)
  if (dir === null) return start({ dir, image }, () => undefined)
  fs.mkdirSync(dir, { recursive: true })
  const unlock = lockDirectory(dir)
  // What a killed process left behind.
  for (const name of fs.readdirSync(dir)) {
    if (name.startsWith(copyPrefix)) fs.rmSync(path.join(dir, name), { recursive: true, force: true })
  }
  const place = path.join(dir, 'pg')
  if (!fs.existsSync(place)) {
    const unborn = path.join(dir, 'pg.new')
    fs.rmSync(unborn, { recursive: true, force: true })
    const first = await start({ dir: unborn, image: null }, () => undefined)
    await first.close()
    fs.renameSync(unborn, place)
  }
  return start({ dir: place, image: null }, unlock)
}

function createWorker(workerData: EmbeddedPlace, bundled: string | null): Worker {
  return bundled === null
    ? startThread(new URL('./embedded-worker.ts', import.meta.url), workerData)
    : new Worker(bundled, { workerData })
}

async function startWorker(worker: Worker, place: EmbeddedPlace, release: () => void): Promise<Embedded> {
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  let last = 0
  let closing = false
  let lost: Error | null = null
  let onLost: (error: Error) => void = () => undefined

  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
  })
  const end = (error: Error) => {
    if (lost !== null) return
    lost = error
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
    if (!closing) onLost(error)
  }
  worker.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.resolve(answer)
    waiting.delete(answer.id)
  })
  worker.on('error', end)
  worker.on('exit', code => end(new Error(`The embedded database ended (${code})`)))

  const run: Embedded['run'] = async statements => {
    if (lost !== null) throw lost
    const id = (last += 1)
    const answer = await new Promise<Answer>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, statements } satisfies Ask)
    })
    if ('error' in answer) throw new DatabaseError(answer.error)
    return answer.results
  }
  return {
    run,
    onLost: listener => {
      onLost = listener
    },
    close: async () => {
      closing = true
      if (lost === null && place.dir !== null) await run([{ text: 'checkpoint', values: null }])
      await worker.terminate()
      release()
    },
  }
}
