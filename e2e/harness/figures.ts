import { expect, type Locator, type Page } from '@playwright/test'

/** The titles of the dashboard's panels. */
type PanelTitle =
  | 'Daily User Statistics'
  | 'User Interaction Statistics'
  | 'Message Statistics'
  | 'Performance Metrics'
  | 'Customer Service Metrics'
  | 'Workload Distribution'

export const panel = (page: Page, title: PanelTitle): Locator =>
  page.getByRole('region', { name: title, exact: true })

/** The card of a figure, by its name. */
export const tile = (where: Page | Locator, name: string): Locator =>
  where.getByRole('group', { name, exact: true })

/** The card of a figure shows this value. Panels below the viewport load only when the user scrolls near them. */
export async function expectTile(where: Page | Locator, name: string, value: string): Promise<void> {
  await tile(where, name).scrollIntoViewIfNeeded()
  await expect(tile(where, name).locator('b')).toHaveText(value)
}

/** Scrolls a panel of the dashboard into view, so that it loads its figures. */
export const reach = (page: Page, title: PanelTitle): Promise<void> =>
  panel(page, title).scrollIntoViewIfNeeded()

/** The element is drawn in the colour of a design token. */
export async function expectColour(
  where: Locator,
  property: 'color' | 'background-color',
  token: string,
): Promise<void> {
  const wanted = await where.evaluate(
    (box, [name, css]) => {
      const probe = document.createElement('span')
      probe.style.setProperty(css, `var(${name})`)
      box.append(probe)
      const colour = getComputedStyle(probe).getPropertyValue(css)
      probe.remove()
      return colour
    },
    [token, property] as const,
  )
  await expect(where).toHaveCSS(property, wanted)
}

/** Lets a call fail until undone. */
export async function breakCall(page: Page, path: RegExp): Promise<() => Promise<void>> {
  const url = (address: URL) => path.test(address.pathname)
  await page.route(url, route => route.fulfill({ status: 500, json: {} }))
  return () => page.unroute(url)
}
