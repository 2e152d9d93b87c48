import type { Page } from '@playwright/test'

/** React's work in the page: the number of commits, and of components that rendered. */
export interface Drawn {
  readonly times: number
  readonly components: number
}

interface Counted {
  times: number
  components: number
}

/*
 * React reports each commit to the browser's developer tools, also in its production build. The script runs in the page before
 * the
 * page's own code. It is text, because the loader's helpers for compiled functions do not exist there. A component rendered if
 * its
 * fiber differs from the earlier one and has the flag. A subtree with the same child was skipped.
 */
const listen = `
  window.parleyDrawn = { times: 0, components: 0 }
  const componentTags = new Set([0, 1, 11, 14, 15])
  const performedWork = 1
  const visit = (fiber, before) => {
    if (componentTags.has(fiber.tag) && (before === null || (fiber !== before && (fiber.flags & performedWork) !== 0)))
      window.parleyDrawn.components += 1
    if (before !== null && fiber.child === before.child) return
    for (let child = fiber.child; child !== null; child = child.sibling) {
      const old = before === null ? null : child.alternate
      if (old !== child) visit(child, old)
    }
  }
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    checkDCE: () => {},
    inject: () => 1,
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
    onCommitFiberRoot: (_, root) => {
      window.parleyDrawn.times += 1
      visit(root.current, root.current.alternate)
    },
  }
`

const read = (page: Page): Promise<Counted> =>
  page.evaluate(() => ({ ...(window as unknown as { parleyDrawn: Counted }).parleyDrawn }))

/** Counts renders from the page's next load on. Returns a function that counts the renders during some work. */
export async function countDrawn(page: Page): Promise<(work: () => Promise<unknown>) => Promise<Drawn>> {
  await page.addInitScript(listen)
  await page.reload()
  return async work => {
    const before = await read(page)
    await work()
    const after = await read(page)
    return { times: after.times - before.times, components: after.components - before.components }
  }
}
