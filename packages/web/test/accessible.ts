import axe, { type RunOptions } from 'axe-core'
import { expect } from 'vitest'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules that depend on the theme: themes differ only in colours. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** The page in its current state breaks no rule of WCAG A and AA up to 2.2, nor of the tags given, in either theme. */
export async function expectAccessible(more: readonly 'best-practice'[] = []): Promise<void> {
  await expectNone('light', { type: 'tag', values: [...tags, ...more] })
  await expectNone('dark', { type: 'rule', values: ofColours })
  document.documentElement.dataset['theme'] = 'light'
}

async function expectNone(
  theme: 'light' | 'dark',
  runOnly: NonNullable<RunOptions['runOnly']>,
): Promise<void> {
  document.documentElement.dataset['theme'] = theme
  await faded()
  const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] })
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`),
    `rules broken in the ${theme} theme`,
  ).toEqual([])
}

/** Waits until no transition runs: half-faded text has half the contrast. */
async function faded(): Promise<void> {
  // A newly opened element begins to fade in with the second animation frame.
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  const fades = document.getAnimations().filter(one => one instanceof CSSTransition)
  // A cancelled transition, such as one of a removed element, is over too.
  await Promise.allSettled(fades.map(fade => fade.finished))
}
