import { chromium, type Page } from '@playwright/test'
import type { Parley } from '../e2e/harness/parley.ts'
import { browserFlags, findBrowser } from '../tools/steps/browser.mjs'
import type { Figure } from './rounds.ts'

const most = 6
/** Without a call for so long a page is open. */
const quietMs = 3_000

/** How many calls each page asks the server for when it is opened by its address. */
export async function opens(parley: Parley): Promise<readonly Figure[]> {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('No Chromium was found: install one or set CHROMIUM_PATH')
  const browser = await chromium.launch({ executablePath, args: browserFlags })
  try {
    const context = await browser.newContext({ baseURL: parley.url, viewport: { width: 1366, height: 768 } })
    const page = await context.newPage()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(url => url.pathname === '/')
    const first = async (path: string) => {
      const rows = await page.evaluate(async url => {
        const answer = await fetch(url, {
          headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
        })
        return (await answer.json()) as { readonly id: string }[]
      }, `/api/v1/${path}?limit=1`)
      const [row] = rows
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
    // What every page asks for is the shell's: who is there, notices, unread counts, what the server can do.
    const all = [...calls.values()]
    const shell = new Set(all[0]?.filter(call => all.every(others => others.includes(call))))
    return [...calls].map(([address, asked]) => {
      const once = new Set(shell)
      return figure(address, asked.filter(call => !once.delete(call)).length, shell.size)
    })
  } finally {
    await browser.close()
  }
}

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
