import { postMessage } from '../e2e/harness/meta.ts'
import { lower, type Measured, percentile } from './figures.ts'
import { type Ask, signIn, timed } from './load.ts'
import { firstConversation, wordAt } from './messages.ts'
import type { Product } from './product.ts'

const searchRounds = 40
const callRounds = 150
const warmUps = 4
const atOnce = 10
const started = Date.now()
const monthsAgo = (n: number) => new Date(started - n * 30 * 86_400_000).toISOString()

/** The query of each kind of search; `round` makes each round's query different. */
const searches: Readonly<Record<string, (round: number) => Readonly<Record<string, string>>>> = {
  'two common words': () => ({ q: 'payment pending' }),
  'one common word': () => ({ q: 'payment' }),
  'a rare word': round => ({ q: wordAt(0.9, round) }),
  'a common and a rare word': round => ({ q: `payment ${wordAt(0.5, round)}` }),
  'two words that are neither': round => ({ q: `${wordAt(0.02, round)} ${wordAt(0.03, round)}` }),
  'a policy number': round => ({ q: `LF${100_000 + round * 7919}` }),
  'a part of a policy number': round => ({ q: String(10_000 + round * 791) }),
  'a part of a common word': () => ({ q: 'ayment' }),
  'a quoted phrase': () => ({ q: '"payment pending"' }),
  'a phone number': round => ({ q: `0700${String(round * 2377).padStart(6, '0')}` }),
  'a common word of one month': () => ({ q: 'payment', from: monthsAgo(7), to: monthsAgo(6) }),
  'a common word of one status': () => ({ q: 'premium', status: 'DORMANT' }),
  'a word that no message has': round => ({ q: `zzz${round}` }),
  'the first three of each kind': round => ({ q: wordAt(0.1, round), limit: '3' }),
}

/** Searches over ten million messages, and the slowdown of other calls while ten searches run. */
export async function search(product: Product): Promise<readonly Measured[]> {
  const { ask } = await signIn(product)
  const kinds = Object.entries(searches).map(
    ([name, query]) =>
      [name, (round: number) => ask(`/search?${new URLSearchParams(query(round)).toString()}`)] as const,
  )
  const measured: Measured[] = []
  const all: number[] = []
  for (const [name, find] of kinds) {
    const times = await timesOf(find, searchRounds)
    all.push(...times)
    measured.push(lower(`${name}, p95`, percentile(times, 0.95), 'ms'))
  }
  measured.push(
    lower('all searches, p50', percentile(all, 0.5), 'ms'),
    lower('all searches, p95', percentile(all, 0.95), 'ms', { value: 300 }),
  )
  for (const [name, call] of Object.entries(othersOf(product, ask))) {
    const alone = await timesOf(call, callRounds)
    let isOver = false
    const searchOn = async (first: number) => {
      for (let round = first; !isOver; round += 1) await kinds[round % kinds.length]?.[1](round)
    }
    const callThenEnd = async () => {
      try {
        return await timesOf(call, callRounds)
      } finally {
        isOver = true
      }
    }
    const [along] = await Promise.all([
      callThenEnd(),
      ...Array.from({ length: atOnce }, (_, one) => searchOn(one)),
    ])
    measured.push(
      lower(`${name} alone, p95`, percentile(alone, 0.95), 'ms'),
      lower(
        `${name} while ${atOnce} searches run / alone, p95`,
        percentile(along, 0.95) / percentile(alone, 0.95),
        'times',
        { value: 1.2 },
      ),
    )
  }
  return measured
}

const othersOf = (product: Product, ask: Ask) => ({
  list: () => ask('/messages/admin/conversations?limit=100'),
  thread: (round: number) =>
    ask(`/messages/admin/conversation/${firstConversation + round}/history?limit=100`),
  webhook: (round: number) =>
    postMessage(
      product,
      String(256_700_000_000 + round),
      `wamid.search-${Date.now()}-${round}`,
      'Still pending',
    ),
})

async function timesOf(
  call: (round: number) => Promise<unknown>,
  rounds: number,
): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds + warmUps; round += 1) {
    const taken = await timed(() => call(round))
    if (round >= warmUps) times.push(taken)
  }
  return times
}
