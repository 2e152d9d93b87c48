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
  /** Where it went: into text; into a menu or a list of choices, which look for what begins with it; a window; else none. */
  readonly into: 'text' | 'choices' | 'window' | 'none'
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

/** What a press is: a command, the first key of two, or nothing of ours. */
export type Meaning =
  | { readonly is: 'commands'; readonly ids: readonly CommandId[] }
  | { readonly is: 'first'; readonly key: string }
  | { readonly is: 'nothing' }

const nothing: Meaning = { is: 'nothing' }

/**
 * What a press means. In a window, while held down and while composing nothing does. Single letters and signs mean nothing
 * in text, in a list of choices, or where they are turned off; keys with Ctrl do, and with Alt where no text or choice is.
 * @param first the key before it, when it was the first of two
 */
export function meaningOf(press: Press, first: string | null, letters: 'on' | 'off'): Meaning {
  const name = nameOf(press)
  if (name === null || press.composing || press.repeat || press.into === 'window') return nothing
  if (!press.ctrl && press.into !== 'none') return nothing
  if (!press.ctrl && !press.alt && letters === 'off') return nothing
  const sequence = first === null ? [name] : [first, name]
  const isIt = (keys: readonly string[]) =>
    keys.length === sequence.length && keys.every((key, index) => key === sequence[index])
  const ids = commandIds.filter(id => commandOf(id).keys.some(isIt))
  if (ids.length > 0) return { is: 'commands', ids }
  // The second key may be the first of others.
  if (first !== null) return meaningOf(press, null, letters)
  const begins = commandIds.some(id => commandOf(id).keys.some(keys => keys.length > 1 && keys[0] === name))
  return begins ? { is: 'first', key: name } : nothing
}
