import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

export interface Reference {
  /** Where it listens; 0 for one that does not. */
  readonly port: number
  /** For one that measures itself. */
  readonly ask: (question: number) => Promise<number>
  readonly stop: () => void
}

/** A bare server in a process of its own, as the product is; `payload` is what it serves. */
export async function startReference(
  file: 'bare-http' | 'bare-echo' | 'bare-embedded',
  payload = '',
): Promise<Reference> {
  const child: ChildProcess = fork(new URL(`./${file}.mjs`, import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send(payload)
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    ask: async question => {
      child.send(question)
      const [answer] = (await once(child, 'message')) as [number]
      return answer
    },
    stop: () => child.kill(),
  }
}
