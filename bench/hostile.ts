import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiSignIn } from '../e2e/harness/meta.ts'
import type { Parley } from '../e2e/harness/parley.ts'
import { accounts } from '../e2e/harness/sign-in.ts'
import { type Figure, median } from './rounds.ts'

/** What one agent, or somebody without an account, does meanwhile; bench/attacker.mjs does it. */
const attacks = {
  pings: '20,000 pings over one socket',
  sockets: '300 sockets of one agent',
  'slow-posts': '400 posts of a byte a second',
  'big-posts': '100 posts of 4 MB without a signature',
  pictures: 'four pictures of 100 megapixels',
} as const

const rounds = 3
const quietMs = 4_000
const attackMs = 10_000
/** Until an attack is in full swing, and until nothing of it is left. */
const swingMs = 1_500
const calmMs = 2_000

/**
 * The calls of another agent, the list and a thread in turn, while one attack after the other goes on: the 95th percentile
 * of how long they take against the same right before, without an attack.
 */
export async function hostile(parley: Parley): Promise<readonly Figure[]> {
  const attacker = await apiSignIn(parley)
  const { token } = await apiSignIn(parley, accounts.brian)
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${parley.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`Another agent's call was answered with ${answer.status}`)
    return answer.json()
  }
  const list = '/messages/admin/conversations?limit=100'
  const [first] = (await ask(list)) as { id: string }[]
  if (first === undefined) throw new Error('The workspace has no conversation')
  const thread = `/messages/admin/conversation/${first.id}/history?limit=100`

  const p95 = async (lastsMs: number): Promise<number> => {
    const taken: number[] = []
    for (const end = performance.now() + lastsMs; performance.now() < end; ) {
      for (const path of [list, thread]) {
        const started = performance.now()
        await ask(path)
        taken.push(performance.now() - started)
      }
    }
    return taken.toSorted((a, b) => a - b)[Math.ceil(taken.length * 0.95) - 1] ?? Number.NaN
  }

  const under = async (attack: keyof typeof attacks): Promise<Figure> => {
    const counts: number[] = []
    const pairs: { quiet: number; attacked: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const quiet = await p95(quietMs)
      const child = fork(new URL('./attacker.mjs', import.meta.url), {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      let done = 0
      child.on('message', count => {
        done = Number(count)
      })
      child.send({ attack, url: parley.url, ...attacker })
      await sleep(swingMs)
      pairs.push({ quiet, attacked: await p95(attackMs) })
      if (child.exitCode !== null || child.signalCode !== null || done === 0)
        throw new Error(`There was no attack by ${attacks[attack]}`)
      counts.push(done)
      child.kill()
      await sleep(calmMs)
    }
    return {
      name: `another agent’s calls during ${attacks[attack]} (${median(counts)} in a round), 95th percentile / quiet`,
      measured: `${median(pairs.map(pair => pair.attacked)).toFixed(1)} ms`,
      reference: `${median(pairs.map(pair => pair.quiet)).toFixed(1)} ms`,
      ratio: median(pairs.map(pair => pair.attacked / pair.quiet)),
      better: 'lower',
      goal: 3,
    }
  }

  const figures: Figure[] = []
  await p95(quietMs)
  for (const attack of Object.keys(attacks) as (keyof typeof attacks)[]) figures.push(await under(attack))
  return figures
}
