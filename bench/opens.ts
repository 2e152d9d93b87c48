import type { Page } from '@playwright/test'
import type { Parley } from '../e2e/harness/parley.ts'
import type { Figure } from './rounds.ts'
import { firstRow, signedIn } from './signed-in.ts'

const most = 6
/** Without a call for so long a page is open. */
const quietMs = 3_000

/** How many calls each page asks the server for when it is opened by its address. */
export const opens = (parley: Parley): Promise<readonly Figure[]> =>
  signedIn(parley, async page => {
    const first = async (path: string) => (await firstRow<{ readonly id: string }>(page, path)).id
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
    // What every page asks for is the shell's: who is there, notices, unread counts, what the server can do.
    const all = [...calls.values()]
    const shell = new Set(all[0]?.filter(call => all.every(others => others.includes(call))))
    return [...calls].map(([address, asked]) => {
      const once = new Set(shell)
      return figure(address, asked.filter(call => !once.delete(call)).length, shell.size)
    })
  })

const figure = (address: string, calls: number, shell: number): Figure => ({
  name: `calls that ${address.replace(/\d+$/, ':id')} opens with, beside the ${shell} of the shell`,
  measured: `${calls} calls`,
  reference: `${most} calls`,
  ratio: calls / most,
  better: 'lower',
  goal: 1,
})

/** Opens the page and waits until it asks for nothing more. Sockets are no calls. */
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
  // Its own code has come and asks by now.
  await page.locator('main :is(h2, table, [role=grid], [role=tablist])').first().waitFor()
  while (calls.length === 0 || Date.now() - last < quietMs) await page.waitForTimeout(100)
  page.off('request', count)
  return calls
}
