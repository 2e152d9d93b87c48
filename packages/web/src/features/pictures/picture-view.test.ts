import { describe, expect, test } from 'vitest'
import {
  bounded,
  fittedSize,
  mostScale,
  panned,
  topView,
  turnedOn,
  wholeView,
  zoomed,
} from './picture-view.ts'

const stage = { width: 1000, height: 500 }
const wide = { width: 2000, height: 500 }
const small = { width: 200, height: 100 }
const middle = { x: 0, y: 0 }

describe('[Q-243] how a picture lies on its stage', () => {
  test.each([
    [wide, 0, { width: 1000, height: 250 }],
    [wide, 2, { width: 1000, height: 250 }],
    // On its side its width must fit the stage's height.
    [wide, 1, { width: 500, height: 125 }],
    [small, 0, small],
    [small, 3, small],
  ])('%o after %i quarters fits as %o', (picture, quarters, size) => {
    expect(fittedSize(picture, stage, quarters)).toEqual(size)
  })

  test('what lies under the pointer stays there while it is enlarged', () => {
    const view = zoomed(wholeView, 4, { x: 100, y: 20 }, wide, stage)
    expect(view).toMatchObject({ scale: 4, x: 100 - 100 * 4, y: 20 - 20 * 4 })
  })

  test('it is enlarged eight times at most, and made no smaller than fits', () => {
    expect(zoomed(wholeView, 100, middle, wide, stage).scale).toBe(mostScale)
    expect(zoomed({ ...wholeView, scale: 2, x: 300 }, 0.01, middle, wide, stage)).toEqual(wholeView)
  })

  test('it is moved until its edge is at the edge of the stage, and not at all where it fits', () => {
    expect(panned(wholeView, { x: 50, y: 50 }, wide, stage)).toEqual(wholeView)
    const view = { ...wholeView, scale: 2 }
    expect(panned(view, { x: 9_999, y: 9_999 }, wide, stage)).toEqual({ ...view, x: 500, y: 0 })
    expect(panned(view, { x: -9_999, y: 0 }, wide, stage)).toEqual({ ...view, x: -500 })
  })

  test('[Q-346] a tall one fills the width from its top, and is moved to its end; on its side it is whole', () => {
    const receipt = { width: 990, height: 11_490 }
    expect(fittedSize(receipt, stage, 0)).toEqual(receipt)
    expect(fittedSize(receipt, stage, 1)).toEqual({ width: 990 * (1000 / 11_490), height: 1000 })
    const top = bounded(topView, receipt, stage)
    expect(top).toEqual({ ...wholeView, y: (11_490 - 500) / 2 })
    expect(panned(topView, { x: 0, y: -100 }, receipt, stage)).toEqual({ ...top, y: top.y - 100 })
    expect(panned(topView, { x: 0, y: -99_999 }, receipt, stage)).toEqual({ ...top, y: -top.y })
    expect(bounded(topView, wide, stage)).toEqual(wholeView)
  })

  test('four turns are none', () => {
    const once = turnedOn({ ...wholeView, scale: 3, x: 9 })
    expect(once).toEqual({ ...wholeView, quarters: 1 })
    expect(turnedOn(turnedOn(turnedOn(once)))).toEqual(wholeView)
  })
})
