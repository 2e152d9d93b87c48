import type { Page } from '@playwright/test'
import type { Parley } from '../e2e/harness/parley.ts'
import { type Figure, interleaved } from './rounds.ts'
import { signedIn } from './signed-in.ts'

const scrollForMs = 3_000
const wheelPx = 900
const mostRows = 60

/** Runs in the page; written as text, since the loader's marks on compiled functions are unknown there. */
const recordFrames = `new Promise(resolve => {
  const times = []
  const started = performance.now()
  let last = started
  const tick = now => {
    times.push(now - last)
    last = now
    if (now - started < ${scrollForMs}) requestAnimationFrame(tick)
    else resolve(times)
  }
  requestAnimationFrame(tick)
})`

/** The 95th percentile of frame times while a wheel turns without pause. */
async function frameP95(page: Page): Promise<number> {
  await page.mouse.move(600, 400)
  const frames = page.evaluate<number[]>(recordFrames)
  const until = Date.now() + scrollForMs
  for (let turn = 0; Date.now() < until; turn += 1) {
    await page.mouse.wheel(0, turn % 40 < 30 ? wheelPx : -wheelPx)
  }
  const sorted = (await frames).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}

/** Scrolling the list of a workspace with 50,000 conversations, against an empty page in the same browser. */
export const frames = (parley: Parley): Promise<Figure> =>
  signedIn(parley, async (page, context) => {
    await page.goto('/conversations')
    const rows = page.locator('[role=row][data-index]')
    await rows.first().waitFor()
    const empty = await context.newPage()
    let most = 0
    const { measured, reference, ratio } = await interleaved(
      5,
      async () => {
        await page.bringToFront()
        const p95 = await frameP95(page)
        most = Math.max(most, await rows.count())
        return p95
      },
      async () => {
        await empty.bringToFront()
        return frameP95(empty)
      },
    )
    if (most > mostRows) throw new Error(`The list keeps ${most} rows in the page, more than ${mostRows}`)
    return {
      name: `p95 frame, scrolling 50,000 conversations (at most ${most} rows in the page) / empty page`,
      measured: `${measured.toFixed(1)} ms`,
      reference: `${reference.toFixed(1)} ms`,
      ratio,
      better: 'lower',
      goal: 2,
    }
  })
