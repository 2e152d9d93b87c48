import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { applicationsOf } from './harness/applications.ts'
import { box, messageOf, newCustomer, openThread, thread } from './harness/conversation.ts'
import { look } from './harness/pixels.ts'
import { call, raise } from './harness/ticket.ts'
import { steady } from './harness/times.ts'
import { expect, signIn, test } from './harness.ts'

/** A screen or an opened part of it. */
interface Part {
  readonly name: string
  readonly open: () => Promise<unknown>
  /** What one comes for. */
  readonly primary: () => Locator
  /** Nothing to be focused by itself: a choice of a list, or an entry of a menu. */
  readonly isChoice?: true
  /** Opened at each size by its own way: a phone has another. */
  readonly anew?: true
  readonly close?: () => Promise<unknown>
}

/** A window of 1280 px at 400 %, and one of 1366 × 768 at 200 %. */
const sizes = [
  { width: 320, height: 640 },
  { width: 683, height: 384 },
] as const
const desk = { width: 1366, height: 768 }

const queue = (page: Page) => page.getByRole('grid', { name: 'Queue' })
const leave = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

/** A key until the code that hears it, a moment behind the page, is there. */
const pressUntil = (page: Page, key: string, shown: Locator) =>
  expect(async () => {
    await page.keyboard.press(key)
    await expect(shown).toBeVisible({ timeout: 1_000 })
  }).toPass()

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

/** Whether the middle of a control is its own, or something lies over it. */
const isCovered = (control: Locator): Promise<string | null> =>
  control.evaluate(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const [middle, line] = [x + width / 2, y + height / 2]
    const top = document.elementFromPoint(middle, line)
    if (top !== null && (element.contains(top) || top.contains(element))) return null
    return top === null ? `outside, at ${middle}, ${line}` : top.outerHTML.slice(0, 160)
  })

/** How a control and what is around it are drawn: another with the focus than without it. */
const drawn = (control: Locator): Promise<string> =>
  control.evaluate(element => {
    const around: string[] = []
    for (let part: Element | null = element; part !== null && around.length < 15; part = part.parentElement) {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(part)
      around.push(outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineWidth} ${outlineColor}`)
      around.push(boxShadow, borderColor)
    }
    return around.join('; ')
  })

/** Reached at both sizes, without a way sideways; opened once at the desk's. */
async function expectReached(page: Page, part: Part): Promise<void> {
  await page.setViewportSize(desk)
  await part.open()
  await expect(part.primary()).toBeVisible()
  for (const size of sizes) {
    await page.setViewportSize(size)
    if (part.anew === true) await part.open()
    const control = part.primary()
    await expect(control).toBeVisible()
    // It lies over the thread, which can be scrolled from under it.
    const toEnd = page.getByRole('button', { name: 'Newest messages' })
    // It comes once the thread has found its place.
    if (await thread(page).isVisible()) await steady(thread(page))
    if (await toEnd.isVisible()) await toEnd.click()
    await expect.poll(() => beyondEdge(page), `beyond ${size.width} px`).toEqual([])
    // What is loaded above it may move it out again.
    await expect(async () => {
      await control.scrollIntoViewIfNeeded()
      await expect(control).toBeInViewport({ ratio: 0.9, timeout: 1_000 })
    }).toPass()
    await expect.poll(() => isCovered(control), `at ${size.width} px`).toBeNull()
    if (part.isChoice !== true) {
      await control.evaluate(element => (element as HTMLElement).blur())
      const idle = await drawn(control)
      // From the keyboard: a ring stands for nobody who points.
      await page.keyboard.press('Shift')
      await control.focus()
      // Seen with the next frame, where it fades in.
      await expect.poll(() => drawn(control), `the focus at ${size.width} px`).not.toBe(idle)
      await expect.poll(() => isCovered(control)).toBeNull()
    }
    expect(await moving(page)).toEqual([])
    if (size.width === 320) await expectAccessible(page)
  }
  await part.close?.()
}

const escape = (page: Page) => async () => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('[Q-272 Q-273] on a narrow and on a low screen nothing is cut off or covered, and nothing moves: the conversation and what opens over it', async ({
    page,
    openAs,
    parley,
  }) => {
    await signIn(page, 'brian', '/conversations')
    const { id, phone } = await newCustomer(parley, page, [
      'I cannot reach the officeAndThisWordIsLongerThanWhateverStandsInALineOfAPhone',
    ])
    await phone.send({
      type: 'image',
      data_base64: square,
      filename: 'slip.png',
      mime_type: 'image/png',
      text: 'Slip',
    })
    await expect.poll(() => call(page, 'POST', `handoff/accept/${id}`)).not.toHaveProperty('code')
    const ticket = await raise(page, id)
    const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
    const palette = dialog('Search or jump to')
    const snooze = dialog(/^Snooze /)
    const reminder = dialog('Remind me about this message')
    const byKey = (key: string, shown: Locator) => async () => {
      await leave(page)
      await pressUntil(page, key, shown)
    }
    const parts: readonly Part[] = [
      {
        name: 'the queue',
        open: () => page.goto('/queue'),
        primary: () => queue(page).getByRole('row').last(),
      },
      { name: 'a thread', open: () => openThread(page, id), primary: () => box(page) },
      {
        name: 'Send',
        open: () => box(page).fill('A word'),
        primary: () => page.getByRole('button', { name: 'Send', exact: true }),
        close: () => box(page).fill(''),
      },
      {
        name: 'the palette',
        open: byKey('Control+k', palette),
        primary: () => palette.getByRole('option').last(),
        isChoice: true,
        close: escape(page),
      },
      {
        name: 'the list of keys',
        open: byKey('?', dialog('Keyboard shortcuts')),
        primary: () =>
          dialog('Keyboard shortcuts').getByRole('checkbox', { name: 'Use single-letter shortcuts' }),
        close: escape(page),
      },
      {
        name: 'Snooze',
        open: async () => {
          await openThread(page, id)
          const details = page.getByRole('button', { name: 'Show customer details' })
          if (!(await details.isVisible())) return byKey('h', snooze)()
          await details.click()
          await page
            .getByRole('complementary', { name: 'Customer' })
            .getByRole('button', { name: 'Snooze' })
            .click()
        },
        primary: () => snooze.getByLabel('Until'),
        anew: true,
        close: escape(page),
      },
      {
        name: 'a reminder',
        open: async () => {
          await openThread(page, id)
          await byKey('m', reminder)()
        },
        primary: () => reminder.getByLabel('When'),
        anew: true,
        close: escape(page),
      },
      {
        name: 'a picture',
        open: async () => {
          await openThread(page, id)
          await messageOf(page, 'Slip')
            .getByRole('link')
            .filter({ has: page.getByRole('img') })
            .click()
        },
        primary: () => page.getByRole('dialog').getByRole('link', { name: /^Download/ }),
        anew: true,
        close: escape(page),
      },
      {
        name: 'the canned replies',
        open: async () => {
          await box(page).fill('')
          await box(page).press('/')
        },
        primary: () => page.getByRole('listbox').getByRole('option').first(),
        isChoice: true,
        anew: true,
        close: async () => {
          await page.keyboard.press('Escape')
          await box(page).fill('')
        },
      },
      {
        name: 'a note',
        open: () => page.getByRole('button', { name: 'Note', exact: true }).click(),
        primary: () => page.getByRole('textbox', { name: 'Internal note' }),
        anew: true,
        close: () => page.getByRole('button', { name: 'Reply', exact: true }).click(),
      },
      {
        name: 'a ticket',
        open: () => page.goto(`/tickets/${ticket.id}`),
        primary: () => page.getByRole('article').getByRole('combobox', { name: 'Status' }),
      },
    ]
    for (const part of parts) await test.step(part.name, () => expectReached(page, part))

    await test.step('an offer', async () => {
      const amina = await openAs('agent')
      const offered = await newCustomer(parley, amina, ['Who is there?'])
      const me = await call<{ id: string }>(page, 'GET', 'account')
      const card = dialog('New Assignment')
      await expectReached(page, {
        name: 'an offer',
        open: async () => {
          await page.goto('/conversations')
          await expect(page.getByRole('row').first()).toBeVisible()
          await call(amina, 'POST', `assignments/conversation/${offered.id}/assign`, { agent_id: me.id })
        },
        primary: () => card.getByRole('button', { name: 'Accept Now' }),
      })
      // As 1440 × 900 at 200 %: the line above the composer leaves little.
      await page.setViewportSize({ width: 720, height: 450 })
      await expect(card.getByRole('button', { name: 'Accept Now' })).toBeInViewport({ ratio: 1 })
      await expect(card.getByRole('group', { name: 'What is known' })).toBeInViewport()
      await call(page, 'POST', `handoff/reject/${offered.id}`, { reason: 'Not my field' })
    })
  })

  test('[Q-272 Q-273] on a narrow and on a low screen nothing is cut off or covered, and nothing moves: the other screens', async ({
    page,
    openAs,
  }) => {
    await signIn(page, 'carol', '/conversations')
    const admin = await openAs('admin')
    await admin.emulateMedia({ reducedMotion: 'reduce' })
    const [application] = await applicationsOf(page, 'ipp')
    const main = page.getByRole('main')
    const selected = page.getByRole('group', { name: 'Selected conversations' })
    const menu = page.getByRole('menu')
    const parts: readonly Part[] = [
      {
        name: 'the search',
        open: () => page.goto('/search?q=policy'),
        primary: () => main.getByRole('link').first(),
      },
      {
        name: 'the tickets',
        open: () => page.goto('/tickets'),
        primary: () => main.getByRole('searchbox', { name: 'Search tickets' }),
      },
      {
        name: 'the canned replies',
        open: () => page.goto('/canned-replies'),
        primary: () => main.getByRole('button', { name: /^New/ }).first(),
      },
      {
        name: 'an application',
        open: () => page.goto(`/applications/${application?.id}`),
        primary: () => main.getByRole('button', { name: 'Update Status' }),
      },
      {
        name: 'its status',
        open: () => main.getByRole('button', { name: 'Update Status' }).click(),
        primary: () => page.getByRole('dialog').getByRole('radio', { name: 'Approved' }),
        close: escape(page),
      },
      {
        name: 'the saved views',
        open: async () => {
          await page.goto('/conversations')
          await page.getByRole('button', { name: 'Views' }).click()
        },
        primary: () => menu.getByRole('menuitem').last(),
        isChoice: true,
        close: () => page.keyboard.press('Escape'),
      },
      {
        name: 'what is selected',
        open: async () => {
          await page.goto('/conversations')
          const boxes = page.getByRole('checkbox', { name: /^Select / })
          await expect(page.getByRole('row').nth(2)).toBeVisible()
          const show = page.getByRole('button', { name: 'Select', exact: true })
          if (await show.isVisible()) {
            await show.click()
            await page.getByRole('row').nth(2).click()
          } else await boxes.nth(1).check()
          await expect(selected).toBeVisible()
        },
        primary: () => selected.getByRole('button').first(),
        anew: true,
      },
      {
        name: 'my own status',
        open: async () => {
          await page.goto('/conversations')
          await page.getByRole('button', { name: 'carol' }).click()
        },
        primary: () => menu.getByRole('menuitem', { name: 'On a break…' }),
        isChoice: true,
        anew: true,
        close: () => page.keyboard.press('Escape'),
      },
      {
        name: 'the dashboard',
        open: () => page.goto('/'),
        primary: () => main.getByRole('link').first(),
      },
    ]
    for (const part of parts) await test.step(part.name, () => expectReached(page, part))
    await test.step('the settings', () =>
      expectReached(admin, {
        name: 'the settings',
        open: () => admin.goto('/settings'),
        primary: () => admin.getByRole('form', { name: 'Settings' }).getByRole('radio').first(),
      }))
    await test.step('without a connection', async () => {
      await page.goto('/conversations')
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('ConnectionBar')),
      )
      await page.context().setOffline(true)
      const bar = page.getByRole('region', { name: 'Connection' })
      await expect(bar).toBeVisible()
      for (const size of sizes) {
        await page.setViewportSize(size)
        await expect(bar).toBeInViewport()
        await expect.poll(() => beyondEdge(page)).toEqual([])
        expect(await moving(page)).toEqual([])
      }
      await page.context().setOffline(false)
    })
  })
})

/** A green square of ten pixels. */
const square =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'

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
