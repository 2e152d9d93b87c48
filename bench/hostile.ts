import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { accounts } from '../e2e/harness/sessions.ts'
import { lower, type Measured, percentile } from './figures.ts'
import { signIn, timed } from './load.ts'
import { memoryMb, type Product } from './product.ts'

/** By their names in bench/attacker.ts. */
const attacks = {
  pings: '20,000 pings over one socket',
  sockets: '300 sockets of one agent',
  'slow-posts': '400 posts of a byte a second',
  'big-posts': '100 posts of 4 MB without a signature',
  'unfinished-webhooks': '1,000 unfinished webhooks of 4 MB with a forged signature',
  'unfinished-uploads': '1,000 unfinished uploads of 4 MB without a token',
  idle: '4,000 idle connections',
  pictures: 'four pictures of 100 megapixels',
} as const

const quietMs = 4_000
const attackMs = 10_000
/** The server must close the connections of these attacks within `goneMs`. They are watched a little longer. */
const unfinished: ReadonlySet<string> = new Set(['unfinished-webhooks', 'unfinished-uploads'])
const goneMs = 15_000
const unfinishedMs = 17_000
/** The time until an attack runs at full speed, and the time until its effects are over. */
const swingMs = 1_500
const calmMs = 2_000

/** The slowdown of one agent's calls while another agent, or a stranger, attacks. */
export async function hostile(product: Product): Promise<readonly Measured[]> {
  const { token, agentId } = await signIn(product)
  const { ask } = await signIn(product, accounts.brian)
  const list = '/messages/admin/conversations?limit=100'
  const [first] = (await ask(list)) as { id: string }[]
  if (first === undefined) throw new Error('The workspace has no conversation')
  const thread = `/messages/admin/conversation/${first.id}/history?limit=100`
  const p95 = async (lastsMs: number): Promise<number> => {
    const times: number[] = []
    for (const end = performance.now() + lastsMs; performance.now() < end; ) {
      for (const path of [list, thread]) times.push(await timed(() => ask(path)))
    }
    return percentile(times, 0.95)
  }

  const measured: Measured[] = []
  await p95(quietMs)
  for (const [attack, words] of Object.entries(attacks)) {
    const quiet = await p95(quietMs)
    const child = fork(new URL('./attacker.ts', import.meta.url), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    let told = { done: 0, longestMs: 0 }
    child.on('message', message => {
      told = message as typeof told
    })
    const before = memoryMb(product.pid())
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, memoryMb(product.pid()))
    }, 100)
    try {
      child.send({ attack, url: product.url, token, agentId })
      await sleep(swingMs)
      const attacked = await p95(unfinished.has(attack) ? unfinishedMs : attackMs)
      if (child.exitCode !== null || child.signalCode !== null || told.done === 0)
        throw new Error(`There was no attack by ${words}`)
      measured.push(
        lower(`quiet p95 before ${words}`, quiet, 'ms'),
        lower(`p95 during ${words} / quiet`, attacked / quiet, 'times', { value: 3 }),
        lower(
          `memory gained during ${words}`,
          most - before,
          'MB',
          unfinished.has(attack) ? { value: 100 } : {},
        ),
      )
      if (unfinished.has(attack))
        measured.push(lower(`longest connection of ${words}`, told.longestMs, 'ms', { value: goneMs }))
    } finally {
      clearInterval(watch)
      child.kill()
    }
    await sleep(calmMs)
  }
  return measured
}
