import { type CommandId, commandIds, commandOf } from './catalogue.ts'

/** What is known of a key that was pressed. */
export interface Press {
  /** As the browser names it: "j", "?", "Enter". */
  readonly key: string
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
  /** An input method is composing text. */
  readonly composing: boolean
  /** Held down. */
  readonly repeat: boolean
  /**
   * Where it went: into the box of the open conversation, or other text; into a menu or a list of choices, which look for
   * what begins with it; a window; else none.
   */
  readonly into: 'box' | 'text' | 'choices' | 'window' | 'none'
}

/** For how long the second key of two is waited for. */
export const secondKeyMs = 1_500

const lettersOf = (press: string): string => (press.length === 1 ? press.toUpperCase() : press)

/** With Alt they are none of the browser's, nor signs of any keyboard. */
const arrows: Readonly<Record<string, string>> = { ArrowUp: 'Alt+↑', ArrowDown: 'Alt+↓' }

/** "J", "?", "Ctrl+K", "Shift+R", "Alt+↑" and so on; null for what is no command's. */
function nameOf({ key, ctrl, alt, shift }: Press): string | null {
  if (alt) return ctrl || shift ? null : (arrows[key] ?? null)
  if (ctrl) return `Ctrl+${lettersOf(key)}`
  const isLetter = /^[a-z]$/i.test(key)
  // A sign that needs Shift is itself; of a letter Shift makes another key.
  return shift && isLetter ? `Shift+${key.toUpperCase()}` : lettersOf(key)
}

/** Two printable keys within so many milliseconds are text that a person types, and no commands. */
export const typingMs = 300

/** What the keys before were: held until it is known whether they are a command, or text whose rest may follow. */
export type Typed =
  | { readonly type: 'held'; readonly keys: readonly string[]; readonly text: string; readonly at: number }
  | { readonly type: 'text'; readonly at: number }

/** What keys do: one of these commands, or text for the box of the open conversation. */
export type Effect =
  | { readonly type: 'commands'; readonly ids: readonly CommandId[] }
  | { readonly type: 'text'; readonly text: string }

/** What is known after a press, and what to do now. */
export interface Step {
  readonly typed: Typed | null
  readonly effects: readonly Effect[]
}

const idsOf = (keys: readonly string[]): readonly CommandId[] =>
  commandIds.filter(id =>
    commandOf(id).keys.some(
      own => own.length === keys.length && own.every((key, place) => key === keys[place]),
    ),
  )

const isFirstOfTwo = (name: string): boolean =>
  commandIds.some(id => commandOf(id).keys.some(own => own.length > 1 && own[0] === name))

const commandsOf = (keys: readonly string[]): readonly Effect[] => {
  const ids = idsOf(keys)
  return ids.length === 0 ? [] : [{ type: 'commands', ids }]
}

/** They go along the queue. No word begins with two of them, so one after the other they are pressed, not typed. */
const alongTheQueue: ReadonlySet<string> = new Set(['J', 'K'])

/** What is held is done once nothing has followed for `typingMs`; the first key of two is kept for its second. */
export function settle(typed: Typed | null, at: number): Step {
  if (typed === null || at - typed.at < typingMs) return { typed, effects: [] }
  if (typed.type === 'text') return { typed: null, effects: [] }
  const effects = commandsOf(typed.keys)
  const isKept = effects.length === 0 && at - typed.at <= secondKeyMs
  return { typed: isKept ? typed : null, effects }
}

/** Does what is held at once. */
export const release = (typed: Typed | null): Step => ({
  typed: null,
  effects: typed?.type === 'held' ? commandsOf(typed.keys) : [],
})

/**
 * What is on the page for a key: whether single letters are commands, whether text waits for its box, and whether a part of
 * the page has dealt with the key itself.
 */
export interface Around {
  readonly letters: 'on' | 'off'
  readonly isWriting: boolean
  readonly isHandled: boolean
}

/**
 * What a press does. Keys with Ctrl act at once, and with Alt where no text or choice is. A printable key that may be a
 * command is held for `typingMs`: if another printable key follows within that time, both are text. One that begins no
 * command is text at once. In a window, while held down and while composing nothing acts; in text, in a list of choices,
 * or where single letters are turned off, printable keys are left alone.
 * @param at milliseconds, as events have them
 */
export function stepOf(before: Typed | null, press: Press, at: number, around: Around): Step {
  const name = nameOf(press)
  const settled = settle(before, at)
  if (name === null || press.composing || press.repeat) return settled
  const { typed, effects } = settled
  const isPrintable = isPrintableKey(press)
  if (around.isHandled && isPrintable) return { typed: null, effects }
  if (press.into === 'none' && isPrintable) {
    if (around.letters === 'off') return { typed: null, effects }
    const printed = stepOfPrintable(typed, press.key, name, at, around.isWriting)
    return { typed: printed.typed, effects: [...effects, ...printed.effects] }
  }
  const held = typed?.type === 'held' && at - typed.at < typingMs ? typed : null
  // The box got the focus between two letters.
  if (isPrintable && press.into === 'box' && held !== null)
    return { typed: null, effects: [...effects, { type: 'text', text: held.text }] }
  const acts = press.into === 'none' || (press.ctrl && press.into !== 'window')
  const released = acts && !isCancel(press) ? release(held).effects : []
  // Enter and Escape are the business of what has the focus.
  const isOurs = acts && !around.isHandled && press.key !== 'Enter' && press.key !== 'Escape'
  const own = isOurs ? commandsOf([name]) : []
  return { typed: null, effects: [...effects, ...released, ...own] }
}

/** Whether a press drops what is held. */
export const isCancel = ({ key }: Press): boolean => key === 'Escape' || key === 'Backspace'

/** Whether a press puts a character where text is written. */
export const isPrintableKey = ({ key, ctrl, alt }: Press): boolean => key.length === 1 && !ctrl && !alt

/** A printable key where no text, choice or window is. */
function stepOfPrintable(
  typed: Typed | null,
  key: string,
  name: string,
  at: number,
  isWriting: boolean,
): Step {
  const text = (words: string): Step => ({
    typed: { type: 'text', at },
    effects: [{ type: 'text', text: words }],
  })
  const hold = (keys: readonly string[], words: string, effects: readonly Effect[] = []): Step => ({
    typed: { type: 'held', keys, text: words, at },
    effects,
  })
  if (typed?.type === 'text' || isWriting) return text((typed?.type === 'held' ? typed.text : '') + key)
  if (typed !== null) {
    const both = [...typed.keys, name]
    const words = typed.text + key
    if (idsOf(both).length > 0) return hold(both, words)
    if (at - typed.at < typingMs)
      return both.every(one => alongTheQueue.has(one))
        ? hold([name], key, commandsOf(typed.keys))
        : text(words)
  }
  if (idsOf([name]).length > 0 || isFirstOfTwo(name)) return hold([name], key)
  if (typed !== null) return text(typed.text + key)
  // A space alone presses the button that has the focus.
  return key === ' ' ? { typed: null, effects: [] } : text(key)
}
