import type { Page } from '@playwright/test'
import pg from 'pg'
import { postMessage } from '../e2e/harness/meta.ts'
import { lower, type Measured, percentile } from './figures.ts'
import { type Ask, signIn } from './load.ts'
import type { Product } from './product.ts'
import { signedIn } from './signed-in.ts'

const answers = 40
const warmUps = 4
/** As many rows as a console caches that stays open for a long time. */
export const heldRows = 10_000

const question = (no: number) => `Question ${no} of the measurement`

/**
 * Answers one customer after the other with Ctrl Enter while the console caches 10,000 rows. Measures the time until the next
 * thread's message is on the screen. A reply is sent after the recogniser has checked it; the time from the key press includes
 * that call.
 */
export const next = (product: Product): Promise<readonly Measured[]> =>
  signedIn(product, async page => {
    await emptyQueue(product)
    const first = await waiting(product, answers + warmUps + 1)
    await page.goto('/conversations')
    await holdRows(page, Math.min(heldRows, product.conversations))
    // Use the router, as a click on a link does: a page load would drop the cached rows.
    await page.evaluate(path => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/conversations/${first}`)
    await page.getByRole('region', { name: 'Messages' }).getByText(question(0)).waitFor()
    const sent: number[] = []
    const pressed: number[] = []
    for (let no = 1; no <= answers + warmUps; no += 1) {
      const took = await answerAndGoOn(page, question(no))
      if (no > warmUps) {
        sent.push(took.sent)
        pressed.push(took.pressed)
      }
      // An agent reads before writing; meanwhile the console prefetches the thread after the next.
      await page.waitForTimeout(1_000)
    }
    return [
      lower('from the answer sent to the next thread painted, p50', percentile(sent, 0.5), 'ms'),
      lower('from the answer sent, p95', percentile(sent, 0.95), 'ms', { value: 100 }),
      lower('from Ctrl Enter, p50', percentile(pressed, 0.5), 'ms'),
      lower('from Ctrl Enter, p95', percentile(pressed, 0.95), 'ms'),
    ]
  })

/** Scrolls the list until it has this many rows, then back to its top. */
export async function holdRows(page: Page, rows: number): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Conversations' })
  await grid.locator('[role=row][data-index]').first().waitFor()
  for (let turn = 0; turn < 400; turn += 1) {
    if (Number(await grid.getAttribute('aria-rowcount')) > rows) {
      await grid.evaluate(element => element.scrollTo(0, 0))
      return
    }
    await grid.evaluate(element => element.scrollTo(0, element.scrollHeight))
    await page.waitForTimeout(100)
  }
  throw new Error(`The list does not come to hold ${rows} rows`)
}

/** Unassigns the demo conversations of the agent, so that the queue contains only the customers of this part. */
export async function emptyQueue(product: Product): Promise<void> {
  const { agentId } = await signIn(product)
  const client = new pg.Client({ connectionString: product.database })
  await client.connect()
  try {
    await client.query('update conversations set assignee_id = null where assignee_id = $1', [agentId])
  } finally {
    await client.end()
  }
}

/** Adds new customers who wait for the agent. Returns the id of the first one's conversation. */
async function waiting(product: Product, customers: number): Promise<string> {
  const { ask, agentId } = await signIn(product)
  const ids: string[] = []
  for (let no = 0; no < customers; no += 1) {
    const number = `25670${9_100_000 + no}`
    await postMessage(product, number, `wamid.next-${Date.now()}-${no}`, question(no))
    const id = await idOf(ask, number)
    ids.push(id)
    // An agent can assign more conversations to themselves than they can claim.
    await ask(`/assignments/conversation/${id}/assign`, 'POST', { agent_id: agentId })
  }
  return ids[0] ?? ''
}

/** The id of a customer's conversation, by the number. */
export async function idOf(ask: Ask, number: string): Promise<string> {
  const [row] = (await ask(`/messages/admin/conversations?search=${number}`)) as readonly { id: string }[]
  if (row === undefined) throw new Error(`The message of ${number} is not in the list`)
  return row.id
}

/** Milliseconds until the next thread is painted, by the page's clock: from the key press, and from the sending of the reply. */
async function answerAndGoOn(
  page: Page,
  following: string,
): Promise<{ readonly pressed: number; readonly sent: number }> {
  await page.getByRole('textbox', { name: 'Message' }).fill('We have it, thank you.')
  // No function here has a name: tsx would wrap a named one.
  const measured = await page.evaluateHandle(text => {
    performance.clearResourceTimings()
    const pressed = new Promise<number>(done =>
      addEventListener('keydown', event => event.key === 'Enter' && done(event.timeStamp), { capture: true }),
    )
    const painted = new Promise<number>(done => {
      new MutationObserver((_, seen) => {
        if (!document.querySelector('[role=region][aria-label=Messages]')?.textContent?.includes(text)) return
        seen.disconnect()
        // The text is painted when the second animation frame begins.
        requestAnimationFrame(() => requestAnimationFrame(done))
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    return { both: Promise.all([pressed, painted]) }
  }, following)
  await page.keyboard.press('Control+Enter')
  const { pressed, painted, checked } = await measured.evaluate(async ({ both }) => {
    const [press, paint] = await both
    const check = performance.getEntriesByType('resource').find(one => one.name.includes('/intent/execute/'))
    return {
      pressed: press,
      painted: paint,
      checked: (check as PerformanceResourceTiming | undefined)?.responseEnd,
    }
  })
  if (checked === undefined)
    throw new Error('The answer was sent without a check: from when it was sent is not known')
  return { pressed: painted - pressed, sent: painted - checked }
}
