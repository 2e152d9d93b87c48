import { describe, expect, test } from 'vitest'
import { fittedSize, mostScale, panned, turnedOn, wholeView, zoomed } from './picture-view.ts'

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

  test('four turns are none', () => {
    const once = turnedOn({ ...wholeView, scale: 3, x: 9 })
    expect(once).toEqual({ ...wholeView, quarters: 1 })
    expect(turnedOn(turnedOn(turnedOn(once)))).toEqual(wholeView)
  })
})
