/** An input method has the key; 229 is how Safari says it of the Enter that ends a composition. */
const isComposing = (event: Event): boolean => {
  const { isComposing, keyCode } = event as KeyboardEvent
  return isComposing || keyCode === 229
}

/**
 * Keeps keys with which an input method composes from every handler of the page, so that none of them sends, chooses or
 * runs anything. The field still gets them. Call it before any other listener is added to `page`, the window.
 */
export function holdComposingKeys(page: EventTarget): void {
  const hold = (event: Event) => {
    if (isComposing(event)) event.stopImmediatePropagation()
  }
  page.addEventListener('keydown', hold, { capture: true })
}
