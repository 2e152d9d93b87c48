import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { messageOf, newCustomer, openThread } from './harness/conversation.ts'
import { look } from './harness/pixels.ts'
import { call } from './harness/ticket.ts'
import { expect, signIn, test } from './harness.ts'

const queue = (page: Page) => page.getByRole('grid', { name: 'Queue' })
const leave = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

/** A key until the code that hears it, a moment behind the page, is there. */
const pressUntil = (page: Page, key: string, shown: Locator) =>
  expect(async () => {
    await page.keyboard.press(key)
    await expect(shown).toBeVisible({ timeout: 1_000 })
  }).toPass()

/** A window of 1280 px at 400 %, and one of 1366 × 768 at 200 %. */
const sizes = [
  { width: 320, height: 640 },
  { width: 683, height: 384 },
] as const

/** Words and controls that stand beyond the right edge of the page, where nothing that scrolls sideways holds them. */
const beyondEdge = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
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
      [...element.childNodes].some(
        node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      )
    const found = [...document.body.querySelectorAll('*')].filter(element => {
      if (!hasWords(element) && !element.matches('button, a, input, textarea')) return false
      if (element.closest('.visually-hidden') !== null || !element.checkVisibility()) return false
      const { right, width } = element.getBoundingClientRect()
      return width > 1 && right > innerWidth + 1 && !scrolls(element.parentElement) && !isCut(element)
    })
    const wide = document.documentElement.scrollWidth - innerWidth
    return [...(wide > 0 ? [`${wide} px to scroll`] : []), ...found.map(one => one.outerHTML.slice(0, 160))]
  })

/** What is in motion, or would be: with reduced motion nothing, for longer than a millisecond. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
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
  })

/** A green square of ten pixels. */
const square =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('[Q-272 Q-273] on a narrow and on a low screen a picture and the words of a lost connection are whole, and nothing moves', async ({
    page,
    parley,
  }) => {
    await signIn(page, 'brian', '/conversations')
    const { id, phone } = await newCustomer(parley, page, ['Here is the slip'])
    await phone.send({
      type: 'image',
      data_base64: square,
      filename: 'slip.png',
      mime_type: 'image/png',
      text: 'Slip',
    })
    await openThread(page, id)
    await messageOf(page, 'Slip')
      .getByRole('link')
      .filter({ has: page.getByRole('img') })
      .click()
    const download = page.getByRole('dialog').getByRole('link', { name: /^Download/ })
    const expectWhole = async (part: Locator) => {
      for (const size of sizes) {
        await page.setViewportSize(size)
        await expect(part).toBeInViewport({ ratio: 0.9 })
        await expect.poll(() => beyondEdge(page), `beyond ${size.width} px`).toEqual([])
        expect(await moving(page)).toEqual([])
      }
    }
    await expectWhole(download)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.goto('/conversations')
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('ConnectionBar')),
    )
    await page.context().setOffline(true)
    const bar = page.getByRole('region', { name: 'Connection' })
    await expect(bar).toBeVisible()
    await expectWhole(bar)
    await page.context().setOffline(false)
  })
})

test.describe('in high contrast', () => {
  test.use({ forcedColors: 'active' })

  test('[Q-156 Q-272] the row that is open, the command at hand, a hit and the three weights of a wait differ without our colours', async ({
    page,
    parley,
  }) => {
    await signIn(page, 'brian', '/conversations')
    const { id } = await newCustomer(parley, page, ['The capybara of high contrast'])
    await expect.poll(() => call(page, 'POST', `handoff/accept/${id}`)).not.toHaveProperty('code')
    /** A part looks otherwise once what it tells is taken away from it. */
    const tells = async (part: Locator, attribute: string, without: string | null) => {
      await page.mouse.move(700, 5)
      await leave(page)
      const before = await look(part)
      await part.evaluate(
        (element, [name, value]) => {
          if (value === null) element.removeAttribute(name)
          else element.setAttribute(name, value)
        },
        [attribute, without] as const,
      )
      expect(await look(part), `${attribute} is seen`).not.toBe(before)
    }
    await openThread(page, id)
    const current = queue(page).getByRole('row').filter({ hasText: 'capybara' })
    await expect(current).toHaveAttribute('aria-current', 'true')

    const wait = current.locator('time[data-wait]')
    const weights: string[] = []
    for (const weight of ['calm', 'long', 'too-long']) {
      await wait.evaluate((element, value) => element.setAttribute('data-wait', value), weight)
      weights.push(await look(current))
    }
    expect(new Set(weights).size).toBe(3)
    await tells(current, 'aria-current', null)

    const mode = page.getByRole('group', { name: 'Write' })
    const reply = await look(mode)
    await mode.getByRole('button', { name: 'Note' }).click()
    await page.mouse.move(700, 5)
    await leave(page)
    expect(await look(mode), 'whom one writes to').not.toBe(reply)

    await pressUntil(page, 'Control+k', page.getByRole('dialog', { name: 'Search or jump to' }))
    const atHand = page.getByRole('option').first()
    await expect(atHand).toHaveAttribute('aria-selected', 'true')
    await tells(atHand, 'aria-selected', 'false')

    await page.goto('/search?q=capybara')
    const hit = page.getByRole('list', { name: 'Messages' }).locator('mark').first()
    await expect(async () => {
      await page.reload()
      await expect(hit).toHaveText('capybara', { timeout: 2_000 })
    }).toPass()
    const line = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').first()
    const marked = await look(line)
    await hit.evaluate(mark => {
      const plain = document.createElement('span')
      plain.textContent = mark.textContent
      mark.replaceWith(plain)
    })
    expect(await look(line), 'a hit is seen').not.toBe(marked)
  })
})
