import { describe, expect, test } from 'vitest'
import { commandIds, commandOf } from './catalogue.ts'
import { meaningOf, type Press } from './presses.ts'

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrl: false,
  alt: false,
  shift: false,
  composing: false,
  repeat: false,
  into: 'none',
  ...more,
})
const means = (one: Press, first: string | null = null, letters: 'on' | 'off' = 'on') => {
  const meaning = meaningOf(one, first, letters)
  return meaning.is === 'commands'
    ? meaning.ids.join(' ')
    : meaning.is === 'first'
      ? `${meaning.key} …`
      : null
}

describe('[Q-218] what a key means', () => {
  test.each([
    ['j', {}, 'queue.next'],
    ['J', { shift: true }, null],
    ['R', { shift: true }, 'queue.refresh'],
    ['r', {}, 'offer.reject'],
    ['?', { shift: true }, 'keys'],
    ['?', {}, 'keys'],
    [']', {}, 'conversation.panel'],
    ['g', {}, 'G …'],
    ['k', { ctrl: true }, 'palette'],
    ['K', { ctrl: true }, 'palette'],
    ['k', {}, 'queue.previous'],
    ['c', { ctrl: true }, null],
    ['j', { alt: true }, null],
    ['ArrowUp', { alt: true }, 'message.older write.quote'],
    ['ArrowDown', { alt: true }, 'message.newer'],
    ['ArrowUp', { alt: true, shift: true }, null],
    ['ArrowUp', { alt: true, ctrl: true }, null],
    ['ArrowUp', {}, null],
    ['q', {}, 'message.quote'],
    ['i', {}, 'message.react'],
    ['l', {}, 'message.link'],
    ['m', {}, 'message.remind'],
    ['b', {}, 'message.issue'],
    ['z', {}, 'conversation.undo-send'],
    ['x', {}, 'table.select'],
    ['X', { shift: true }, 'table.select-to'],
    ['y', {}, null],
    ['Tab', {}, null],
    ['Shift', { shift: true }, null],
  ] as const)('%s %j: %s', (key, more, expected) => {
    expect(means(press(key, more))).toBe(expected)
  })

  test.each([
    ['g', 'd', 'go.dashboard'],
    ['g', 'c', 'go.conversations'],
    ['g', 'j', 'queue.next'],
    ['g', 'y', null],
    ['g', 'x', 'table.select'],
    ['g', 'g', 'G …'],
  ])('%s, then %s: %s', (first, second, expected) => {
    expect(means(press(second), first.toUpperCase())).toBe(expected)
  })

  test.each([
    [{ into: 'text' as const }],
    [{ into: 'choices' as const }],
    [{ into: 'window' as const }],
    [{ composing: true }],
    [{ repeat: true }],
  ])('a letter means nothing with %j', more => {
    expect(means(press('j', more))).toBeNull()
    expect(means(press('d', more), 'G')).toBeNull()
  })

  test('[Q-253] an arrow with Alt moves along the messages, letters on or off; in text, choices and windows it does not', () => {
    const up = { alt: true }
    expect(means(press('ArrowUp', up), null, 'off')).toContain('message.older')
    for (const key of ['q', 'i', 'l', 'm', 'b']) expect(means(press(key), null, 'off')).toBeNull()
    for (const into of ['text', 'choices', 'window'] as const)
      expect(means(press('ArrowUp', { ...up, into }))).toBeNull()
  })

  test('single letters can be turned off; what needs Ctrl stays, in text too', () => {
    expect(means(press('j'), null, 'off')).toBeNull()
    expect(means(press('g'), null, 'off')).toBeNull()
    expect(means(press('k', { ctrl: true }), null, 'off')).toBe('palette')
    expect(means(press('k', { ctrl: true, into: 'text' }))).toBe('palette')
    expect(means(press('k', { ctrl: true, composing: true }))).toBeNull()
    expect(means(press('k', { ctrl: true, into: 'window' }))).toBeNull()
  })
})

test('[Q-218] no key is two commands’ in one place', () => {
  const taken = commandIds.flatMap(id => {
    const { keys, place } = commandOf(id)
    return keys.map(one => `${place}: ${one.join(' ')}`)
  })
  expect(new Set(taken).size).toBe(taken.length)
})
