import { createRequire } from 'node:module'
import type AxeBuilderType from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const { AxeBuilder } = createRequire(import.meta.url)('@axe-core/playwright') as {
  AxeBuilder: typeof AxeBuilderType
}

/** The page as it stands, in the theme it has, breaks no rule of WCAG A and AA up to 2.2. */
export async function expectNoViolation(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([])
}

/** The page as it stands breaks no rule of WCAG A and AA up to 2.1, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate(name => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    // Colours and menus fade for 120 ms; half a fade has half the contrast.
    await page.waitForTimeout(200)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
      .analyze()
    expect(
      violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(node => node.html).join(' ')}`),
    ).toEqual([])
  }
}
