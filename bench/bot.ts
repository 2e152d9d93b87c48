import { setTimeout as rest } from 'node:timers/promises'
import pg from 'pg'
import { postMessage } from '../e2e/harness/meta.ts'
import { type Parley, startParley } from '../e2e/harness/parley.ts'
import { Phone } from '../e2e/harness/phone.ts'
import { pieces, webhooksOf } from './ingest.ts'
import { type Figure, interleaved } from './rounds.ts'

/** What customers write first: each is answered by the bot, and none hands the conversation over. */
const texts = ['Good morning', 'menu', 'What is the Individual Pension Plan?', 'How do I pay my premium?']
const perSecond = 20
const seconds = 20
const goalMs = 300
const giveUpMs = 60_000

const numberOf = (block: number, customer: number) =>
  `2567${String(block).padStart(4, '0')}${String(customer).padStart(4, '0')}`
const textOf = (customer: number) => texts[customer % texts.length] ?? 'menu'

/** The first answer on a phone, and the simulator's time of it in ms since 1970. Ends with an error after a minute. */
async function firstAnswer(parley: Parley, number: string): Promise<number> {
  const phone = new Phone(parley.simulatorUrl, number)
  for (const until = Date.now() + giveUpMs; Date.now() < until; await rest(20)) {
    const [answer] = await phone.received()
    if (answer !== undefined) return new Date(answer.at).getTime()
  }
  throw new Error(`The bot has not answered ${number} within ${giveUpMs / 1000} s`)
}

/**
 * From a webhook's departure to the arrival of the bot's answer at WhatsApp, at 20 new customers a second: the 95th
 * percentile against what is promised.
 */
export async function botAnswers(parley: Parley): Promise<Figure> {
  const asked: { readonly number: string; readonly at: number }[] = []
  const posts: Promise<void>[] = []
  const started = Date.now()
  for (let customer = 0; customer < perSecond * seconds; customer += 1) {
    await rest(Math.max(0, started + (customer * 1000) / perSecond - Date.now()))
    const number = numberOf(7000, customer)
    asked.push({ number, at: Date.now() })
    posts.push(postMessage(parley, number, `wamid.bench-answer-${customer}`, textOf(customer)))
  }
  await Promise.all(posts)
  const took: number[] = []
  for (const { number, at } of asked) took.push((await firstAnswer(parley, number)) - at)
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  return {
    name: `the bot's answer at ${perSecond} new customers a second, 95 of 100 / what is promised`,
    measured: `${at(0.95)} ms (half ${at(0.5)}, longest ${at(1)})`,
    reference: `${goalMs} ms`,
    ratio: at(0.95) / goalMs,
    better: 'lower',
    goal: 1,
  }
}

/**
 * Webhooks a second where the bot answers, against the same where people do, each from customers who write for the first
 * time. What the bot still has to say after a round is waited for, so that it does not slow the other's.
 */
export async function botIngest(parley: Parley, databaseUrl: string): Promise<Figure> {
  const database = await anotherDatabase(databaseUrl)
  const without = await startParley({ database, env: { DEMO_CONVERSATIONS: '60', LOG_LEVEL: 'error' } })
  try {
    const written = (round: number, piece: number) => ({ from: numberOf(round, piece), text: textOf(piece) })
    const withBot = webhooksOf(parley, written)
    let round = 0
    const answered = async () => {
      const measured = await withBot()
      round += 1
      for (let piece = 0; piece < pieces; piece += 1) await firstAnswer(parley, numberOf(round, piece))
      return measured
    }
    const rounds = await interleaved(5, answered, webhooksOf(without, written))
    return {
      name: 'webhook ingest with the bot / without it',
      measured: `${rounds.measured.toFixed(0)} webhooks/s`,
      reference: `${rounds.reference.toFixed(0)} webhooks/s`,
      ratio: rounds.ratio,
      better: 'higher',
      goal: 0.6,
    }
  } finally {
    await without.stop()
  }
}

/** An empty database beside this one. */
async function anotherDatabase(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('create database bench_without_bot')
  } finally {
    await client.end()
  }
  const url = new URL(databaseUrl)
  url.pathname = '/bench_without_bot'
  return url.href
}
