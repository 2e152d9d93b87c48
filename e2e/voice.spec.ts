import type { Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../tools/steps/browser.mjs'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread, sendButton, thread } from './harness/conversation.ts'
import { expect, signIn, test } from './harness.ts'

const executablePath = findBrowser()
const launched = executablePath === undefined ? {} : { executablePath }
// A microphone that beeps once a second, and that everybody may use.
test.use({
  launchOptions: {
    ...launched,
    args: [...browserFlags, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
})

const microphone = (page: Page) => page.getByRole('button', { name: 'Record a voice note' })
const recorder = (page: Page) => page.getByRole('group', { name: 'Voice note' })
const stop = (page: Page) => recorder(page).getByRole('button', { name: 'Stop' })
const player = (page: Page) =>
  page.getByRole('list', { name: 'Attached files' }).getByRole('group', { name: 'Your recording' })

/** Records until a second has gone by. */
async function record(page: Page): Promise<void> {
  await microphone(page).click()
  await expect(recorder(page).getByRole('timer')).toHaveText(/^(?!0:00).* of 2:00$/)
}

test('[Q-195] what an agent records is listened to, sent by a press, and arrives as a voice note', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Can you tell me?'])
  await openThread(page, id)
  const began = performance.now()
  await microphone(page).press('Enter')
  await expect(stop(page)).toBeFocused()
  await expect(recorder(page)).toContainText('Recording')
  // It shows that it hears something.
  const level = recorder(page).locator('[data-tone] > span')
  await expect
    .poll(() => level.evaluate(bar => Number.parseFloat((bar as HTMLElement).style.width)), {
      intervals: [50],
    })
    .toBeGreaterThan(20)
  await expectAccessible(page, ['best-practice'])
  await expect(recorder(page).getByRole('timer')).toHaveText(/^(?!0:0[01]).* of 2:00$/)
  await page.keyboard.press('Enter')
  await expect(recorder(page)).toHaveCount(0)
  const seconds = (performance.now() - began) / 1_000
  await expect(box(page)).toBeFocused()

  // Nothing goes by itself; it plays from where it was uploaded to.
  const length = () =>
    player(page)
      .locator('audio')
      .evaluate(audio => (audio as HTMLAudioElement).duration)
  await expect.poll(length).toBeGreaterThan(1.5)
  await expect.poll(length).toBeLessThan(seconds + 1)
  // So slowly that it is not over before it was looked at.
  await player(page)
    .locator('audio')
    .evaluate(audio => Object.assign(audio as HTMLAudioElement, { playbackRate: 0.1 }).play())
  await expect(player(page).getByRole('button', { name: 'Pause Your recording' })).toBeVisible()
  await expectAccessible(page, ['best-practice'])
  expect(await phone.received()).toEqual([])

  await page.keyboard.press('Enter')
  const bubble = messageOf(page, 'Voice message.ogg')
  await expect(bubble.getByRole('button', { name: /^Play / })).toBeVisible()
  await expect(bubble.getByRole('button', { name: /^Delivered/ })).toBeVisible()
  const [received, ...more] = await phone.received()
  expect(more).toEqual([])
  expect(received).toMatchObject({
    type: 'audio',
    text: null,
    media: { voice: true, mime_type: 'audio/ogg; codecs=opus' },
  })
  await expect(player(page)).toHaveCount(0)
})

test('[Q-195] Discard throws away what is being recorded, and what was', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await record(page)
  await recorder(page).getByRole('button', { name: 'Discard' }).click()
  await expect(recorder(page)).toHaveCount(0)
  await expect(box(page)).toBeFocused()
  await record(page)
  await stop(page).click()
  await expect(player(page)).toBeVisible()
  await page.getByRole('button', { name: 'Discard the recording' }).click()
  await expect(player(page)).toHaveCount(0)
  await expect(sendButton(page)).toBeDisabled()
  expect(await phone.received()).toEqual([])
  // Words go without it.
  await box(page).fill('No need')
  await expect(microphone(page)).toHaveCount(0)
})

test('[Q-195] who leaves while recording finds it in the draft, stopped and not sent', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await record(page)
  const uploaded = page.waitForResponse(response => response.url().endsWith('/documents/upload'))
  await page.getByRole('link', { name: 'Conversations' }).first().click()
  expect((await uploaded).status()).toBe(200)
  await expect(thread(page)).toHaveCount(0)
  await page.goBack()
  await expect(player(page)).toBeVisible()
  expect(await phone.received()).toEqual([])
  await sendButton(page).click()
  await expect(messageOf(page, 'Voice message.ogg').getByRole('button', { name: /^Delivered/ })).toBeVisible()
  expect(await phone.received()).toMatchObject([{ media: { voice: true } }])
})

test('[Q-195] what could not be uploaded after its thread was left is there when it is opened again, and goes then', async ({
  openAs,
  pageErrors,
  parley,
}) => {
  pageErrors.allow(/Failed to (load resource|upload)/)
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await record(page)
  const uploads = '**/documents/upload'
  await page.route(uploads, route => route.fulfill({ status: 503, body: '' }))
  const refused = page.waitForResponse(uploads)
  await page.getByRole('link', { name: 'Conversations' }).first().click()
  expect((await refused).status()).toBe(503)
  await expect(thread(page)).toHaveCount(0)
  await page.unroute(uploads)
  await page.goBack()
  await expect(player(page)).toBeVisible()
  await sendButton(page).click()
  await expect(messageOf(page, 'Voice message.ogg').getByRole('button', { name: /^Delivered/ })).toBeVisible()
  expect(await phone.received()).toMatchObject([{ media: { voice: true } }])
})

test('[Q-195] a microphone that may not be used says so, and what to do', async ({
  playwright,
  parley,
  baseURL,
}) => {
  const browser = await playwright.chromium.launch({
    ...launched,
    args: [...browserFlags, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'],
  })
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await signIn(page, 'agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await microphone(page).click()
  const alert = page.getByRole('alert')
  const words = 'The browser does not let Parley use the microphone. Allow it'
  await expect(alert).toContainText(words)
  await expectAccessible(page, ['best-practice'])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toContainText(words)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(box(page)).toBeFocused()
  await browser.close()
})
