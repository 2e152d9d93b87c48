import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules that depend on the theme: themes differ only in colours. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** The page in its current state breaks no rule of WCAG A and AA up to 2.2, nor of the tags in `more`. */
export const expectNoViolation = (page: Page, more: readonly string[] = []): Promise<void> =>
  expectNone(page, { type: 'tag', values: [...tags, ...more] })

/** The same in both themes. The dark theme has the same boxes and texts, so only the colour rules run there. */
export async function expectAccessible(page: Page, more: readonly string[] = []): Promise<void> {
  await putOn(page, 'light')
  await test.step('light', () => expectNoViolation(page, more))
  await putOn(page, 'dark')
  await test.step('dark', () => expectNone(page, { type: 'rule', values: ofColours }))
  await putOn(page, 'light')
}

/** Switches to a theme, and waits until the colours have faded. */
async function putOn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(name => {
    document.documentElement.dataset['theme'] = name
  }, theme)
  await faded(page)
}

/** Waits until no transition runs: half-faded text has half the contrast. */
const faded = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // A newly opened element begins to fade in with the second animation frame.
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    const fades = document.getAnimations().filter(one => one instanceof CSSTransition)
    // A cancelled transition, such as one of a removed element, is over too.
    await Promise.allSettled(fades.map(fade => fade.finished))
  })

/** Loads axe into a page once, not for each check. Reports violations only. */
async function expectNone(page: Page, runOnly: { type: 'tag' | 'rule'; values: string[] }): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const first = await violationsOf(page, runOnly)
  if (first.length === 0) return
  // A toast may have begun to fade in meanwhile. Real violations remain.
  await faded(page)
  expect(await violationsOf(page, runOnly)).toEqual([])
}

const violationsOf = (page: Page, runOnly: { type: 'tag' | 'rule'; values: string[] }): Promise<string[]> =>
  page.evaluate(
    async options => {
      const { run } = (window as unknown as { axe: { run: (o: RunOptions) => Promise<AxeResults> } }).axe
      return (await run(options)).violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`,
      )
    },
    { runOnly, resultTypes: ['violations'] } satisfies RunOptions,
  )
