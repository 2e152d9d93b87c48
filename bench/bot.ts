import { setTimeout as sleep } from 'node:timers/promises'
import { postMessage } from '../e2e/harness/meta.ts'
import { Phone } from '../e2e/harness/phone.ts'
import { lower, type Measured, percentile } from './figures.ts'
import type { Product } from './product.ts'

/** First texts of customers. The bot answers each and hands none over. */
const texts = ['Good morning', 'menu', 'What is the Individual Pension Plan?', 'How do I pay my premium?']
const perSecond = 20
const seconds = 20
const giveUpMs = 60_000
const run = Date.now()

/** From the post of a webhook to the arrival of the bot's reply at WhatsApp, at 20 new customers a second. */
export async function botAnswers(product: Product, round: number): Promise<readonly Measured[]> {
  const asked: { readonly number: string; readonly at: number }[] = []
  const posts: Promise<void>[] = []
  const started = Date.now()
  for (let no = 0; no < perSecond * seconds; no += 1) {
    await sleep(Math.max(0, started + (no * 1000) / perSecond - Date.now()))
    const number = `2567${String(7000 + round)}${String(no).padStart(4, '0')}`
    asked.push({ number, at: Date.now() })
    posts.push(
      postMessage(product, number, `wamid.bench-bot-${run}-${round}-${no}`, texts[no % texts.length] ?? ''),
    )
  }
  await Promise.all(posts)
  const times: number[] = []
  for (const { number, at } of asked) times.push((await firstAnswer(product, number)) - at)
  return [
    lower('p50', percentile(times, 0.5), 'ms'),
    lower('p95', percentile(times, 0.95), 'ms', { value: 300 }),
  ]
}

/** The time of the first reply on a phone, by the simulator, in milliseconds since 1970. */
async function firstAnswer(product: Product, number: string): Promise<number> {
  const phone = new Phone(product.simulatorUrl, number)
  for (const until = Date.now() + giveUpMs; Date.now() < until; await sleep(20)) {
    const [answer] = await phone.received()
    if (answer !== undefined) return new Date(answer.at).getTime()
  }
  throw new Error(`The bot has not answered ${number} within ${giveUpMs / 1000} s`)
}
