import autocannon from 'autocannon'
import { apiSignIn } from '../e2e/harness/meta.ts'
import type { Parley } from '../e2e/harness/parley.ts'
import { startReference } from './reference/process.ts'
import { type Figure, interleaved } from './rounds.ts'

const perRound = { connections: 4, duration: 2 }

/** Answers a second of the list's first 500 rows, against the same JSON from bare node:http. */
export async function list(parley: Parley): Promise<Figure> {
  const { token } = await apiSignIn(parley)
  const url = `${parley.url}/api/v1/messages/admin/conversations?limit=500`
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(url, { headers })
  const text = await answer.text()
  const total = Number(answer.headers.get('parley-total'))
  if ((JSON.parse(text) as unknown[]).length !== 500 || total < 20_000) {
    throw new Error(`Expected 500 rows out of 20,000, got ${total} in all`)
  }
  const bare = await startReference('bare-http', text)
  const load = async (options: autocannon.Options) => {
    const result = await autocannon({ ...perRound, ...options })
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were refused`)
    return result.requests.average
  }
  const { measured, reference, ratio } = await interleaved(
    5,
    () => load({ url, headers }),
    () => load({ url: `http://127.0.0.1:${bare.port}/` }),
  )
  bare.stop()
  return {
    name: `list of 500 of ${total} (${Math.round(text.length / 1024)} KB) / same JSON from node:http`,
    measured: `${measured.toFixed(0)} answers/s`,
    reference: `${reference.toFixed(0)} answers/s`,
    ratio,
    better: 'higher',
    goal: 0.25,
  }
}
