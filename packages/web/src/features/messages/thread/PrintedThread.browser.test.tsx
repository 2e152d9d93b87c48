import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../../../test/console.tsx'
import { putOnPaper } from '../../../../test/media.ts'
import { button, customerPanel, messageWith, settled, thread } from '../../../../test/screen.ts'
import { manyMessages, serveParts, serveThread } from '../../../../test/thread.ts'

const paper = () => page.getByRole('article', { name: 'Conversation on paper' })
const words =
  'She asks again when the cover begins, and whether the premium of last month has arrived. '.repeat(14)
const texts = manyMessages(12, no => `Line ${no} of what is printed. ${words}`)

test('[Q-155] a thread is printed whole, under the name and number of its customer, and stands on the screen where it was', async () => {
  await openConsole('/conversations/7', {
    given: api => serveThread(api, texts, { inbound_no: 12, seen_no: 12 }),
  })
  await expect.element(messageWith('Line 12 of')).toBeInViewport()
  await settled(() => thread().element().scrollTop)
  thread().element().scrollBy(0, -900)
  await expect.element(button('Newest messages')).toBeVisible()
  const place = () => thread().element().scrollTop
  const before = await settled(place)
  // The screen holds a part of the rows only.
  expect(thread().getByRole('listitem').elements().length).toBeLessThan(texts.length)

  const putOnScreen = await putOnPaper()
  const lines = paper().getByRole('listitem')
  await expect.poll(() => lines.elements()).toHaveLength(texts.length)
  await expect.element(lines.first()).toHaveTextContent('Line 1 of what is printed.')
  await expect.element(lines.last()).toHaveTextContent('Line 12 of what is printed.')
  await expect.element(paper().getByRole('heading', { name: 'Nakato Prossy' })).toBeVisible()
  await expect.element(paper()).toHaveTextContent('+256 700 000 001')
  await expect.element(paper()).toHaveTextContent(/Printed on \w+, \w+ \d+, \d{4} at \d\d:\d\d/)
  await expect
    .element(paper())
    .toHaveTextContent(/All messages since the first one, \w+, \w+ \d+, \d{4} at \d\d:\d\d\./)
  await expect.element(paper().getByRole('button')).not.toBeInTheDocument()
  for (const part of [
    page.getByRole('complementary', { name: 'Sidebar' }),
    customerPanel(),
    page.getByRole('form', { name: 'Reply' }),
    page.getByRole('banner'),
  ])
    await expect.element(part).not.toBeInTheDocument()

  await putOnScreen()
  await expect.element(paper()).not.toBeInTheDocument()
  expect(await settled(place)).toBeCloseTo(before, 0)
})

test('[Q-155] paper says that older messages are not on it, and is white in the dark theme too', async () => {
  await openConsole('/conversations/7', {
    given: api =>
      serveParts(
        api,
        manyMessages(300, no => `Message ${no}.`),
      ),
  })
  await expect.element(messageWith('Message 300.')).toBeInViewport()
  document.documentElement.dataset['theme'] = 'dark'
  await putOnPaper()
  await expect.element(paper()).toHaveTextContent('Older messages were not loaded and are not printed.')
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('The browser draws no pictures')
  context.fillStyle = getComputedStyle(paper().element()).color
  context.fillRect(0, 0, 1, 1)
  expect(Math.max(...context.getImageData(0, 0, 1, 1).data.slice(0, 3))).toBeLessThan(90)
  document.documentElement.dataset['theme'] = 'light'
})
