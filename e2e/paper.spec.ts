import { messageOf, newCustomer, openByName, openThread, thread } from './harness/conversation.ts'
import { steady } from './harness/times.ts'
import { expect, test } from './harness.ts'

/** Pages of a PDF as Chromium writes it: each is an object of its own, in plain text. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test('[Q-155] a thread is printed whole, from the first message to the last, under the name and number of its customer', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const words =
    'She asks again when the cover begins, and whether the premium of last month has arrived. '.repeat(14)
  const texts = Array.from({ length: 12 }, (_, index) => `Line ${index + 1} of what is printed. ${words}`)
  const { id } = await newCustomer(parley, page, texts)
  await openThread(page, id)
  await page.getByRole('button', { name: 'Newest messages' }).click()
  await expect(messageOf(page, 'Line 12 of')).toBeInViewport()
  await thread(page).evaluate(element => element.scrollBy(0, -900))
  const row = messageOf(page, 'Line 9 of')
  // Rows that were never drawn are measured as they come into view, and move the others until then.
  const place = async () => (await row.boundingBox())?.y
  let before = await place()
  await expect(async () => {
    const earlier = before
    await steady(thread(page))
    before = await place()
    expect(before).toBe(earlier)
  }).toPass()
  const heading = await page.getByRole('main').getByRole('heading', { level: 2 }).innerText()
  // The screen holds a part of the rows only.
  expect(await thread(page).getByRole('listitem').count()).toBeLessThan(texts.length)

  const pdf = await page.pdf({ format: 'A4' })
  expect(pagesOf(pdf)).toBeGreaterThanOrEqual(3)

  await page.emulateMedia({ media: 'print' })
  const paper = page.getByRole('article', { name: 'Conversation on paper' })
  await expect(paper.getByRole('listitem')).toHaveCount(texts.length)
  await expect(paper.getByRole('listitem').first()).toContainText('Line 1 of what is printed.')
  await expect(paper.getByRole('listitem').last()).toContainText('Line 12 of what is printed.')
  await expect(paper.getByRole('heading', { name: heading })).toBeVisible()
  await expect(paper).toContainText(/\+256 700 0\d\d \d\d\d/)
  await expect(paper).toContainText(/Printed on \w+, \w+ \d+, \d{4} at \d\d:\d\d/)
  await expect(paper).toContainText(/All messages since the first, of \w+, \w+ \d+, \d{4} at \d\d:\d\d\./)
  await expect(paper.getByRole('button')).toHaveCount(0)
  for (const part of [
    page.getByRole('complementary', { name: 'Sidebar' }),
    page.getByRole('complementary', { name: 'Customer' }),
    page.getByRole('form', { name: 'Reply' }),
    page.getByRole('banner').first(),
  ]) {
    await expect(part).toHaveCount(0)
  }

  await page.emulateMedia({ media: 'screen' })
  await expect(paper).toHaveCount(0)
  await expect.poll(place).toBeCloseTo(before ?? Number.NaN, 0)
})

test('[Q-155] paper says that older messages are not on it, and is white in the dark theme too', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  await openByName(page, 'Mugisha Ronald')
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  await page.emulateMedia({ media: 'print' })
  const paper = page.getByRole('article', { name: 'Conversation on paper' })
  await expect(paper).toContainText('Older ones were not loaded and are not on this paper.')
  const lightness = await paper.evaluate(element => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    if (canvas === null) throw new Error('No canvas')
    canvas.fillStyle = getComputedStyle(element).color
    canvas.fillRect(0, 0, 1, 1)
    return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3))
  })
  expect(lightness).toBeLessThan(90)
})
