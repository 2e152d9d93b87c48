import type { BrowserContext, Page } from '@playwright/test'
import type { Parley } from '../e2e/harness/parley.ts'
import { openBarePage } from './bare-page.ts'
import { heldRows, holdRows } from './held-rows.ts'
import { mainThread } from './main-thread.ts'
import { type Figure, interleaved } from './rounds.ts'
import { firstRow, signedIn } from './signed-in.ts'

const keys = 60
const inbound = 10
const turns = 40
/** After each, so that what it sets off is over. */
const restMs = 250
const threadLength = 50_000

const pause = (milliseconds: number) => new Promise<void>(done => setTimeout(done, milliseconds))

/**
 * What the console's main thread works for a key, for a message that comes in while the list holds 10,000 rows, and while a
 * thread of 50,000 messages is open: each against a key in a bare React text area, in the same browser and in turn with it.
 */
export const desk = (parley: Parley): Promise<readonly Figure[]> =>
  signedIn(parley, async (page, context) => {
    const bare = await openBarePage(context)
    const bareKey = await keyCost(bare)
    const row = await firstRow<Row>(page, 'messages/admin/conversations')
    const phone = parley.phone(row.user.phone_number)
    let said = 0
    const say = async () => {
      said += 1
      await phone.say(`Message ${said} of the measurement`)
      await pause(restMs)
      return said
    }
    const against = (measure: () => Promise<number>) => interleaved(3, measure, bareKey)

    await page.goto(`/conversations/${row.id}`)
    const key = await against(await keyCost(page))

    await page.goto('/conversations')
    await holdRows(page)
    const turn = await against(await turnCost(page))
    const inList = await against(
      await messageCost(page, say, last => page.locator('[role=row][data-index]').getByText(last).waitFor()),
    )

    await openLongThread(context, page, row.id)
    const inThread = await against(
      await messageCost(page, say, last =>
        page.getByRole('region', { name: 'Messages' }).getByText(last).waitFor(),
      ),
    )
    return [
      figure(
        `a turn of the wheel, list of ${heldRows.toLocaleString('en')} rows / a key in a bare text area`,
        turn,
        null,
      ),
      figure('a key in the composer / in a bare text area', key, 4),
      figure(
        `an inbound message, list of ${heldRows.toLocaleString('en')} rows / a key in a bare text area`,
        inList,
        10,
      ),
      figure(
        `an inbound message, thread of ${threadLength.toLocaleString('en')} / a key in a bare text area`,
        inThread,
        10,
      ),
    ]
  })

const figure = (
  name: string,
  round: Awaited<ReturnType<typeof interleaved>>,
  goal: number | null,
): Figure => ({
  name: `main thread: ${name}`,
  measured: `${round.measured.toFixed(2)} ms`,
  reference: `${round.reference.toFixed(2)} ms`,
  ratio: round.ratio,
  better: 'lower',
  goal,
})

/** Types a line into the page's box. Milliseconds a key. */
async function keyCost(page: Page): Promise<() => Promise<number>> {
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.waitFor()
  const work = await mainThread(page)
  return async () => {
    await page.bringToFront()
    await box.fill('')
    await pause(1_000)
    const busy = await work(async () => {
      for (let key = 0; key < keys; key += 1) {
        await page.keyboard.press('a')
        // A frame and what hangs on it.
        await pause(40)
      }
      await pause(restMs)
    })
    return busy / keys
  }
}

/** Milliseconds for each turn of the wheel, of a screen and a half of rows. */
async function turnCost(page: Page): Promise<() => Promise<number>> {
  const work = await mainThread(page)
  return async () => {
    await page.bringToFront()
    await page.mouse.move(600, 400)
    await pause(1_000)
    const busy = await work(async () => {
      for (let turn = 0; turn < turns; turn += 1) {
        await page.mouse.wheel(0, turn < turns / 2 ? 900 : -900)
        await pause(60)
      }
    })
    await page.mouse.move(5, 5)
    return busy / turns
  }
}

/** Milliseconds for each message that comes in; what the page does in the same time anyway is in it. */
async function messageCost(
  page: Page,
  say: () => Promise<number>,
  shown: (text: string) => Promise<void>,
): Promise<() => Promise<number>> {
  const work = await mainThread(page)
  return async () => {
    await page.bringToFront()
    await pause(1_000)
    let last = 0
    const busy = await work(async () => {
      for (let message = 0; message < inbound; message += 1) last = await say()
    })
    await shown(`Message ${last} of the measurement`)
    return busy / inbound
  }
}

interface Row {
  readonly id: string
  readonly user: { readonly phone_number: string }
}

interface WireHistory {
  readonly messages: readonly { readonly id: string; readonly created_at: string }[]
}

/** Opens a conversation whose history the server answers with copies of its oldest message before it. */
async function openLongThread(context: BrowserContext, page: Page, id: string): Promise<void> {
  await context.route(/\/history(\?|$)/, async route => {
    const response = await route.fetch()
    const history = (await response.json()) as WireHistory
    const [oldest] = history.messages
    if (oldest === undefined) throw new Error('The conversation has no message')
    const older = Array.from({ length: threadLength }, (_, index) => ({
      ...oldest,
      id: `${-threadLength + index}`,
      created_at: new Date(Date.parse(oldest.created_at) - (threadLength - index) * 60_000).toISOString(),
      content: `Line ${index}`,
    }))
    await route.fulfill({
      response,
      json: { ...history, messages: [...older, ...history.messages], has_more: false },
    })
  })
  await page.goto(`/conversations/${id}`)
  await page.getByRole('region', { name: 'Messages' }).getByRole('listitem').first().waitFor()
  const box = page.getByRole('region', { name: 'Messages' })
  // Rows are measured as they come into view, which moves the end.
  for (let turn = 0; turn < 5; turn += 1) {
    await pause(500)
    await box.evaluate(element => element.scrollTo(0, element.scrollHeight))
  }
  await pause(2_000)
}
