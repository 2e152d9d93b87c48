import { messageOf, newCustomer, openThread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

/** Pages of a PDF as Chromium writes it: each is an object of its own, in plain text. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test('[Q-155] a thread is printed whole: on as many pages as it takes', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  const words =
    'She asks again when the cover begins, and whether the premium of last month has arrived. '.repeat(14)
  const texts = Array.from({ length: 12 }, (_, index) => `Line ${index + 1} of what is printed. ${words}`)
  const { id } = await newCustomer(parley, page, texts)
  await openThread(page, id)
  await expect(messageOf(page, 'Line 1 of')).toBeVisible()
  const pdf = await page.pdf({ format: 'A4' })
  expect(pagesOf(pdf)).toBeGreaterThanOrEqual(3)
})
