/** For how long typed letters are kept for a box that is on its way. */
const keptMs = 15_000

interface Kept {
  readonly text: string
  readonly at: number
}

let box: HTMLTextAreaElement | null = null
/** Until when another box than this one is on its way, as events have times; 0: none is. */
let awaitedUntil = 0
let kept: readonly Kept[] = []
let isLeftByPointer = false
let lastInput: 'pointer' | 'Escape' | 'key' = 'key'

/**
 * The box in which the agent writes in the open conversation. It gets the letters that were typed while it was on its way.
 * Returns how to say that it has gone, or is out of sight while a part of its screen loads.
 */
export function registerWriteBox(element: HTMLTextAreaElement, now: () => number): () => void {
  box = element
  const { pathname } = location
  const from = now()
  const words = kept.filter(({ at }) => from - at <= keptMs).map(({ text }) => text)
  stopAwaiting()
  isLeftByPointer = false
  const end = new AbortController()
  const { signal } = end
  // What the keys led to since is where the agent is.
  const onFocusIn = ({ target }: FocusEvent) => {
    const isOver =
      target instanceof Element && target.closest('[data-modal],[role=menu],[role=dialog]') !== null
    if (lastInput === 'key' && !isOver) isLeftByPointer = false
  }
  document.addEventListener('focusin', onFocusIn, { signal })
  element.addEventListener('blur', () => (isLeftByPointer = lastInput === 'pointer'), { signal })
  document.addEventListener('pointerdown', () => (lastInput = 'pointer'), { signal, capture: true })
  document.addEventListener('keydown', ({ key }) => (lastInput = key === 'Escape' ? 'Escape' : 'key'), {
    signal,
    capture: true,
  })
  if (words.length > 0) insert(element, words.join(''), 0)
  return () => {
    end.abort()
    if (box !== element) return
    box = null
    // The conversation is still open: its box comes back.
    if (location.pathname === pathname) awaitWriteBox(now())
  }
}

/** Another conversation is on its way: what is typed until its box is there is for that box. */
export function awaitWriteBox(now: number): void {
  awaitedUntil = now + keptMs
}

/** No other conversation comes. */
export function stopAwaiting(): void {
  awaitedUntil = 0
  kept = []
}

/** Whether there is a box to write in, or one is on its way. */
export const hasWriteBox = (now: number): boolean => box !== null || now < awaitedUntil

/** Whether this is the box. */
export const isWriteBox = (target: EventTarget | null): boolean => target !== null && target === box

/** Whether typed letters wait for a box. */
export const isWriting = (now: number): boolean => now < awaitedUntil && kept.length > 0

/**
 * Types text for the agent: into the box, which gets the focus, or into the one that is on its way.
 * @param back how many characters before the caret: those were typed later
 */
export function typeInWriteBox(text: string, now: number, back = 0): void {
  if (now < awaitedUntil) kept = [...kept, { text, at: now }]
  else if (box !== null) insert(box, text, back)
}

/** Puts the focus into the box, if there is one. */
export const focusWriteBox = (): void => box?.focus()

/**
 * The box, if the focus belongs there when a menu, a window or a toast has gone: the agent left the box by pointer, and has
 * gone nowhere by keys since. Escape leads back to what opened it. Null: leave the focus as it is.
 */
export const boxToReturnTo = (): HTMLElement | null =>
  isLeftByPointer && lastInput !== 'Escape' ? box : null

/**
 * Where the focus goes when a popup closes, for the library: to the box, else to `otherwise` (true: to what opened it).
 * False where what was chosen took the focus elsewhere: given a function, the library does not look itself.
 */
export function focusAfter(popup: HTMLElement | null, otherwise: HTMLElement | true): HTMLElement | boolean {
  const at = document.activeElement
  const isFree = at === null || at === document.body || popup?.contains(at) === true
  return isFree && (boxToReturnTo() ?? otherwise)
}

function insert(element: HTMLTextAreaElement, text: string, back: number): void {
  element.focus()
  const from = Math.max(0, element.selectionStart - back)
  element.setRangeText(text, from, back > 0 ? from : element.selectionEnd, 'preserve')
  const caret = from + text.length + back
  element.setSelectionRange(caret, caret)
  element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
