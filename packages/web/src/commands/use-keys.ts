import { useEffect } from 'react'
import type { EarlyKeys } from './early-keys.ts'
import { runCommand } from './live.ts'
import { meaningOf, type Press, secondKeyMs } from './presses.ts'

/**
 * Does what the keys mean, wherever on the page the focus is. What a part of the page has dealt with itself is left alone.
 * @param letters whether single ones are commands
 * @param early those that were pressed before this was there; they are done first
 */
export function useKeys(letters: () => 'on' | 'off', early: EarlyKeys): void {
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | null = null
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isModifier(event.key)) return
      const waited = first !== null && event.timeStamp - first.at <= secondKeyMs ? first.key : null
      first = null
      const meaning = meaningOf(pressOf(event), waited, letters())
      if (meaning.is === 'first') first = { key: meaning.key, at: event.timeStamp }
      // Enter and Escape are the business of what has the focus.
      if (meaning.is !== 'commands' || event.key === 'Enter' || event.key === 'Escape') return
      if (meaning.ids.some(runCommand)) event.preventDefault()
    }
    for (const event of early.take(performance.now())) onKeyDown(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
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
