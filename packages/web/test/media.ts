// oxlint-disable import/no-empty-named-blocks, unicorn/require-module-specifiers -- the first import only gives `cdp()` its type
import type {} from '@vitest/browser-playwright'
import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** Draws the page as another medium does. Nothing moves, as in all tests. */
const draw = async (media: 'print' | 'screen', colours: 'active' | 'none'): Promise<void> => {
  await cdp().send('Emulation.setEmulatedMedia', {
    media,
    features: [
      { name: 'prefers-reduced-motion', value: 'reduce' },
      { name: 'forced-colors', value: colours },
    ],
  })
}

const putBack = () => onTestFinished(() => draw('screen', 'none'))

/** Draws the page in the colours of the system, as in high contrast, until the test ends. */
export async function forceColours(): Promise<void> {
  putBack()
  await draw('screen', 'active')
}

/** Draws the page as on paper, until the test ends. Returns how to draw it on the screen again. */
export async function putOnPaper(): Promise<() => Promise<void>> {
  putBack()
  await draw('print', 'none')
  return () => draw('screen', 'none')
}
