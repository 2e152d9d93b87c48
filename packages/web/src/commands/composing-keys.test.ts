import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { holdComposingKeys } from './composing-keys.ts'

function isHeard(key: object): boolean {
  const page = new EventTarget()
  holdComposingKeys(page)
  let heard = false
  page.addEventListener('keydown', () => {
    heard = true
  })
  page.dispatchEvent(Object.assign(new Event('keydown'), key))
  return heard
}

test.each<[string, object, boolean]>([
  ['a key is heard', { key: 'Enter', keyCode: 13, isComposing: false }, true],
  ['a key while an input method composes is not', { key: 'Enter', keyCode: 13, isComposing: true }, false],
  ['the Enter that ends it is not', { key: 'Enter', keyCode: 229, isComposing: false }, false],
  ['nor is another key of it', { key: 'Escape', keyCode: 229, isComposing: false }, false],
])('[Q-341] %s', (_, key, expected) => {
  expect(isHeard(key)).toBe(expected)
})

test('[Q-341] the page holds them before anything else of it listens, for all of its handlers', () => {
  const main = readFileSync(new URL('../main.tsx', import.meta.url), 'utf8')
  const calls = main.slice(main.lastIndexOf('import '))
  expect(calls.indexOf('holdComposingKeys(window)')).toBeGreaterThan(0)
  for (const later of ['await', 'startLive(', 'createRoot(', 'watchPageCode('])
    expect(calls.indexOf('holdComposingKeys(window)')).toBeLessThan(calls.indexOf(later))
})
