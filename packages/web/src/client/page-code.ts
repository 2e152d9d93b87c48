import { createStore, useStore } from '../store.ts'

/**
 * How the code of this page stands. incomplete: a part could not be loaded. old: the same, and the server has another
 * version by now. Either way a reload helps: a browser that failed to load a module once may remember that for as long
 * as the page lives, and Chromium does.
 */
export type PageCode = 'whole' | 'incomplete' | 'old'

const code = createStore<PageCode>('whole')
let failures = 0

/**
 * Whether a page as the server has it begins with other code than the one that runs here. Code is named by its content:
 * after an upgrade the parts of the old page are gone.
 */
export const isOtherVersion = (page: string, ownEntry: string | null): boolean =>
  ownEntry !== null && page.includes('<script') && !page.includes(ownEntry)

const ownEntry = (): string | null =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null

async function look(): Promise<void> {
  failures += 1
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    if (!answer.ok) return
    const isOld = isOtherVersion(await answer.text(), ownEntry())
    // A single failure may have been a hiccup: the part is asked for again.
    if (isOld || failures > 1) code.set(isOld ? 'old' : 'incomplete')
  } catch (cause) {
    // The server is away, which is why the part did not come; the next failure looks again.
    console.warn('It could not be found out whether there is a new version', cause)
  }
}

/** Looks at the server's version whenever a part of the page could not be loaded. */
export const watchPageCode = (): void => window.addEventListener('vite:preloadError', () => void look())

/** How the code of this page stands. */
export const usePageCode = (): PageCode => useStore(code)
