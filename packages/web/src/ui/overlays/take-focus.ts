/**
 * A ref for the button in whose place one was pressed before its code was there: that one went when the code came, so its place
 * has the focus before the menu opens, which gives it back.
 */
export const takeFocus = (button: HTMLButtonElement | null): void => button?.focus()
