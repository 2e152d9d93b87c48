import type { Page, Route } from '@playwright/test'

type Url = Parameters<Page['route']>[0]

/** Holds every call whose address matches until it is let go; later ones pass. */
export const hold = (page: Page, url: Url): Promise<() => void> =>
  holdBy(page, url, async (route, gone) => {
    await gone
    await route.continue()
  })

/** Lets every such call reach the server, and holds its answer until it is let go. */
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
