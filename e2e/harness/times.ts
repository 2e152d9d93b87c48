import { expect, type Locator, type Page } from '@playwright/test'

/** When a text comes into the pages that are opened from now on, in epoch milliseconds by the page's own clock. */
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

/** How many milliseconds a text that is still to come stands in the page that is open; resolves when it has gone. */
export const timeShown = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    words =>
      new Promise<number>(done => {
        let since: number | null = null
        const observer = new MutationObserver(() => {
          if (document.body.textContent?.includes(words)) since ??= performance.now()
          else if (since !== null) {
            observer.disconnect()
            done(performance.now() - since)
          }
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    text,
  )

type Asked = Window & {
  readonly asked?: readonly (readonly [string, number])[]
  readonly underWay?: ReadonlySet<unknown>
}

/** Writes down what the pages that are opened from now on ask the server for, and when by their own clock. */
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

/** Gives the pages that are opened from now on a clock of their own, and records what they ask for. */
export async function ownClock(page: Page): Promise<void> {
  await page.clock.install()
  await recordAsks(page)
}

/** Waits until all that was asked for has been answered, where it is recorded. */
const answered = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => (window as Asked).underWay?.size ?? 0)).toBe(0)

/**
 * Runs the clock of a page that has its own, in steps of 5 s. After each step it waits for the page's calls: they take real
 * time, and would run into their limit.
 */
export async function pass(page: Page, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5_000) {
    await page.clock.runFor(Math.min(left, 5_000))
    await answered(page)
  }
}

/**
 * Moves the clock of such a page on at once: each timer that is due within that time fires once, at its end. Before that it
 * waits for the page's calls, which would run into their limit.
 */
export async function skip(page: Page, ms: number): Promise<void> {
  await answered(page)
  await page.clock.fastForward(ms)
}

/** Moves the clock on by so many milliseconds, again and again, until what is expected holds. */
export const skipUntil = (page: Page, ms: number, expected: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await skip(page, ms)
    await expected()
  }).toPass()

/** A page with a clock of its own. Answers how to move it on, and what the server says of the time with it. */
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
 * How many seconds after the first time the page has asked again for what ends so. What it asks for twice while its sockets
 * open, in the first 15 s, is left out.
 */
export const askedAgain = (page: Page, end: string): Promise<number[]> =>
  page.evaluate(path => {
    const times = ((window as Asked).asked ?? []).filter(([url]) => url.endsWith(path)).map(([, at]) => at)
    return times.map(at => (at - (times[0] ?? at)) / 1_000).filter(seconds => seconds > 15)
  }, end)

/** WhatsApp's times are whole seconds: what is sent after this has a later one. */
export async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000)
  const now = second()
  await expect.poll(second, { intervals: [50] }).toBeGreaterThan(now)
}

/** Presses a key where the focus is, as if it had been pressed so many milliseconds ago. */
export const pressedAgo = (page: Page, key: string, ms: number): Promise<void> =>
  page.evaluate(
    ([name, ago]) => {
      const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: performance.now() - ago })
      ;(document.activeElement ?? document.body).dispatchEvent(event)
    },
    [key, ms] as const,
  )

/** Waits until a box has scrolled to no other place and grown to no other height for twenty frames. */
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
