import type { Page } from '@playwright/test'

/**
 * How long the main thread of a page works, in milliseconds of processor time: what else the machine does is not in it.
 * Script, style, layout and painting together.
 */
export async function mainThread(page: Page): Promise<(work: () => Promise<void>) => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busyMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const busy = metrics.find(({ name }) => name === 'TaskDuration')
    if (busy === undefined) throw new Error('The browser does not say how long its tasks took')
    return busy.value * 1000
  }
  return async work => {
    const before = await busyMs()
    await work()
    return (await busyMs()) - before
  }
}
