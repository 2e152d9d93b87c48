import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

/** Waits until the commands of keys are heard: their code comes a moment after the page. */
export async function keysAreHeard(): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  const isOpen = async () => {
    if (palette.query() === null) await userEvent.keyboard('{Control>}k{/Control}')
    return palette.query() !== null
  }
  await expect.poll(isOpen).toBe(true)
  await expect.element(palette.getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
}

/** Goes there by the Tab key alone. */
export async function tabTo(target: Locator, options: { readonly shift?: boolean } = {}): Promise<void> {
  await expect.element(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (document.activeElement === target.query()) return
    await userEvent.tab(options)
  }
  await expect.element(target).toHaveFocus()
}

/** Presses a key in the element that has the focus, as if so many milliseconds ago. */
export function pressedAgo(key: string, ms: number): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() - ms })
  ;(document.activeElement ?? document.body).dispatchEvent(event)
}

/** The window that lists the keys. */
export const keyList = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

/** Turns single-letter keys on or off in the list of keys, which is open, and closes that. */
export async function setLetters(to: 'on' | 'off'): Promise<void> {
  const box = keyList().getByRole('checkbox', { name: 'Use single-letter shortcuts' })
  await box.click()
  if (to === 'on') await expect.element(box).toBeChecked()
  else await expect.element(box).not.toBeChecked()
  await keyList().getByRole('button', { name: 'Close' }).click()
  await expect.element(keyList()).not.toBeInTheDocument()
}
