import { api, basePath, type Call } from '@parley/core/calls'
import { drawFor } from '@parley/demo/random'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSamples, type Samples } from '../models/samples.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { textWebhook } from '../models/webhooks.ts'
import { type Asking, wireOf } from './asking.ts'
import { Cast } from './cast.ts'
import { sendBytes, sendFrames } from './hostile-frames.ts'
import { hostileWebhook } from './hostile-webhooks.ts'
import { Pools } from './pools.ts'
import { requestTo } from './requests.ts'
import { errorLog, extentOf, heldMegabytes, watchProcess, wrongWith } from './run.ts'
import { smaller } from './smaller.ts'

const extent = extentOf(process.env)
const { seed } = extent
const calls = Object.entries(api) as [keyof typeof api, Call][]
const plenty = 1_000_000_000
const atOnce = 8
/** The number of requests after which all accounts are replaced. */
const act = 4_000
/** The number of requests after which the settings are reset. */
const scene = 100
/** Below this many requests, memory that each call keeps once outweighs a leak per request. */
const fewest = 5_000
const mostGrowth = 1.2
const hours = 3_600_000

let at: TestServer
let samples: Samples
let cast: Cast
const pools = new Pools()
const errors = errorLog()
const failures = new Map<string, string>()

beforeAll(async () => {
  const much = { burst: plenty, perSecond: plenty }
  at = await startTestServer(
    {
      budgets: { send: much, search: much, upload: much, export: much },
      limits: { signIn: plenty, address: plenty, renewal: plenty, reset: plenty, register: plenty },
    },
    errors.log,
  )
  samples = await makeSamples(at)
  for (let n = 0; n < 60; n += 1) {
    const from = `25670000${String(n).padStart(4, '0')}`
    expect(await at.webhook(textWebhook(from, `wamid.begin-${n}`, 'Hello'))).toBe(200)
  }
  cast = await Cast.of(at)
})
afterAll(() => at.close())

/** Records one failure of each kind, with the data to reproduce it. */
const fail = (kind: string, turn: number, told: unknown) => {
  if (!failures.has(kind))
    failures.set(kind, `${kind}\n  --seed ${seed}, turn ${turn}: ${JSON.stringify(told).slice(0, 3_000)}`)
}

const send = (asking: Asking) => at.server.app.inject(wireOf(asking))

/** The smallest request that fails in the same way; the request itself if it does not fail again. */
async function smallest(asking: Asking, status: number): Promise<Asking> {
  let least = asking
  let tries = 200
  const again = async () => {
    for (const less of smaller(least)) {
      tries -= 1
      if (tries < 0) return false
      if ((await send(less)).statusCode !== status) continue
      least = less
      return true
    }
    return false
  }
  while (await again());
  return least
}

async function ask(turn: number, asking: Asking): Promise<() => Promise<void>> {
  const answer = await send(asking)
  const { statusCode, headers, body } = answer
  const wrong = wrongWith(answer)
  const path = api[asking.name as keyof typeof api].path
  return async () => {
    if (wrong !== null) {
      const reference = /reference (\S+?)"/.exec(body)?.[1]
      const least = await smallest(asking, statusCode)
      const { authorization: _, ...shown } = least.headers
      const logged = reference === undefined ? '' : errors.of(reference)
      fail(`${asking.name}: ${wrong.replace(/reference \S+/, '')}`, turn, {
        ...wireOf(least),
        headers: shown,
        logged,
      })
    }
    if (statusCode === 401) await cast.replace(asking.headers['authorization'])
    if (
      statusCode < 300 &&
      String(headers['content-type']).startsWith('application/json') &&
      body.length < 100_000
    )
      pools.harvest(path, JSON.parse(body))
  }
}

const kinds = { requests: 0, webhooks: 0, frames: 0 }

/** Makes a group of requests from the known values before sending them together, so that a seed repeats the same requests. */
async function makeRequests(from: number, to: number): Promise<void> {
  for (let turn = from; turn < to; turn += atOnce) {
    if (turn % act < atOnce && turn > from) await cast.renew()
    if (turn % scene < atOnce) await cast.open()
    at.clock.advance(0.05)
    const group = Array.from({ length: Math.min(atOnce, to - turn) }, (_, n) => {
      const draw = drawFor(seed, turn + n)
      // Every call in turn: chance alone would leave some out.
      const call = calls[(turn + n) % calls.length] ?? draw.pick(calls)
      return requestTo(call, samples.of(call[0]), { draw, pools, headers: cast.headers(draw) })
    })
    const settled = await Promise.all(group.map((asking, n) => ask(turn + n, asking)))
    for (const settle of settled) await settle()
    kinds.requests += group.length
  }
}

async function postWebhooks(from: number, to: number): Promise<void> {
  for (let turn = from; turn < to; turn += atOnce) {
    const group = Array.from({ length: Math.min(atOnce, to - turn) }, (_, n) =>
      hostileWebhook(drawFor(seed + 1, turn + n)),
    )
    const answers = await Promise.all(
      group.map(({ payload, headers }) =>
        at.server.app.inject({
          method: 'POST',
          url: `${basePath}/channels/whatsapp/webhook`,
          headers,
          payload,
        }),
      ),
    )
    for (const [n, answer] of answers.entries()) {
      const wrong = wrongWith(answer)
      const reference = /reference (\S+?)"/.exec(answer.body)?.[1]
      if (wrong === null) continue
      const logged = reference === undefined ? '' : errors.of(reference)
      fail(`webhook: ${wrong.replace(/reference \S+/, '')}`, turn + n, {
        payload: String(group[n]?.payload).slice(0, 2_000),
        logged,
      })
    }
    kinds.webhooks += group.length
  }
}

async function makeFrames(from: number, to: number): Promise<void> {
  await cast.mend()
  const { clients } = cast
  let turn = from
  const worker = async (agent: (typeof clients)[number]) => {
    while (turn < to) {
      turn += 1
      const own = turn
      const draw = drawFor(seed + 2, own)
      if (draw.chance(0.2)) {
        const wrong = await sendBytes(at.url, agent, draw)
        if (wrong !== null) fail(`upgrade: ${wrong}`, own, null)
        kinds.frames += 1
        continue
      }
      const { sent, wrong } = await sendFrames(at.url, agent, draw)
      kinds.frames += sent
      turn += Math.max(0, sent - 1)
      if (wrong !== null) fail(`socket: ${wrong}`, own, null)
    }
  }
  await Promise.all(clients.map(worker))
}

async function part(from: number, to: number): Promise<void> {
  const share = (all: number) => [Math.floor(all * from), Math.floor(all * to)] as const
  await makeRequests(...share(extent.requests))
  await postWebhooks(...share(extent.webhooks))
  await makeFrames(...share(extent.frames))
}

test(
  'whatever is sent, the server refuses in words, fails at nothing and keeps nothing of it',
  async () => {
    const watched = watchProcess()
    const started = performance.now()
    await part(0, 0.1)
    const before = heldMegabytes()
    for (let done = 1; done < 10; done += 1) await part(done / 10, (done + 1) / 10)
    const after = heldMegabytes()
    watched.stop()
    for (const error of watched.seen) fail('the process', 0, error)
    const { requests, webhooks, frames } = kinds
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    console.log(
      `seed ${seed}: ${requests} requests, ${webhooks} webhooks, ${frames} frames in ${seconds} s; ${failures.size} kinds of failure; ` +
        `${before.toFixed(1)} MB held after the first tenth, ${after.toFixed(1)} MB at the end (${(after / before).toFixed(2)})`,
    )
    expect([...failures.values()].join('\n\n')).toBe('')
    if (extent.requests >= fewest) expect(after / before).toBeLessThan(mostGrowth)
  },
  12 * hours,
)
