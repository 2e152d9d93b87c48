import { describe, expect, test } from 'vitest'
import { mostLevels, TooDeep, webhookJson } from './webhook.ts'

const lists = (levels: number, inside = '') => '['.repeat(levels) + inside + ']'.repeat(levels)
const objects = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)

describe('a webhook’s body as JSON', () => {
  test.each([
    ['lists', lists(mostLevels)],
    ['objects', objects(mostLevels)],
    ['brackets in a string', JSON.stringify(['['.repeat(5_000)])],
    ['brackets behind an escaped quote', JSON.stringify([`"${'{'.repeat(5_000)}`])],
    ['brackets behind a backslash', JSON.stringify(['\\', '['.repeat(5_000)])],
    ['many side by side', `[${Array.from({ length: 5_000 }, () => '[]').join(',')}]`],
  ])('is taken: %s', (_, text) => {
    expect(webhookJson(text)).toEqual(JSON.parse(text))
  })

  test.each([
    ['lists', lists(mostLevels + 1)],
    ['objects', objects(mostLevels + 1)],
    ['lists that no stack holds', lists(500_000)],
    ['halves of characters far inside', lists(50_000, '"\\ud800"')],
    ['a string before it', `["]]]]",${lists(mostLevels)}]`],
  ])('nested too deep is none: %s', (_, text) => {
    expect(() => webhookJson(text)).toThrow(TooDeep)
  })
})
