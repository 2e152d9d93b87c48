import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { isWriteBox, isWriting, typeInWriteBox } from '../ui/fields/write-box.ts'
import type { KeydownBuffer } from './early-keys.ts'
import { runCommand } from './live.ts'
import {
  isCancel,
  isPrintableKey,
  type Press,
  release,
  settle,
  type Step,
  stepOf,
  type Typed,
  typingMs,
} from './presses.ts'

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
