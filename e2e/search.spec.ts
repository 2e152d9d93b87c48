import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, say, thread } from './harness/conversation.ts'
import { postMessage, postMessages } from './harness/meta.ts'
import { steady } from './harness/times.ts'
import { expect, test } from './harness.ts'

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
