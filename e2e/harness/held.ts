import type { Page } from '@playwright/test'

/** Holds every call whose address matches until it is let go; later ones pass. */
export async function hold(page: Page, url: Parameters<Page['route']>[0]): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>(done => {
    letGo = done
  })
  await page.route(url, async route => {
    await gone
    await route.continue()
  })
  return letGo
}
