import type { BrowserContext, Page } from '@playwright/test'
import { thread } from './harness/conversation.ts'
import { apiSignIn, postMessage } from './harness/meta.ts'
import type { Parley } from './harness/parley.ts'
import { startProxy } from './harness/proxy.ts'
import { accounts, expect, signIn, test } from './harness.ts'

const people = Object.keys(accounts) as (keyof typeof accounts)[]
const numbers = Array.from({ length: 6 }, (_, index) => `25670001000${index}`)
/** With fewer actions it runs among the short tests. */
const forms = [
  { count: 60, tag: [] },
  { count: 1_000, tag: ['@long'] },
]

/** Draws in [0, 1), the same ones for the same seed (mulberry32). */
function drawsOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Row {
  readonly id: string
}
interface TicketRow extends Row {
  readonly status: string
}

/** An agent who works without a screen. Refusals are part of the work; a failing server is not. */
class Worker {
  readonly #url: string
  readonly #token: string
  readonly agentId: string

  constructor(url: string, { token, agentId }: { token: string; agentId: string }) {
    this.#url = url
    this.#token = token
    this.agentId = agentId
  }

  async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.#url}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await answer.text()
    if (answer.status >= 500) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`)
    return JSON.parse(text) as T
  }
}

/** Makes random actions, all of one worker, on these conversations. */
function randomWork(
  parley: Parley,
  worker: Worker,
  all: readonly Worker[],
  ids: readonly string[],
  draw: () => number,
) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(draw() * from.length)] as T
  let count = 0
  const newId = () => `${worker.agentId}-${(count += 1)}`
  const newest = async (): Promise<readonly Row[]> => {
    const path = `messages/admin/conversation/${pick(ids)}/history?limit=5`
    return (await worker.ask<{ messages: readonly Row[] }>('GET', path)).messages
  }
  const ticket = async (): Promise<TicketRow | undefined> =>
    pick(await worker.ask<readonly TicketRow[]>('GET', `tickets?conversation_id=${pick(ids)}`))
  const moves: readonly [number, () => Promise<unknown>][] = [
    [8, () => postMessage(parley, pick(numbers), `wamid.${newId()}`, `Question ${newId()}`)],
    [
      6,
      () =>
        worker.ask('POST', `messages/agent/send/${pick(ids)}`, {
          client_message_id: newId(),
          content: `Answer ${newId()}`,
        }),
    ],
    [3, () => worker.ask('POST', `messages/agent/conversations/${pick(ids)}/mark-seen`)],
    [
      2,
      () =>
        worker.ask('PUT', `conversations/${pick(ids)}/status`, {
          status: pick(['ACTIVE', 'RESOLVED', 'DORMANT']),
        }),
    ],
    [
      2,
      () =>
        worker.ask('PUT', `conversations/${pick(ids)}/tags`, {
          tags: [pick(['payments', 'claims', 'IPP']), pick(['urgent', 'vip'])],
        }),
    ],
    [
      2,
      () =>
        worker.ask('POST', 'tickets', {
          conversation_id: pick(ids),
          title: `Ticket ${newId()}`,
          client_ticket_id: newId(),
        }),
    ],
    [
      4,
      async () => {
        const one = await ticket()
        if (one)
          await worker.ask('PUT', `tickets/${one.id}`, {
            status: pick(['IN_PROGRESS', 'RESOLVED', 'CLOSED', 'REOPENED']),
            agent_notes: 'Rang',
          })
      },
    ],
    [
      2,
      async () => {
        const one = await ticket()
        if (one)
          await worker.ask('PUT', `tickets/${one.id}/priority`, { priority: pick(['LOW', 'HIGH', 'URGENT']) })
      },
    ],
    [
      4,
      () =>
        worker.ask('POST', `assignments/conversation/${pick(ids)}/assign`, { agent_id: pick(all).agentId }),
    ],
    [4, () => worker.ask('POST', `handoff/${pick(['accept', 'reject'])}/${pick(ids)}`)],
    [
      2,
      async () => {
        const [message] = await newest()
        const issue = await worker.ask<Row>('POST', 'issues', {
          conversation_id: pick(ids),
          title: `Issue ${newId()}`,
          category: 'PAYMENTS',
          client_issue_id: newId(),
        })
        if (message) await worker.ask('POST', `issues/${issue.id}/messages`, { message_id: message.id })
      },
    ],
    [1, () => worker.ask('POST', `handoff/notifications/${pick(['read-all', 'clear'])}`)],
    [
      2,
      async () => {
        const one = pick(await worker.ask<readonly Row[]>('GET', 'handoff/notifications/poll')) as
          | Row
          | undefined
        if (one) await worker.ask('POST', `handoff/notifications/${one.id}/read`)
      },
    ],
  ]
  const bag = moves.flatMap(([weight, move]) => Array.from({ length: weight }, () => move))
  return () => pick(bag)()
}

/** What an agent reads on a conversation's screen. */
async function seeConversation(page: Page): Promise<object> {
  return {
    sidebar: await page.getByRole('navigation', { name: 'Main' }).innerText(),
    bell: await bell(page).getAttribute('aria-label'),
    header: await page.getByRole('main').locator('header').first().innerText(),
    panel: await page.getByRole('complementary', { name: 'Customer' }).innerText(),
    newest: await newestMessages(page),
  }
}

/**
 * The words of the last five messages, wherever the virtual list keeps their elements. Not in their order: the line of a group
 * stands below its last message, and where somebody began to read parts a group on their screen alone. Not with the marker of
 * what is new, which stays where it stood when this page opened the thread.
 */
async function newestMessages(page: Page): Promise<readonly string[]> {
  await thread(page).evaluate(element => element.scrollTo(0, element.scrollHeight))
  return thread(page)
    .getByRole('listitem')
    .evaluateAll(rows =>
      rows
        .toSorted((a, b) => Number(a.getAttribute('aria-posinset')) - Number(b.getAttribute('aria-posinset')))
        .slice(-5)
        .map(row =>
          (row as HTMLElement).innerText
            .split(/\s*\n\s*/)
            .filter(line => line !== 'New messages')
            .toSorted()
            .join('\n'),
        ),
    )
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

async function seeList(page: Page): Promise<object> {
  return {
    tabs: await page.getByRole('tablist').innerText(),
    rows: await page.getByRole('row').allInnerTexts(),
  }
}

/** Times as they are held: "2m ago" is another minute on each page, which asks the clock every 30 s. */
async function seeBell(page: Page): Promise<object> {
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: /Notifications/ })
  const said = {
    words: (await panel.innerText()).replaceAll(/\b(just now|\d+[mhd] ago)\b/g, ''),
    times: await panel.locator('time').evaluateAll(all => all.map(one => (one as HTMLTimeElement).dateTime)),
  }
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  return said
}

/** Waits until nothing stands over the screen or above it: an offer that is over says so for some seconds. */
async function closeOverlays(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 60_000 })
  await expect(page.getByRole('region', { name: 'New Assignment' })).toHaveCount(0, { timeout: 60_000 })
}

for (const { count, tag } of forms)
  test(`[GEN-04 BELL-01 CONV-02 CONV-03 WS-04 Q-084] after ${count} random actions of three agents every screen equals a fresh load`, {
    tag,
  }, async ({ browser, parley, pageErrors }) => {
    test.setTimeout(480_000)
    const proxy = await startProxy(parley.url)
    const contexts: BrowserContext[] = []
    const pages: Page[] = []
    for (const person of people) {
      const context = await browser.newContext({ baseURL: proxy.url, viewport: { width: 1366, height: 900 } })
      pageErrors.watch(context)
      contexts.push(context)
      const page = await context.newPage()
      await signIn(page, person, '/')
      pages.push(page)
    }
    const workers = await Promise.all(
      people.map(async person => new Worker(parley.url, await apiSignIn(parley, accounts[person]))),
    )
    const [first] = workers
    if (first === undefined) throw new Error('The demo has no agents')
    for (const [index, number] of numbers.entries())
      await postMessage(parley, number, `wamid.first-${index}`, 'Hello')
    const rows = await first.ask<readonly Row[]>(
      'GET',
      'messages/admin/conversations?search=2567000100&limit=20',
    )
    const ids = rows.map(({ id }) => id)
    expect(ids).toHaveLength(numbers.length)
    for (const [index, page] of pages.entries()) {
      await page.getByRole('link', { name: /^Conversations/ }).click()
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      await page.goto(`/conversations/${ids[index]}`)
      await expect(thread(page).getByRole('listitem').last()).toBeVisible()
    }

    const draw = drawsOf(20_261_121)
    let left = count
    await Promise.all(
      workers.map(async (worker, index) => {
        const act = randomWork(parley, worker, workers, ids, drawsOf(index))
        while (left > 0) {
          left -= 1
          if (draw() < 0.005) proxy.cutSockets()
          await act()
        }
      }),
    )
    // An offer that is still open would stand above the screens. The last ones end before a page hears of them.
    for (const [index, worker] of workers.entries()) {
      const giver = workers.at(index - 1) as Worker
      for (const id of ids) {
        await giver.ask('POST', `assignments/conversation/${id}/assign`, { agent_id: worker.agentId })
        await worker.ask('POST', `handoff/reject/${id}`)
      }
    }

    for (const [index, page] of pages.entries()) {
      const fresh = await (contexts[index] as BrowserContext).newPage()
      await fresh.goto(page.url())
      await closeOverlays(page)
      await expect(async () => {
        expect(await seeConversation(page)).toEqual(await seeConversation(fresh))
      }).toPass({ timeout: 90_000 })
      await expect(async () => {
        expect(await seeBell(page)).toEqual(await seeBell(fresh))
      }).toPass({ timeout: 90_000 })
      await page.getByRole('link', { name: /^Conversations/ }).click()
      await fresh.goto('/conversations')
      await expect(async () => {
        expect(await seeList(page)).toEqual(await seeList(fresh))
      }).toPass({ timeout: 90_000 })
      await fresh.close()
    }
    for (const context of contexts) await context.close()
    await proxy.stop()
  })
