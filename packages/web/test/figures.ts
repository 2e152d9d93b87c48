import { expect, onTestFinished, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'

/** A panel of the dashboard, by its title. */
export const panel = (title: string): Locator => page.getByRole('region', { name: title, exact: true })

/** The card of a figure, by its name. */
export const tile = (where: Locator, name: string): Locator => where.getByRole('group', { name, exact: true })

/** What the card of a figure shows as its value; null: no value, or no card. */
const valueOf = (where: Locator, name: string): string | null =>
  tile(where, name).query()?.querySelector('b')?.textContent ?? null

/** Waits until the cards of these figures show these values. */
export const expectTiles = (where: Locator, values: Readonly<Record<string, string | null>>) =>
  expect
    .poll(() => Object.fromEntries(Object.keys(values).map(name => [name, valueOf(where, name)])))
    .toEqual(values)

/** Brings a panel before the eye, so that it loads its figures. */
export async function reach(title: string): Promise<void> {
  await expect.element(panel(title)).toBeInTheDocument()
  panel(title).element().scrollIntoView({ block: 'center' })
}

/** The texts of elements, as they are shown. */
export const textsOf = (where: Locator): string[] => where.elements().map(one => one.textContent)

/** The element is drawn in the colour of a design token. */
export async function expectColour(where: Locator, token: string): Promise<void> {
  await expect.element(where).toBeVisible()
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  where.element().append(probe)
  const wanted = getComputedStyle(probe).color
  probe.remove()
  expect(getComputedStyle(where.element()).color).toBe(wanted)
}

/** The filled part of the bar in an element, in percent. */
export function barOf(where: Element | undefined): number {
  const bar = where?.querySelector('[data-tone]')
  const [part, whole] = [bar?.firstElementChild, bar].map(box => box?.getBoundingClientRect().width ?? 0)
  return ((part ?? 0) / (whole ?? 1)) * 100
}

/** Presses a download and reads the file that the browser is given: its name and its lines, without the byte order mark. */
export async function downloaded(button: Locator): Promise<{ name: string; lines: readonly string[] }> {
  const files: Blob[] = []
  const names: string[] = []
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
    files.push(file as Blob)
    return 'blob:kept'
  })
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  onTestFinished(() => {
    made.mockRestore()
    pressed.mockRestore()
  })
  await button.click()
  await expect.poll(() => names.length).toBe(1)
  made.mockRestore()
  pressed.mockRestore()
  // Blob.text() leaves out the mark.
  const bytes = new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer(0))
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  const text = new TextDecoder().decode(bytes)
  return { name: names[0] ?? '', lines: text.trimEnd().split('\r\n') }
}

/** The words of every alert of the browser from now on; none is shown. */
export function heardAlerts(): readonly string[] {
  const words: string[] = []
  const spy = vi.spyOn(window, 'alert').mockImplementation(text => {
    words.push(String(text))
  })
  onTestFinished(() => spy.mockRestore())
  return words
}
