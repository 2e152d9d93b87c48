import type { Page } from '@playwright/test'

/** What React drew in the page: how often, and how many components' functions it called for it. */
export interface Drawn {
  readonly times: number
  readonly components: number
}

interface Counted {
  times: number
  components: number
}

/*
 * React tells the browser's developer tools of each commit, in its production build too. Runs in the page before its own code;
 * written as text, since the loader's marks on compiled functions are unknown there. A component worked when its fiber is
 * another than the one drawn before and bears the flag for it; what lies under the very same child was passed over.
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

/** Counts what the page draws from its next load on. Returns how to count what some work makes it draw. */
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
