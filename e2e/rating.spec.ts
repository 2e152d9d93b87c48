import { expectAccessible } from './harness/accessible.ts'
import { messageOf, newCustomer, openThread, say, thread } from './harness/conversation.ts'
import { startParley } from './harness/parley.ts'
import { signIn } from './harness/sign-in.ts'
import { expect, test } from './harness.ts'

test('[Q-213] who was served is asked how once it is resolved; what they press stands in the thread, and it stays resolved', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const parley = await startParley({ env: { RATING_AFTER: '1' } })
  const context = await browser.newContext({ baseURL: parley.url, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await signIn(page, 'agent', '/conversations')
  const { phone, id } = await newCustomer(parley, page, ['Is my premium paid?'])
  await openThread(page, id)
  await say(page, 'It is, thank you')
  await expect(messageOf(page, 'It is, thank you')).toBeVisible()
  // Who is resolved before the answer has left was not served yet.
  await phone.expectLatest(['It is, thank you'])
  const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 2 }) })
  await header.getByRole('button', { name: /^Status/ }).click()
  await page.getByRole('menuitemradio', { name: 'Resolved' }).click()
  await expect(header.getByRole('button', { name: /Resolved/ })).toBeVisible()

  await expect(messageOf(page, 'How did we serve you?')).toContainText('4 Good')
  await expect.poll(async () => (await phone.received()).at(-1)?.type).toBe('interactive')
  const question = (await phone.received()).at(-1)
  const pressed = await fetch(`${parley.simulatorUrl}/phones/${encodeURIComponent(phone.number)}/taps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message_id: question?.id, choice_id: '2' }),
  })
  expect(pressed.ok).toBe(true)
  await expect(thread(page).getByText('Rated 4 of 5', { exact: true })).toBeVisible()
  await expect(header).toContainText('rated 4 of 5')
  await expect
    .poll(async () => (await phone.received()).at(-1)?.text)
    .toBe('Thank you. Would you like to say why? You need not.')

  await phone.say('Quick and <b>kind</b>')
  await expect(thread(page).getByText('Rated 4 of 5: Quick and <b>kind</b>', { exact: true })).toBeVisible()
  await expect(header.getByRole('button', { name: /Resolved/ })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(header).toContainText('rated 4 of 5')
  await expectAccessible(page)

  // Anything else is somebody who needs an answer.
  await phone.say('Where do I send the form?')
  await expect(header.getByRole('button', { name: /Active/ })).toBeVisible()
  await context.close()
  await parley.stop()
})
