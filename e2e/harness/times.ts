import { expect, type Page } from '@playwright/test'

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

/**
 * Lets the time of a page with a clock of its own (`page.clock.install`) pass, in steps of 5 s. After each, what was asked
 * for is waited for, where it is recorded: calls take real time, and would run into their limit.
 */
export async function pass(page: Page, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5_000) {
    await page.clock.runFor(Math.min(left, 5_000))
    await expect.poll(() => page.evaluate(() => (window as Asked).underWay?.size ?? 0)).toBe(0)
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
