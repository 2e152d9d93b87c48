import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A bare server in a process of its own, as the product is; `payload` is what it serves. */
export async function startReference(
  file: 'bare-http' | 'bare-echo',
  payload = '',
): Promise<{ readonly port: number; readonly stop: () => void }> {
  const child: ChildProcess = fork(new URL(`./${file}.mjs`, import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send(payload)
  const [port] = (await once(child, 'message')) as [number]
  return { port, stop: () => child.kill() }
}
