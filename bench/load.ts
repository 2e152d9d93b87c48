import { apiSignIn } from '../e2e/harness/meta.ts'
import type { Product } from './product.ts'

/** The duration of the work in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Works on all pieces, with a limit on how many run at once. Returns the time of each piece and of all. */
export async function load<Piece>(
  pieces: readonly Piece[],
  atOnce: number,
  work: (piece: Piece) => Promise<unknown>,
): Promise<{ readonly times: readonly number[]; readonly totalMs: number }> {
  const times: number[] = []
  // All workers take from one iterator.
  const left = pieces.values()
  const worker = async () => {
    for (const piece of left) times.push(await timed(() => work(piece)))
  }
  const totalMs = await timed(() => Promise.all(Array.from({ length: atOnce }, worker)))
  return { times, totalMs }
}

/** A call below /api/v1: GET, unless `method` is given. Returns the JSON of the response. @throws Error unless it succeeds */
export type Ask = (path: string, method?: string, body?: object) => Promise<unknown>

/** Signs in, by default as the demo's agent. */
export async function signIn(
  product: Product,
  account?: Parameters<typeof apiSignIn>[1],
): Promise<{ readonly ask: Ask; readonly token: string; readonly agentId: string }> {
  const session = await apiSignIn(product, account)
  const headers = { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' }
  const ask: Ask = async (path, method = 'GET', body) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${product.url}/api/v1${path}`, init)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return { ...session, ask }
}
