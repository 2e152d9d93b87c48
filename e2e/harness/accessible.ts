import { createRequire } from 'node:module'
import type AxeBuilderType from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const { AxeBuilder } = createRequire(import.meta.url)('@axe-core/playwright') as {
  AxeBuilder: typeof AxeBuilderType
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The page as it stands, in the theme it has, breaks no rule of WCAG A and AA up to 2.2, and none of `more` tags. */
export async function expectNoViolation(page: Page, more: readonly string[] = []): Promise<void> {
  // Four times faster than as it comes: without a page of its own to gather frames in, which there are none of, and
  // without a list of all that is well.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values: [...tags, ...more] }, resultTypes: ['violations'] })
    .setLegacyMode(true)
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([])
}

/** The same in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate(name => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    // Colours and menus fade for 120 ms; half a fade has half the contrast.
    await page.waitForTimeout(200)
    await test.step(theme, () => expectNoViolation(page))
  }
}
