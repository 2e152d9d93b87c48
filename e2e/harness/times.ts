import { expect, type Locator, type Page } from '@playwright/test'

/** The time at which a text appears in pages that open from now on, in epoch milliseconds by the page's clock. */
export async function timeOf(page: Page, text: string): Promise<() => Promise<number>> {
  await page.addInitScript(words => {
    new MutationObserver((_, observer) => {
      if (!document.body?.textContent?.includes(words)) return
      document.documentElement.dataset['shownAt'] = String(Date.now())
      observer.disconnect()
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }, text)
  return async () => Number(await page.locator('html').getAttribute('data-shown-at'))
}

type Asked = Window & {
  readonly asked?: readonly (readonly [string, number])[]
  readonly underWay?: ReadonlySet<unknown>
}

/** Records the requests of pages that open from now on, with the time of each by the page's clock. */
export const recordAsks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const asked: [string, number][] = []
    const underWay = new Set<unknown>()
    const send = window.fetch
    window.fetch = (to, init) => {
      asked.push([to instanceof Request ? to.url : to.toString(), Date.now()])
      const answer = send(to, init)
      underWay.add(answer)
      const over = () => underWay.delete(answer)
      answer.then(over, over)
      return answer
    }
    Object.assign(window, { asked, underWay })
  })

/** Gives pages that open from now on their own clock, and records their requests. */
export async function ownClock(page: Page): Promise<void> {
  await page.clock.install()
  await recordAsks(page)
}

/** Waits until all recorded requests are answered. */
const answered = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => (window as Asked).underWay?.size ?? 0)).toBe(0)

/**
 * Advances the clock of a page with its own clock, in steps of 5 s. After each step it waits for the page's calls: they take real
 * time, and would time out.
 */
export async function pass(page: Page, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5_000) {
    await page.clock.runFor(Math.min(left, 5_000))
    await answered(page)
  }
}

/**
 * Advances the clock of such a page in one jump: each timer that is due in that time fires once, at its end. First it waits for
 * the page's calls, which would time out.
 */
export async function skip(page: Page, ms: number): Promise<void> {
  await answered(page)
  await page.clock.fastForward(ms)
}

/** Advances the clock by this time, again and again, until the expectation holds. */
export const skipUntil = (page: Page, ms: number, expected: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await skip(page, ms)
    await expected()
  }).toPass()

/** Gives a page its own clock. Returns a function that advances it, together with the date of the server's responses. */
export async function ownTime(page: Page): Promise<(ms: number) => Promise<void>> {
  let ahead = 0
  await ownClock(page)
  await page.route('**/api/v1/**', async route => {
    const response = await route.fetch()
    const date = new Date(Date.parse(response.headers()['date'] ?? '') + ahead).toUTCString()
    await route.fulfill({ response, headers: { ...response.headers(), date } })
  })
  return async ms => {
    ahead += ms
    await skip(page, ms)
  }
}

/**
 * The times of repeated requests for addresses with this end, in seconds after the first request. Leaves out the first 15 s, in
 * which the page requests some twice while its sockets open.
 */
export const askedAgain = (page: Page, end: string): Promise<number[]> =>
  page.evaluate(path => {
    const times = ((window as Asked).asked ?? []).filter(([url]) => url.endsWith(path)).map(([, at]) => at)
    return times.map(at => (at - (times[0] ?? at)) / 1_000).filter(seconds => seconds > 15)
  }, end)

/** WhatsApp's times are whole seconds: later messages get a later time. */
export async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000)
  const now = second()
  await expect.poll(second, { intervals: [50] }).toBeGreaterThan(now)
}

/** Presses a key in the focused element, as if this many milliseconds ago. */
export const pressedAgo = (page: Page, key: string, ms: number): Promise<void> =>
  page.evaluate(
    ([name, ago]) => {
      const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: performance.now() - ago })
      ;(document.activeElement ?? document.body).dispatchEvent(event)
    },
    [key, ms] as const,
  )

/** Waits until the scroll position and height of a box have not changed for twenty frames. */
export const steady = (box: Locator): Promise<void> =>
  box.evaluate(async element => {
    const nextFrame = () => new Promise(done => requestAnimationFrame(done))
    const look = () => `${element.scrollTop} ${element.scrollHeight} ${element.clientHeight}`
    let last = look()
    for (let same = 0; same < 20; ) {
      await nextFrame()
      const now = look()
      same = now === last ? same + 1 : 0
      last = now
    }
  })
