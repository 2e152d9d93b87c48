import { gzipSync } from 'node:zlib'
import type { CDPSession, Page } from '@playwright/test'
import { lower, type Measured, percentile } from './figures.ts'
import { heldRows, holdRows } from './next.ts'
import { type Product, type Server, startReference } from './product.ts'
import { inBrowser, signInByForm } from './signed-in.ts'

/** A mobile connection and a cheap computer. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const processorRate = 4
/** What the page fetches within this time counts as its first load. */
const firstLoadMs = 5_000
/** The page moves nothing any more once it has stood for this long on a slow line. */
const settledMs = 5_000
const keys = 60

const signInButton = 'form button[type=submit]:not(:disabled)'
const firstRow = '[role=row][data-index]'
const throttled = 'on a slow line'
const signInName = `sign-in usable ${throttled}, empty cache`

/** How long a person waits for the console on a slow line and a slow processor, and for each key afterwards. */
export async function page(product: Product): Promise<readonly Measured[]> {
  const signIn = await inBrowser(product.url, form =>
    onSlowLine(form, () => shownAfter(form, '/login', signInButton)),
  )
  const rest = await inBrowser(product.url, async console => {
    await signInByForm(console)
    const session = await console.context().newCDPSession(console)
    const kb = await firstLoadKb(console, session)
    const list = await onSlowLine(console, async () => {
      await session.send('Network.clearBrowserCache')
      const cold = await shownAfter(console, '/conversations', firstRow)
      await console.waitForTimeout(settledMs)
      const shift = await layoutShift(console)
      return { cold, shift, warm: await shownAfter(console, '/conversations', firstRow) }
    })
    await holdRows(console, Math.min(heldRows, product.conversations))
    return { ...list, kb, interactions: await interactionsOf(console) }
  })
  return [
    lower(signInName, signIn, 'ms', { value: 3_000 }),
    lower(`list with rows ${throttled}, empty cache`, rest.cold, 'ms', { value: 4_000 }),
    lower(`list with rows ${throttled}, full cache`, rest.warm, 'ms', { value: 1_500 }),
    lower('layout shift of the list', rest.shift, '', { value: 0.02 }),
    lower('scripts and styles of the list in 5 s, gzip', rest.kb, 'KB', { value: 300 }),
    lower('interaction to next paint with 10,000 rows, p95', percentile(rest.interactions, 0.95), 'ms', {
      value: 100,
    }),
  ]
}

/** Starts an empty React page with one button. */
export const startEmptyPage = (): Promise<Server> => startReference('empty-page.mjs')

/** How long a person waits for its button on the same line. */
export const emptyPage = async (server: Server): Promise<readonly Measured[]> => [
  lower(
    signInName,
    await inBrowser(server.url, empty => onSlowLine(empty, () => shownAfter(empty, '/', 'button'))),
    'ms',
  ),
]

async function onSlowLine<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorRate })
  try {
    return await measure()
  } finally {
    await session.detach()
  }
}

/**
 * Notes when the element is painted, which is when the second animation frame begins, and how much the layout shifts. This is
 * text, since tsx wraps functions that have a name.
 */
const watch = (selector: string) => `
  requestAnimationFrame(function look() {
    if (document.querySelector(${JSON.stringify(selector)}) === null) requestAnimationFrame(look)
    else requestAnimationFrame(() => requestAnimationFrame(time => (window.shownAfter = time)))
  })
  window.layoutShift = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

const layoutShift = (page: Page) => page.evaluate<number>('window.layoutShift')

/** Milliseconds from the navigation until the element is painted, by the page's clock. */
async function shownAfter(page: Page, address: string, selector: string): Promise<number> {
  const script = await page.addInitScript({ content: watch(selector) })
  await page.goto(address)
  const shown = await page.waitForFunction(() => Reflect.get(window, 'shownAfter'), undefined, {
    timeout: 60_000,
  })
  await script.dispose()
  return Number(await shown.jsonValue())
}

/** What the list fetches in its first seconds on a fast line, where all of it arrives. */
async function firstLoadKb(page: Page, session: CDPSession): Promise<number> {
  await page.goto('about:blank')
  await session.send('Network.clearBrowserCache')
  const bodies: Promise<Buffer>[] = []
  page.on('response', response => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) bodies.push(response.body())
  })
  await page.goto('/conversations')
  await page.waitForTimeout(firstLoadMs)
  page.removeAllListeners('response')
  return (await Promise.all(bodies)).reduce(
    (sum, body) => sum + gzipSync(body, { level: 9 }).length / 1024,
    0,
  )
}

/** The duration of each key and click until the next paint, in milliseconds, while the console caches many rows. */
async function interactionsOf(page: Page): Promise<readonly number[]> {
  await page.evaluate(`
    window.interactions = new Map()
    new PerformanceObserver(list => {
      for (const { interactionId: id, duration } of list.getEntries())
        if (id > 0) window.interactions.set(id, Math.max(duration, window.interactions.get(id) ?? 0))
    }).observe({ type: 'event', durationThreshold: 16 })`)
  await page.locator(firstRow).first().click({ trial: true })
  await page.getByRole('grid', { name: 'Conversations' }).focus()
  for (let no = 0; no < keys; no += 1) await page.keyboard.press('ArrowDown')
  const tabs = page.getByRole('tab')
  for (let no = 0; no < (await tabs.count()); no += 1) await tabs.nth(no).click()
  const search = page.getByRole('searchbox').first()
  await search.pressSequentially('namubiru', { delay: 50 })
  await search.fill('')
  const longest = await page.evaluate<number[]>('[...window.interactions.values()]')
  // Interactions below the threshold of 16 ms have no entry.
  const counted = keys + (await tabs.count()) + 'namubiru'.length
  return [...longest, ...Array.from({ length: Math.max(0, counted - longest.length) }, () => 16)]
}
