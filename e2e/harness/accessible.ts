import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What a theme can change: themes differ in colours alone. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** The page as it stands breaks no rule of WCAG A and AA up to 2.2, and none of `more` tags. */
export const expectNoViolation = (page: Page, more: readonly string[] = []): Promise<void> =>
  expectNone(page, { type: 'tag', values: [...tags, ...more] })

/** The same in both themes: in the dark one, which has the same boxes and words, by the rules of colours. */
export async function expectAccessible(page: Page, more: readonly string[] = []): Promise<void> {
  await putOn(page, 'light')
  await test.step('light', () => expectNoViolation(page, more))
  await putOn(page, 'dark')
  await test.step('dark', () => expectNone(page, { type: 'rule', values: ofColours }))
  await putOn(page, 'light')
}

/** Puts on a theme, and waits until the colours have faded to it. */
async function putOn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(name => {
    document.documentElement.dataset['theme'] = name
  }, theme)
  await faded(page)
}

/** Waits until nothing fades any more: half a fade has half the contrast. */
const faded = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // What has just opened begins to fade in with the second frame.
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    const fades = document.getAnimations().filter(one => one instanceof CSSTransition)
    // A fade that is called off, as when its box goes, is over too.
    await Promise.allSettled(fades.map(fade => fade.finished))
  })

/** The program is brought into a page once, not for each look at it, and lists nothing that is well. */
async function expectNone(page: Page, runOnly: { type: 'tag' | 'rule'; values: string[] }): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const first = await violationsOf(page, runOnly)
  if (first.length === 0) return
  // A toast may have begun to fade in meanwhile: what is wrong stays wrong.
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
