import type { Page } from '@playwright/test'
import { box, newCustomer, openThread, thread } from './harness/conversation.ts'
import { countDrawn, type Drawn } from './harness/renders.ts'
import { expect, test } from './harness.ts'

/** Waits for what comes by itself a while after the screen: until nothing was drawn for three seconds. */
const quiet = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const times = () => (window as unknown as { parleyDrawn: { times: number } }).parleyDrawn.times
    let last = times()
    let since = performance.now()
    while (performance.now() - since < 3_000) {
      await new Promise(requestAnimationFrame)
      if (times() === last) continue
      last = times()
      since = performance.now()
    }
  })

test('a key in the composer draws its box and nothing else of the desk', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello', 'Is anybody there?'])
  await openThread(page, id)
  const drawnBy = await countDrawn(page)
  await expect(thread(page).getByRole('listitem').last()).toBeVisible()
  await box(page).pressSequentially('Go')
  await quiet(page)
  const words = 'od morning, how can we help?'
  const drawn: Drawn[] = []
  for (const [place, letter] of words.split('').entries()) {
    drawn.push(
      await drawnBy(async () => {
        await box(page).press(letter)
        await expect(box(page)).toHaveValue(`Go${words.slice(0, place + 1)}`)
      }),
    )
  }
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
  expect(sum(drawn.map(({ times }) => times))).toBeGreaterThanOrEqual(words.length)
  const components = drawn.map(one => one.components).toSorted((a, b) => a - b)
  expect(sum(components)).toBeGreaterThanOrEqual(words.length)
  // Two keys may meet a clock, a viewer, or what comes a second after the desk, which has hundreds of components.
  expect(sum(components.slice(0, -2))).toBeLessThan(4 * words.length)
})

test('a message that comes in draws its own row of the list again, and not the others', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone } = await newCustomer(parley, page, ['Hello'])
  await page.goto('/conversations')
  const rows = page.getByRole('grid', { name: 'Conversations' }).locator('[role=row][data-index]')
  const drawnBy = await countDrawn(page)
  await expect(rows.first()).toContainText('Hello')
  await expect(rows.nth(10)).toBeVisible()
  await quiet(page)
  const texts = Array.from({ length: 5 }, (_, index) => `News ${index}`)
  const drawn = await drawnBy(async () => {
    for (const text of texts) {
      await phone.say(text)
      await expect(rows.first()).toContainText(text)
    }
  })
  // The row, its notice and the counts beside the list; all rows drawn once would alone be more.
  expect(drawn.components / texts.length).toBeLessThan(8 * (await rows.count()))
})

test('a message that comes into the open thread draws its own row of it, and not the others', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  await page.setViewportSize({ width: 1366, height: 1900 })
  const lines = Array.from({ length: 56 }, (_, index) => `Line ${index}`)
  const { phone, id } = await newCustomer(parley, page, lines)
  await openThread(page, id)
  const drawnBy = await countDrawn(page)
  const read = page.waitForResponse(response => response.url().endsWith('/mark-seen') && response.ok())
  await page.getByRole('button', { name: 'Newest messages' }).click()
  const rows = thread(page).getByRole('listitem')
  await expect(rows.last()).toContainText('Line 55')
  // That all of them are read now changes each of them, once. What comes behind that finds it done.
  await read
  await phone.say('Are you there?')
  await expect(rows.last()).toContainText('Are you there?')
  await quiet(page)
  const texts = Array.from({ length: 5 }, (_, index) => `News ${index}`)
  const drawn = await drawnBy(async () => {
    for (const text of texts) {
      await phone.say(text)
      await expect(rows.last()).toContainText(text)
    }
  })
  expect(await rows.count()).toBeGreaterThan(30)
  // The row, the header and the bell, when it comes and when it is read, each with the primitives of its layout. All rows would
  // be more than ten components for each of them.
  expect(drawn.components / texts.length).toBeLessThan(5 * (await rows.count()))
})
