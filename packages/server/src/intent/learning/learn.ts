import { startThread } from '../../thread.ts'
import type { Asked, Learning } from './learn-worker.ts'

/** Learns in a thread of its own, since it takes half a minute: the server goes on meanwhile. */
export function learnInThread(asked: Asked): Promise<Learning> {
  const thread = startThread(new URL('./learn-worker.ts', import.meta.url), asked)
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', code => reject(new Error(`Learning ended before it was done (${code})`)))
  })
}
