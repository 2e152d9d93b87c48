import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'

/** Words and controls that stand beyond the right edge of the page, where nothing that scrolls sideways holds them. */
export function beyondEdge(): readonly string[] {
  // A line of tabs and a table may: what scrolls down is as wide as the page.
  const mayScroll = (element: Element) =>
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) &&
    (element.clientHeight < 120 || element.querySelector('table, [role=table]') !== null)
  const scrolls = (element: Element | null): boolean =>
    element !== null && (mayScroll(element) || scrolls(element.parentElement))
  /** Words of a line that ends in dots, within the page. */
  const isCut = (element: Element | null): boolean => {
    if (element === null) return false
    const { textOverflow, webkitLineClamp } = getComputedStyle(element)
    const endsInDots = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
    if (endsInDots && element.getBoundingClientRect().right <= innerWidth + 1) return true
    return isCut(element.parentElement)
  }
  const hasWords = (element: Element) =>
    [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
  const found = [...document.body.querySelectorAll('*')].filter(element => {
    if (!hasWords(element) && !element.matches('button, a, input, textarea')) return false
    if (element.closest('.visually-hidden') !== null || !element.checkVisibility()) return false
    const { right, width } = element.getBoundingClientRect()
    return width > 1 && right > innerWidth + 1 && !scrolls(element.parentElement) && !isCut(element)
  })
  const wide = document.documentElement.scrollWidth - innerWidth
  return [...(wide > 0 ? [`${wide} px to scroll`] : []), ...found.map(one => one.outerHTML.slice(0, 160))]
}

/** What is in motion, or would be, for longer than a millisecond. */
export function moving(): readonly string[] {
  const longest = (times: string) =>
    Math.max(
      ...times.split(',').map(time => Number.parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1_000)),
    )
  const faded = [...document.querySelectorAll('*')].flatMap(element =>
    ['', '::before', '::after'].flatMap(pseudo => {
      const { transitionDuration, animationDuration } = getComputedStyle(element, pseudo)
      return longest(transitionDuration) > 1 || longest(animationDuration) > 1
        ? [`${element.outerHTML.slice(0, 80)}${pseudo}`]
        : []
    }),
  )
  const running = document
    .getAnimations()
    .filter(one => Number(one.effect?.getComputedTiming().duration ?? 0) > 1)
    .map(one => `an animation of ${Number(one.effect?.getComputedTiming().duration)} ms`)
  return [...faded, ...running]
}

/** What lies over the middle of a control; null: nothing. */
function cover(element: Element): string | null {
  const { x, y, width, height } = element.getBoundingClientRect()
  const [middle, line] = [x + width / 2, y + height / 2]
  const top = document.elementFromPoint(middle, line)
  if (top !== null && (element.contains(top) || top.contains(element))) return null
  return top === null ? `outside, at ${middle}, ${line}` : top.outerHTML.slice(0, 160)
}

const controls = 'a[href], button, input, select, textarea, [role=tab], [role=option], [role=menuitem]'

/** Controls whose middle is under something else, each brought into view first. */
export function coveredControls(): readonly string[] {
  const seen = [...document.body.querySelectorAll<HTMLElement>(controls)].filter(one => {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    if (one.closest('[inert], .visually-hidden') !== null || one.tabIndex < 0) return false
    // A link for the keyboard, which shows with the focus.
    if (getComputedStyle(one).clipPath !== 'none') return false
    const { width, height } = one.getBoundingClientRect()
    return width > 1 && height > 1
  })
  return seen.flatMap(one => {
    one.scrollIntoView({ block: 'center', inline: 'nearest' })
    // A list that draws its rows anew as it scrolls.
    if (!one.isConnected) return []
    const over = cover(one)
    if (over === null) return []
    const label = one instanceof HTMLInputElement ? one.labels?.[0] : undefined
    if (label !== undefined && cover(label) === null) return []
    return [`${one.outerHTML.slice(0, 120)} under ${over}`]
  })
}

/** How a control and what is around it are drawn: another with the focus than without it. */
function drawn(element: Element): string {
  const around: string[] = []
  for (let part: Element | null = element; part !== null && around.length < 15; part = part.parentElement) {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(part)
    around.push(outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineWidth} ${outlineColor}`)
    around.push(boxShadow, borderColor)
  }
  return around.join('; ')
}

/** The control is brought into view, and nothing lies over it. */
export async function expectInReach(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible()
  // What is loaded above it may move it out again; the words of a long thread may lie below.
  await expect
    .poll(() => {
      control.element().scrollIntoView({ block: 'nearest' })
      return cover(control.element())
    })
    .toBeNull()
}

/** The focus on a control is seen, and nothing lies over it then. */
export async function expectFocusSeen(control: Locator): Promise<void> {
  const element = control.element() as HTMLElement
  element.blur()
  const idle = drawn(element)
  // From the keyboard: a ring stands for nobody who points.
  await userEvent.keyboard('{Shift}')
  element.focus()
  await expect.poll(() => drawn(element)).not.toBe(idle)
  await expect.poll(() => cover(element)).toBeNull()
}
