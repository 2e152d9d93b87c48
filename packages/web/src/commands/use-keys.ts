import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { type CommandId, commandIds, commandOf } from './catalogue.ts'
import { isWriteBox, isWriting, typeInWriteBox } from '../ui/fields/write-box.ts'
import type { KeydownBuffer } from './early-keys.ts'
import { runCommand } from './live.ts'

/** One press of a key. */
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
const secondKeyMs = 1_500

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
const typingMs = 300

/** What the keys before were: held until it is known whether they are a command, or text whose rest may follow. */
export type Typed =
  | { readonly type: 'held'; readonly keys: readonly string[]; readonly text: string; readonly at: number }
  | { readonly type: 'text'; readonly at: number }

/** What keys do: one of these commands, or text for the box of the open conversation. */
export type Effect =
  | { readonly type: 'commands'; readonly ids: readonly CommandId[] }
  | { readonly type: 'text'; readonly text: string }

/** What is known after a press, and what to do now. */
interface Step {
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

/** Carries out the waiting key once no other follows for `typingMs`; the first key of two waits for its second. */
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
const isCancel = ({ key }: Press): boolean => key === 'Escape' || key === 'Backspace'

/** Whether a press puts a character where text is written. */
const isPrintableKey = ({ key, ctrl, alt }: Press): boolean => key.length === 1 && !ctrl && !alt

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

/**
 * Does what the keys mean, wherever on the page the focus is; what a person types goes into the box of the open
 * conversation. What a part of the page has dealt with itself is left alone.
 * @param letters whether single ones are commands
 * @param early those that were pressed before this was there; they are done first
 */
export function useKeys(letters: () => 'on' | 'off', early: KeydownBuffer): void {
  useEffect(() => {
    let typed: Typed | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Does it. `back`: so many characters that were typed later are in the box already. True: it was a command. */
    const take = (step: Step, at: number, back: number): boolean => {
      typed = step.typed
      let hasRun = false
      for (const effect of step.effects)
        if (effect.type === 'text') typeInWriteBox(effect.text, at, back)
        else hasRun = effect.ids.some(runCommand) || hasRun
      return hasRun
    }
    const hear = (event: KeyboardEvent, back: number) => {
      if (isModifier(event.key)) return
      const { timeStamp: at } = event
      const press = pressOf(event)
      clearTimeout(timer)
      const around = { letters: letters(), isWriting: isWriting(at), isHandled: event.defaultPrevented }
      const hasRun = take(stepOf(typed, press, at, around), at, back)
      if (typed?.type === 'held') {
        const due = typed.at + typingMs
        timer = setTimeout(() => take(settle(typed, due), due, 0), Math.max(0, due - performance.now()))
      }
      if (hasRun || (press.into === 'none' && typed?.type === 'text')) event.preventDefault()
    }
    const pressed = early.take(performance.now())
    // What went into the box by itself is in it before the letters that go there now.
    const inBox = (event: KeyboardEvent) => isWriteBox(event.target) && isPrintableKey(pressOf(event))
    for (const [place, event] of pressed.entries()) hear(event, pressed.slice(place).filter(inBox).length)
    const onKeyDown = (event: KeyboardEvent) => hear(event, 0)
    /** Before the page deals with the next key or press: X, then an arrow, selects the row that had the focus at X. */
    const releaseFirst = ({ timeStamp: at }: Event) => {
      if (typed?.type !== 'held') return
      clearTimeout(timer)
      flushSync(() => take(release(typed), at, 0))
    }
    const onKeyFirst = (event: KeyboardEvent) => {
      const press = pressOf(event)
      const goesOn = isModifier(event.key) || press.composing || press.repeat || isPrintableKey(press)
      if (!goesOn && !isCancel(press) && press.into === 'none') releaseFirst(event)
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('keydown', onKeyFirst, true)
    document.addEventListener('pointerdown', releaseFirst, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('keydown', onKeyFirst, true)
      document.removeEventListener('pointerdown', releaseFirst, true)
    }
  }, [letters, early])
}

const isModifier = (key: string): boolean => ['Shift', 'Control', 'Alt', 'Meta'].includes(key)

const pressOf = (event: KeyboardEvent): Press => ({
  key: event.key,
  ctrl: event.ctrlKey || event.metaKey,
  alt: event.altKey,
  shift: event.shiftKey,
  // 229 is how some browsers say that an input method has it.
  composing: event.isComposing || event.keyCode === 229,
  repeat: event.repeat,
  into: placeOf(event.target),
})

const noText = new Set(['button', 'checkbox', 'radio', 'submit', 'file', 'range'])

function placeOf(target: EventTarget | null): Press['into'] {
  if (!(target instanceof HTMLElement)) return 'none'
  if (isWriteBox(target)) return 'box'
  // A menu or window that is closing keeps the focus until the next frames, and takes nothing any more.
  if (target.closest('[data-closed]') !== null) return 'none'
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  ) {
    return 'text'
  }
  if (target instanceof HTMLInputElement && !noText.has(target.type)) return 'text'
  if (target.closest('[role=menu],[role=listbox],[role=combobox]') !== null) return 'choices'
  return target.closest('[data-modal]') === null ? 'none' : 'window'
}
