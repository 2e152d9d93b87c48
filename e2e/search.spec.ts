import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread, say, thread } from './harness/conversation.ts'
import { expectKept, readable } from './harness/device.ts'
import { postMessage, postMessages } from './harness/meta.ts'
import { steady } from './harness/times.ts'
import { expect, test } from './harness.ts'

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search everything' })
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' })
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Until the words that came last are found. */
async function found(page: Page, text: string): Promise<Locator> {
  const hit = messages(page).getByRole('listitem').filter({ hasText: text }).first()
  await expect(async () => {
    await page.reload()
    await expect(hit).toBeVisible({ timeout: 2_000 })
  }).toPass()
  return hit
}

/** Turns the wheel by so many px, again and again, until something is there: what is not loaded yet comes on the way. */
const turnTo = (page: Page, by: number, wanted: Locator): Promise<void> =>
  expect(async () => {
    await page.mouse.wheel(0, by)
    await expect(wanted).toBeVisible({ timeout: 200 })
  }).toPass({ intervals: [0] })

/** Where a message stands on the screen, in px. */
const topOf = async (message: Locator) => (await message.boundingBox())?.y ?? Number.NaN

test('[Q-220] words of a message are searched while typing, narrowed, and found nothing of', async ({
  openAs,
  parley,
}) => {
  const from = '256709000001'
  await postMessage(
    parley,
    from,
    'wamid.search-1',
    'The zebrafish payment is pending',
    minutesAgo(60 * 24 * 40),
  )
  await postMessage(parley, from, 'wamid.search-2', 'Both zebrafishes were paid', minutesAgo(3))
  const page = await openAs('agent', '/search')
  await expect(field(page)).toBeFocused()
  await expect(page.getByText('Find anything')).toBeVisible()
  await field(page).fill('zebrafish')
  await expect(page).toHaveURL(/q=zebrafish/)
  await found(page, 'Both zebrafishes')
  const hits = messages(page).getByRole('link')
  await expect(hits).toHaveCount(2)
  await expect(hits.first().locator('mark')).toHaveText('zebrafishes')
  await expect(page.getByText('2 messages in 1 conversation, newest first')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Messages 2' })).toBeVisible()

  await page.getByRole('combobox', { name: 'Date: Any time' }).click()
  await page.getByRole('option', { name: 'Last 30 days' }).click()
  await expect(hits).toHaveCount(1)
  await expect(page).toHaveURL(/date=30/)
  await page.getByRole('combobox', { name: 'Written by: Anyone' }).click()
  await page.getByRole('option', { name: 'Bot' }).click()
  await expect(page.getByText('Nothing was found')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(hits).toHaveCount(2)

  await field(page).fill('zebrafish "paid were"')
  await expect(page.getByText('Nothing was found')).toBeVisible()
  await field(page).fill('0709 000 001')
  await expect(page.getByRole('region', { name: 'People' }).getByRole('link')).toContainText(
    '+256 709 000 001',
  )
})

test('[Q-220] a hit far back in a long thread opens there, and both directions load from it', async ({
  openAs,
  parley,
}) => {
  const from = '256709000002'
  const many = 1_200
  const said = Array.from({ length: many }, (_, no) => ({
    wamid: `wamid.far-${no}`,
    body: no === 200 ? 'The quetzal stands here' : `Line number ${no}`,
    at: minutesAgo(many - no),
  }))
  for (let no = 0; no < many; no += 200) await postMessages(parley, from, said.slice(no, no + 200))
  const page = await openAs('agent', '/search?q=quetzal')
  const hit = await found(page, 'The quetzal stands here')
  const began = Date.now()
  await hit.getByRole('link').click()
  const target = thread(page).locator('[data-revealed]')
  await expect(target).toContainText('The quetzal stands here')
  await expect(target).toBeInViewport()
  test.info().annotations.push({ type: 'shown after', description: `${Date.now() - began} ms` })
  await expect(page).toHaveURL(/\/conversations\/\d+\?message=\d+$/)
  // The message that one reads stays in its place while others load.
  await steady(thread(page))
  const before = await topOf(target)
  await expectAccessible(page)
  await steady(thread(page))
  expect(Math.abs((await topOf(target)) - before)).toBeLessThan(2)

  // Pages come on both sides.
  await thread(page).hover()
  // The very first: one on the way may be scrolled past.
  await turnTo(page, -3_000, messageOf(page, 'Line number 0'))
  const far = thread(page)
    .getByRole('listitem')
    .filter({ hasText: /Line number ([4-9]|1\d)\d\d\D/ })
  await turnTo(page, 3_000, far.first())

  // What comes meanwhile waits behind what is shown, and is there at the end.
  await postMessage(parley, from, 'wamid.far-new', 'The newest of all')
  await page.getByRole('button', { name: /Newest messages|new message/ }).click()
  await expect(messageOf(page, 'The newest of all')).toBeVisible()
  await expect(messageOf(page, 'Line number 1199')).toBeVisible()
  await expect(box(page)).toBeVisible()
})

test('[Q-220] a thread that was opened far back is read on to its newest message, and written to', async ({
  openAs,
  parley,
}) => {
  const from = '256709000003'
  const many = 700
  const said = Array.from({ length: many }, (_, no) => ({
    wamid: `wamid.on-${no}`,
    body: no === 250 ? 'The axolotl stands here' : `Entry number ${no}`,
    at: minutesAgo(many - no),
  }))
  for (let no = 0; no < many; no += 200) await postMessages(parley, from, said.slice(no, no + 200))
  const page = await openAs('agent', '/search?q=axolotl')
  const hit = await found(page, 'The axolotl stands here')
  await hit.getByRole('link').click()
  await expect(thread(page).locator('[data-revealed]')).toBeInViewport()
  await thread(page).hover()
  await turnTo(page, 4_000, messageOf(page, 'Entry number 699'))
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await expect(page.getByRole('button', { name: 'Newest messages' })).toHaveCount(0, { timeout: 300 })
  }).toPass()
  await say(page, 'Written at the end')
  await expect(messageOf(page, 'Written at the end')).toBeVisible()
  await expect(async () => {
    await page.mouse.wheel(0, -20_000)
    await expect(messageOf(page, 'Entry number 699')).toHaveCount(0, { timeout: 300 })
  }).toPass()
})

test('[Q-220] on a phone people and work stand above the messages, and nothing is cut off', async ({
  openAs,
  parley,
}) => {
  await postMessage(
    parley,
    '256709000004',
    'wamid.phone-1',
    'A very long pangolin '.repeat(20),
    minutesAgo(2),
  )
  const page = await openAs('agent', '/search?q=pangolin')
  await page.setViewportSize({ width: 390, height: 844 })
  await found(page, 'pangolin')
  await field(page).fill('256709000004')
  await expect(page.getByRole('region', { name: 'People' })).toBeVisible()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
  }
  await expectAccessible(page)
})

test('[Q-229] Ctrl F finds words in all of a conversation, its notes too, and goes from one to the next', async ({
  openAs,
  parley,
}) => {
  const from = '256709000003'
  const many = 400
  const said = Array.from({ length: many }, (_, no) => ({
    wamid: `wamid.find-${no}`,
    body: no === 5 || no === 390 ? `The okapi of line ${no}` : `Line number ${no}`,
    at: minutesAgo(many - no),
  }))
  for (let no = 0; no < many; no += 200) await postMessages(parley, from, said.slice(no, no + 200))
  const page = await openAs('agent', '/search?q=okapi')
  const hit = await found(page, 'The okapi of line 390')
  await hit.getByRole('link').click()
  await expect(messageOf(page, 'The okapi of line 390')).toBeVisible()
  await openThread(page, new URL(page.url()).pathname.split('/').at(-1) ?? '')
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await page.getByRole('textbox', { name: 'Internal note' }).fill('Asked about the okapi')
  await page.getByRole('textbox', { name: 'Internal note' }).press('Control+Enter')
  await expect(thread(page)).toContainText('Asked about the okapi')

  await page.keyboard.press('Control+f')
  const bar = page.getByRole('search', { name: 'Find in this conversation' })
  const words = bar.getByRole('textbox')
  await expect(words).toBeFocused()
  // A second one is the browser's own.
  await page.evaluate(() =>
    window.addEventListener(
      'keydown',
      event =>
        event.key === 'f' && setTimeout(() => Object.assign(window, { taken: event.defaultPrevented })),
      { capture: true },
    ),
  )
  await page.keyboard.press('Control+f')
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'taken') as unknown)).toBe(false)
  await page.keyboard.type('okapi')
  await expect(bar.getByRole('status')).toHaveText('3 found')
  await expectAccessible(page, ['best-practice'])
  const target = thread(page).locator('[data-revealed]')
  for (const [place, text] of [
    'Asked about the okapi',
    'The okapi of line 390',
    'The okapi of line 5',
  ].entries()) {
    await page.keyboard.press('Enter')
    await expect(bar.getByRole('status')).toHaveText(`${place + 1} of 3`)
    await expect(target).toContainText(text)
    await expect(target).toBeInViewport()
    await expect(words).toBeFocused()
  }
  await expect(bar.getByRole('button', { name: 'Older' })).toBeDisabled()
  // What was found is painted over, without being drawn.
  const painted = () => page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String))
  await expect.poll(painted).toEqual(['okapi'])
  await page.keyboard.press('Shift+Enter')
  await expect(target).toContainText('The okapi of line 390')
  await words.fill('unicorn')
  await expect(bar.getByRole('status')).toHaveText('Nothing found')
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await expect(box(page)).toBeFocused()
  await expect.poll(painted).toEqual([])
})

test('[Q-229] while other words are looked for no count of those before stands there, and what is said meanwhile is found by itself', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['One quokka'])
  await openThread(page, id)
  const bar = page.getByRole('search', { name: 'Find in this conversation' })
  // The code that hears keys comes a moment after the page.
  await expect(async () => {
    await page.keyboard.press('Control+f')
    await expect(bar).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const words = bar.getByRole('textbox')
  const status = bar.getByRole('status')
  await words.fill('quokka')
  await expect(status).toHaveText('1 found')
  await phone.say('Two quokkas by now')
  await expect(status).toHaveText('2 found')
  await page.keyboard.press('Enter')
  await expect(status).toHaveText('1 of 2')
  await phone.say('And a third quokka')
  await expect(status).toHaveText('2 of 3')

  let release = () => undefined as void
  const held = new Promise<void>(done => (release = done))
  await page.route(/\/search\?.*q=unicorn/, async route => {
    await held
    await route.continue()
  })
  const there = page.url()
  await words.fill('unicorn')
  // Not even for the moment before they are looked for; and Enter goes to none of those before.
  await page.keyboard.press('Enter')
  expect(await status.textContent()).toBe('Looking…')
  expect(page.url()).toBe(there)
  await expect(status).toHaveText('Looking…')
  await expect(bar.getByRole('button', { name: 'Older' })).toBeDisabled()
  release()
  await expect(status).toHaveText('Nothing found')
})

test('[Q-220] a hit stands before the end of its line, however far behind it was said', async ({
  openAs,
  parley,
}) => {
  const from = '256709000004'
  const before =
    'A long story of how I went from office to office and asked about it everywhere and nobody knew '
  await postMessage(parley, from, 'wamid.search-far', `${before}anything of my wombat policy`, minutesAgo(2))
  const page = await openAs('agent', '/search?q=wombat')
  const hit = await found(page, 'wombat')
  for (const width of [1366, 1000, 720, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const mark = hit.locator('mark')
    await expect(mark).toHaveText('wombat')
    // Within its line, not beyond where that is cut off.
    await expect(async () => {
      const [inner, line] = [await mark.boundingBox(), await mark.locator('..').boundingBox()]
      expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((line?.x ?? 0) + (line?.width ?? 0))
      expect((inner?.y ?? 0) + (inner?.height ?? 0)).toBeLessThanOrEqual(
        (line?.y ?? 0) + (line?.height ?? 0) + 1,
      )
    }).toPass()
  }
})

const recent = (page: Page) => page.getByRole('region', { name: 'Recent searches' })

test('[Q-220] what was searched for last is offered again, unreadable to others, until it is removed', async ({
  openAs,
  parley,
}) => {
  const from = '256709000005'
  await postMessage(parley, from, 'wamid.search-recent', 'The axolotl policy', minutesAgo(2))
  const page = await openAs('agent', '/search')
  await expect(recent(page)).toHaveCount(0)
  // Words that are only typed are none yet.
  await field(page).fill('axolotl')
  await expect(page).toHaveURL(/q=axolotl/)
  const hit = await found(page, 'The axolotl policy')
  await page.goto('/search')
  await expect(page.getByText('Find anything')).toBeVisible()
  await expect(recent(page)).toHaveCount(0)
  await field(page).fill('axolotl')
  await hit.getByRole('link').click()
  await expect(page).toHaveURL(/\/conversations\//)
  await expectKept(page, 'axolotl')
  await page.goto('/search')
  await field(page).fill('0709 000 005')
  await field(page).press('Enter')
  await field(page).fill('')
  await expect(recent(page).getByRole('link')).toHaveText(['0709 000 005', 'axolotl'])
  await expectAccessible(page, ['best-practice'])
  await expect.poll(() => readable(page)).toContain('recent-searches:')
  expect(await readable(page)).not.toContain('axolotl')
  await recent(page).getByRole('link', { name: 'axolotl' }).click()
  await expect(page).toHaveURL(/q=axolotl/)
  await expect(field(page)).toHaveValue('axolotl')

  // The palette offers the same.
  await page.goto('/conversations')
  await expect(page.getByRole('grid', { name: 'Conversations' })).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const searches = palette.getByRole('option', { name: /^Recent searches/ })
  await expect(searches.first()).toContainText('0709 000 005')
  await expectAccessible(page, ['best-practice'])
  await page.keyboard.press('Delete')
  await expect(searches.first()).toContainText('axolotl')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=axolotl/)
  await field(page).fill('')
  await recent(page).getByRole('button', { name: 'Remove “axolotl”' }).click()
  await expect(recent(page)).toHaveCount(0)
  await expect.poll(() => readable(page)).not.toContain('recent-searches:')
  await field(page).fill('axolotl')
  await field(page).press('Enter')
  await expectKept(page, 'axolotl')
  await page.reload()
  await field(page).fill('')
  await recent(page).getByRole('button', { name: 'Remove all' }).click()
  await expect(recent(page)).toHaveCount(0)
  await expect.poll(() => readable(page)).not.toContain('recent-searches:')
})
