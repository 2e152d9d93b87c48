import { setTimeout as sleep } from 'node:timers/promises'
import { lower, type Measured } from './figures.ts'
import { memoryMb, type Product, processorMs } from './product.ts'

/**
 * A first start of the same checkout, including seeding, then a restart on the same database.
 * @param database new; empty for the embedded PostgreSQL
 */
export async function starts({ startAnother }: Product, database: string): Promise<readonly Measured[]> {
  const product = await startAnother(database)
  try {
    const restarted = await product.restart()
    return [
      lower('ready after a first start', product.readyMs / 1000, 's', { value: 6 }),
      lower('ready after a restart', restarted / 1000, 's', { value: 2 }),
    ]
  } finally {
    await product.stop()
  }
}

/** A server is idle this long after its start. */
const settleMs = 15_000
const restMs = 20_000

/** Memory and processor share of an idle server process. */
export async function rest(product: Product): Promise<readonly Measured[]> {
  await sleep(settleMs)
  const before = processorMs(product.pid())
  await sleep(restMs)
  const share = (processorMs(product.pid()) - before) / restMs
  return [
    lower('memory of the server', memoryMb(product.pid()), 'MB', { value: 250 }),
    lower('processor share of the server', share * 100, '% of a core', { value: 2 }),
  ]
}
