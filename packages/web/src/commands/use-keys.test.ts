import { describe, expect, test } from 'vitest'
import { commandIds, commandOf } from './catalogue.ts'
import { type Around, type Effect, type Press, release, settle, stepOf, type Typed } from './use-keys.ts'

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
const on = { letters: 'on', isWriting: false, isHandled: false } as const
const off = { ...on, letters: 'off' } as const

/** "queue.next" for commands, "“Sorry”" for text that goes into the box. */
const said = (effects: readonly Effect[]): readonly string[] =>
  effects.map(effect => (effect.type === 'text' ? `“${effect.text}”` : effect.ids.join(' ')))

/** What keys do that are pressed at these times, and what is left after a pause of a second. */
function doneBy(presses: readonly (readonly [number, Press])[], around: Around = on): readonly string[] {
  let typed: Typed | null = null
  const done: string[] = []
  for (const [at, one] of presses) {
    const step = stepOf(typed, one, at, around)
    typed = step.typed
    done.push(...said(step.effects))
  }
  return [...done, ...said(settle(typed, (presses.at(-1)?.[0] ?? 0) + 1_000).effects)]
}

const alone = (key: string, more: Partial<Press> = {}, around: Around = on) =>
  doneBy([[0, press(key, more)]], around)

/** A text whose keys follow each other after so many milliseconds, with Shift where a person needs it. */
const typing = (text: string, everyMs: number) =>
  doneBy(
    text.split('').map((key, place) => [place * everyMs, press(key, { shift: /[A-Z?]/.test(key) })] as const),
  )

describe('[Q-218] what a key means', () => {
  test.each([
    ['j', {}, 'queue.next'],
    ['R', { shift: true }, 'queue.refresh'],
    ['r', {}, 'offer.reject'],
    ['?', { shift: true }, 'keys'],
    ['?', {}, 'keys'],
    [']', {}, 'conversation.panel'],
    ['k', { ctrl: true }, 'palette'],
    ['K', { ctrl: true }, 'palette'],
    ['k', {}, 'queue.previous'],
    ['ArrowUp', { alt: true }, 'message.older write.quote'],
    ['ArrowDown', { alt: true }, 'message.newer'],
    ['q', {}, 'message.quote'],
    ['i', {}, 'message.react'],
    ['l', {}, 'message.link'],
    ['m', {}, 'message.remind'],
    ['b', {}, 'message.issue'],
    ['z', {}, 'undo'],
    ['x', {}, 'table.select'],
    ['X', { shift: true }, 'table.select-to'],
    ['w', {}, '“w”'],
    ['J', { shift: true }, '“J”'],
  ] as const)('%s %j: %s', (key, more, expected) => {
    expect(alone(key, more)).toEqual([expected])
  })

  test.each([
    ['g', {}],
    [' ', {}],
    ['c', { ctrl: true }],
    ['j', { alt: true }],
    ['ArrowUp', { alt: true, shift: true }],
    ['ArrowUp', { alt: true, ctrl: true }],
    ['ArrowUp', {}],
    ['Enter', {}],
    ['Escape', {}],
    ['Tab', {}],
    ['Shift', { shift: true }],
  ] as const)('%s %j: nothing', (key, more) => {
    expect(alone(key, more)).toEqual([])
  })

  test.each([
    ['g', 'd', 40, ['go.dashboard']],
    ['g', 'c', 299, ['go.conversations']],
    ['g', 'q', 1_500, ['go.inbox']],
    ['g', 'q', 1_501, ['message.quote']],
    ['g', 'j', 300, ['queue.next']],
    ['g', 'j', 299, ['“gj”']],
    ['g', 'x', 700, ['table.select']],
    ['g', 'w', 700, ['“gw”']],
    ['g', 'g', 700, []],
  ] as const)('%s, then %s after %i ms: %j', (first, second, after, expected) => {
    expect(
      doneBy([
        [0, press(first)],
        [after, press(second)],
      ]),
    ).toEqual(expected)
  })

  test.each([
    [{ into: 'box' as const }],
    [{ into: 'text' as const }],
    [{ into: 'choices' as const }],
    [{ into: 'window' as const }],
    [{ composing: true }],
    [{ repeat: true }],
  ])('a letter means nothing with %j', more => {
    expect(alone('j', more)).toEqual([])
    expect(
      doneBy([
        [0, press('g')],
        [400, press('d', more)],
      ]),
    ).toEqual([])
  })

  test('[Q-253] an arrow with Alt moves along the messages, letters on or off; in text, choices and windows it does not', () => {
    const up = { alt: true }
    expect(alone('ArrowUp', up, off)).toEqual(['message.older write.quote'])
    for (const key of ['q', 'i', 'l', 'm', 'b']) expect(alone(key, {}, off)).toEqual([])
    for (const into of ['box', 'text', 'choices', 'window'] as const)
      expect(alone('ArrowUp', { ...up, into })).toEqual([])
  })

  test('single letters can be turned off; what needs Ctrl stays, in text too', () => {
    for (const key of ['j', 'g', 'w']) expect(alone(key, {}, off)).toEqual([])
    expect(alone('k', { ctrl: true }, off)).toEqual(['palette'])
    for (const into of ['box', 'text'] as const) expect(alone('k', { ctrl: true, into })).toEqual(['palette'])
    expect(alone('k', { ctrl: true, composing: true })).toEqual([])
    expect(alone('k', { ctrl: true, into: 'window' })).toEqual([])
  })
})

describe('[Q-370] letters that come as a person types are text', () => {
  test.each([
    'Sorry Grace, one moment',
    'sorry grace, one moment',
    'Your receipt, Prossy.',
    'eat',
    'I am here',
    'a moment please',
    '2 minutes, then 1 more',
    'Glad to help',
    'glad to help',
    'get well soon',
    'just a moment',
    '?? what',
    'Xavier, Right away',
    'ee',
  ])('“%s”', text => {
    for (const everyMs of [0, 40, 120, 299])
      expect(typing(text, everyMs).join('').replaceAll(/[“”]/g, ''), `${everyMs} ms`).toBe(text)
  })

  test('what is no word stays keys: G D, and J and K one after the other', () => {
    expect(typing('gd', 40)).toEqual(['go.dashboard'])
    expect(typing('jjk', 40)).toEqual(['queue.next', 'queue.next', 'queue.previous'])
  })

  test('from 300 ms on the letters are single ones', () => {
    expect(typing('sh', 299)).toEqual(['“sh”'])
    expect(typing('sh', 300)).toEqual(['conversation.assign', 'conversation.snooze'])
  })

  test('the second letter may find the focus in the box: the first goes before it', () => {
    const second = (into: Press['into']) =>
      doneBy([
        [0, press('e')],
        [40, press('v', { into })],
      ])
    expect(second('box')).toEqual(['“e”'])
    for (const into of ['text', 'choices', 'window'] as const) expect(second(into)).toEqual([])
  })

  test('while letters wait for their box, all that follow do, however slowly', () => {
    const writing = { ...on, isWriting: true }
    for (const key of ['e', ' ', 'g', '1']) expect(alone(key, {}, writing)).toEqual([`“${key}”`])
  })

  test('a key that a part of the page has dealt with does nothing here; what was held before it is done', () => {
    const handled = { ...on, isHandled: true }
    expect(alone('j', {}, handled)).toEqual([])
    expect(alone('k', { ctrl: true }, handled)).toEqual([])
    const { typed } = stepOf(null, press('j'), 0, on)
    expect(said(stepOf(typed, press('Enter'), 40, handled).effects)).toEqual(['queue.next'])
    expect(said(stepOf(typed, press('Escape'), 40, handled).effects)).toEqual([])
    expect(said(stepOf(typed, press('+'), 40, handled).effects)).toEqual([])
    expect(said(release(typed).effects)).toEqual(['queue.next'])
    expect(release({ type: 'text', at: 0 })).toEqual({ typed: null, effects: [] })
  })

  test.each([
    ['Escape', []],
    ['Backspace', []],
    ['Enter', ['conversation.resolve']],
    ['Tab', ['conversation.resolve']],
  ])('E, then %s at once: %j', (key, expected) => {
    expect(
      doneBy([
        [0, press('e')],
        [40, press(key)],
      ]),
    ).toEqual(expected)
  })
})

test('[Q-218] no key is two commands’ in one place', () => {
  const taken = commandIds.flatMap(id => {
    const { keys, place } = commandOf(id)
    return keys.map(one => `${place}: ${one.join(' ')}`)
  })
  expect(new Set(taken).size).toBe(taken.length)
})
