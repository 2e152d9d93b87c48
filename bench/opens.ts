import type { Page } from '@playwright/test'
import { lower, type Measured } from './figures.ts'
import { signIn } from './load.ts'
import type { Product } from './product.ts'
import { signedIn } from './signed-in.ts'

const most = 6
/** A page is open once it has made no request for this long. */
const quietMs = 3_000

/** The number of calls of each page when it is opened by its address, without the calls that every page makes. */
export const opens = (product: Product): Promise<readonly Measured[]> =>
  signedIn(product, async page => {
    const { ask } = await signIn(product)
    const first = async (path: string) => {
      const [row] = (await ask(`/${path}?limit=1`)) as readonly { readonly id: string }[]
      if (row === undefined) throw new Error(`The workspace has nothing in ${path}`)
      return row.id
    }
    const addresses = [
      '/',
      '/conversations',
      `/conversations/${await first('messages/admin/conversations')}`,
      '/applications',
      `/applications/${await first('applications/ipp')}`,
      '/lib-applications',
    ]
    const calls = new Map<string, readonly string[]>()
    for (const address of addresses) calls.set(address, await callsOf(page, address))
    const all = [...calls.values()]
    const shell = new Set(all[0]?.filter(call => all.every(others => others.includes(call))))
    return [...calls].map(([address, asked]) => {
      const once = new Set(shell)
      return lower(
        `${address.replace(/\d+$/, ':id')}, beside the ${shell.size} of every page`,
        asked.filter(call => !once.delete(call)).length,
        'calls',
        { value: most },
      )
    })
  })

/** Opens the page and waits until it makes no more requests. A socket is not a call. */
async function callsOf(page: Page, address: string): Promise<readonly string[]> {
  const calls: string[] = []
  let last = Date.now()
  const count = (request: { url(): string }) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    calls.push(pathname)
    last = Date.now()
  }
  page.on('request', count)
  await page.goto(address)
  // By now the page's code is loaded and makes its requests.
  await page.locator('main :is(h2, table, [role=grid], [role=tablist])').first().waitFor()
  while (calls.length === 0 || Date.now() - last < quietMs) await page.waitForTimeout(100)
  page.off('request', count)
  return calls
}
