import type { Page, Route } from '@playwright/test'

type Url = Parameters<Page['route']>[0]

/** Delays every call with a matching address until it is released; later calls pass. */
export const hold = (page: Page, url: Url): Promise<() => void> =>
  holdBy(page, url, async (route, gone) => {
    await gone
    await route.continue()
  })

/** Lets every matching call reach the server, and delays its response until it is released. */
export const holdAnswer = (page: Page, url: Url): Promise<() => void> =>
  holdBy(page, url, async (route, gone) => {
    const response = await route.fetch()
    await gone
    await route.fulfill({ response })
  })

async function holdBy(
  page: Page,
  url: Url,
  pass: (route: Route, gone: Promise<void>) => Promise<void>,
): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>(done => {
    letGo = done
  })
  await page.route(url, route => pass(route, gone))
  return letGo
}
