import { expect, test } from 'vitest'
import { tabStep } from './tab-step.ts'

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 3, 0],
  ['ArrowLeft', 2, 1],
  ['ArrowLeft', 0, 3],
  ['Home', 2, 0],
  ['End', 1, 3],
  ['ArrowDown', 1, null],
  ['a', 1, null],
  // None is chosen where the list is narrowed by what has no tab.
  ['ArrowRight', -1, 0],
  ['ArrowLeft', -1, 3],
] as const)('[CLIST-05] %s at the tab %i of four leads to %s', (key, at, to) => {
  expect(tabStep(key, at, 4)).toBe(to)
})

test('[CLIST-05] no tab leads anywhere', () => {
  expect(tabStep('End', -1, 0)).toBeNull()
})
