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
