import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../../test/console.tsx'

test.each(['400', '500', '600'])(
  'the letters have the forms of the design, in the weight %s',
  async weight => {
    await openConsole('/login', { signedIn: false })
    const button = page.getByRole('button', { name: 'Sign in' })
    await expect.element(button).toBeVisible()
    expect(getComputedStyle(button.element()).fontFeatureSettings).toContain('cv11')
    const line = document.querySelector('main')?.appendChild(document.createElement('span'))
    if (line === undefined) throw new Error('The page has no main part')
    line.textContent = 'aaaaaaaaaaaaaaaaaaaa'
    // Where widths are rounded to pixels, letters of the text's size are alike.
    Object.assign(line.style, { fontSize: '100px', fontWeight: weight })
    // A weight that nothing shows yet is not fetched by itself.
    await document.fonts.load(`${weight} 100px ${getComputedStyle(line).fontFamily}`)
    const widthWith = (features: string) => {
      line.style.fontFeatureSettings = features
      return line.getBoundingClientRect().width
    }
    expect(widthWith('')).not.toBe(widthWith('normal'))
  },
)

test.for(['400', '600'])(
  'until Inter is here, what stands in for it takes as much room, in the weight %s',
  async (weight, { skip }) => {
    await openConsole('/login', { signedIn: false })
    const fallback = `${weight} 100px "Inter Fallback"`
    const faces = await document.fonts.load(fallback).catch(() => [])
    skip(faces.length === 0, 'none of the fonts that stand in is on this machine')
    await document.fonts.load(`${weight} 100px "Inter Variable"`)
    const line = document.body.appendChild(document.createElement('span'))
    line.textContent = 'Filter by status: All Active Resolved Dormant, 24 conversations'
    const widthIn = (family: string) => {
      line.style.font = `${weight} 100px "${family}", monospace`
      return line.getBoundingClientRect().width
    }
    const ratio = widthIn('Inter Fallback') / widthIn('Inter Variable')
    expect(ratio).toBeGreaterThan(0.97)
    expect(ratio).toBeLessThan(1.03)
    line.remove()
  },
)
