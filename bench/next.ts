import type { Page } from '@playwright/test'
import pg from 'pg'
import { apiSignIn, postMessage } from '../e2e/harness/meta.ts'
import type { Parley } from '../e2e/harness/parley.ts'
import { heldRows, holdRows } from './held-rows.ts'
import { type Figure, median } from './rounds.ts'
import { signedIn } from './signed-in.ts'

const answers = 40
const warmUps = 4
const goalMs = 100

const question = (no: number) => `Question ${no} of the measurement`

/**
 * Answers one customer after the other by Ctrl Enter while the console holds 10,000 rows: how long from the answer sent
 * until the next thread's message is on the screen, the 95th of a hundred. An answer is sent once its check by the
 * recogniser has come back; from the press, that way to the server is in it too.
 */
export const next = (parley: Parley, databaseUrl: string): Promise<Figure> =>
  signedIn(parley, async page => {
    await emptyQueue(parley, databaseUrl)
    const first = await waiting(parley, answers + warmUps + 1)
    await page.goto('/conversations')
    await holdRows(page)
    // By the router, as a press on a link would: a load would forget the rows.
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
      // What is fetched ahead for the one after the next has come, as it has for who reads before they write.
      await page.waitForTimeout(1_000)
    }
    return {
      name: `p95 from the answer sent to the next thread painted, ${heldRows.toLocaleString('en')} rows held`,
      measured: `${inMs(sent)}; from Ctrl Enter ${inMs(pressed)}`,
      reference: `${goalMs} ms`,
      ratio: p95(sent) / goalMs,
      better: 'lower',
      goal: 1,
    }
  })

const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN

const inMs = (times: readonly number[]): string =>
  `${p95(times).toFixed(0)} ms (p50 ${median(times).toFixed(0)})`

/** What the demo gave the agent is nobody's: their queue has those alone who are about to write, in this order. */
async function emptyQueue(parley: Parley, databaseUrl: string): Promise<void> {
  const { agentId } = await apiSignIn(parley)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('update conversations set assignee_id = null where assignee_id = $1', [agentId])
  } finally {
    await client.end()
  }
}

/** So many new customers wait, one after the other, for the agent; the id of the first one's conversation. */
async function waiting(parley: Parley, customers: number): Promise<string> {
  const { token, agentId } = await apiSignIn(parley)
  const headers = { authorization: `Bearer ${token}` }
  const ids: string[] = []
  for (let no = 0; no < customers; no += 1) {
    const number = `25670${String(9_100_000 + no)}`
    await postMessage(parley, number, `wamid.next-${Date.now()}-${no}`, question(no))
    for (let tries = 0; ids.length <= no; tries += 1) {
      if (tries > 100) throw new Error(`The message of ${number} is not in the list`)
      const rows = (await (
        await fetch(`${parley.url}/api/v1/messages/admin/conversations?search=${number}`, { headers })
      ).json()) as readonly { readonly id: string }[]
      const [row] = rows
      if (row === undefined) await new Promise(done => setTimeout(done, 50))
      else ids.push(row.id)
    }
    // Assigning to oneself takes whatever one has already, which claiming would not.
    const taken = await fetch(`${parley.url}/api/v1/assignments/conversation/${ids[no]}/assign`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ agent_id: agentId }),
    })
    if (!taken.ok) throw new Error(`Taking was answered with ${taken.status}: ${await taken.text()}`)
  }
  return ids[0] ?? ''
}

/** Milliseconds until the next thread is painted, by the page's own clock: from the press, and from the answer sent. */
async function answerAndGoOn(
  page: Page,
  following: string,
): Promise<{ readonly pressed: number; readonly sent: number }> {
  await page.getByRole('textbox', { name: 'Message' }).fill('We have it, thank you.')
  // No function here has a name: tsx would wrap it.
  const measured = await page.evaluateHandle(text => {
    performance.clearResourceTimings()
    const pressed = new Promise<number>(done =>
      addEventListener('keydown', event => event.key === 'Enter' && done(event.timeStamp), { capture: true }),
    )
    const painted = new Promise<number>(done => {
      new MutationObserver((_, seen) => {
        if (!document.querySelector('[role=region][aria-label=Messages]')?.textContent?.includes(text)) return
        seen.disconnect()
        // The frame after the one that draws it begins when it is on the screen.
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
