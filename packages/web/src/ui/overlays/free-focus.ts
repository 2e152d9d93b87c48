/** Whether nothing to be worked with holds the focus: what held it has left the page, or it is on the screen as a whole. */
export const isFocusFree = (): boolean => {
  const at = document.activeElement
  return at === null || at === document.body || at === screenElement()
}

/** Puts the focus on the screen itself, so that the keys go on from there and not from the start of the page. */
export const focusScreen = (): void => screenElement()?.focus({ preventScroll: true })

/** The id of the element around every screen. */
export const screenId = 'screen'

const screenElement = (): HTMLElement | null => document.getElementById(screenId)

/** Puts the focus on the screen, if what had it has left the page by the next frame. */
export const keepFocus = (): void => {
  requestAnimationFrame(() => {
    if (isFocusFree()) focusScreen()
  })
}

/**
 * A ref for the button in whose place one was pressed before its code was there: that one went when the code came, so its place
 * has the focus before the menu opens, which gives it back.
 */
export const takeFocus = (button: HTMLButtonElement | null): void => button?.focus()
