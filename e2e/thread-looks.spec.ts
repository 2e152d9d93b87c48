import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { askApart } from './harness/apart.ts'
import { box, messageOf, newCustomer, openThread, thread } from './harness/conversation.ts'
import { call } from './harness/ticket.ts'
import { steady } from './harness/times.ts'
import { expect, test } from './harness.ts'

const header = (page: Page) => page.locator('header').filter({ has: page.getByRole('heading', { level: 2 }) })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Customer' })

test('[Q-239] the header of a thread is 56 px high at every width, whatever it is called and whoever comes to look', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  const tags = [1, 2, 3, 4, 5, 6, 7, 8].map(no => `a tag of some length ${no}`)
  await call(page, 'PUT', `conversations/${id}/tags`, { tags })
  await openThread(page, id)
  // It comes after the thread, and moves it.
  await expect(page.getByText('Nobody has this conversation')).toBeVisible()
  const brian = await openAs('brian')
  for (const [width, height] of [
    [1920, 1080],
    [1366, 768],
    [1280, 720],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await steady(thread(page))
    const before = await thread(page).boundingBox()
    await openThread(brian, id)
    await expect(header(page)).toContainText('Brian Odongo is viewing')
    await box(brian).pressSequentially('Let me')
    await expect(header(page)).toContainText('Brian Odongo is typing')
    expect((await header(page).boundingBox())?.height, `at ${width} px`).toBe(56)
    expect((await thread(page).boundingBox())?.y, `at ${width} px`).toBe(before?.y)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await box(brian).fill('')
    await brian.goto('/conversations')
    await expect(header(page)).not.toContainText('Brian')
  }
})

test('[Q-239] above a thread stands one banner, the most urgent; the others are counted and a press away', async ({
  openAs,
  parley,
  pageErrors,
}) => {
  pageErrors.allow(/500/)
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Nobody has me'])
  await askApart(page)
  await page.route(/\/api\/v1\/tickets\?/, route => route.fulfill({ status: 500, body: '' }))
  await openThread(page, id)
  const claim = page.getByText('Nobody has this conversation')
  const failure = page.getByRole('alert').filter({ hasText: 'Tickets could not be loaded' })
  await expect(failure).toBeVisible()
  await expect(claim).toHaveCount(0)
  const more = page.getByRole('button', { name: '1 more', exact: true })
  await more.press('Enter')
  await expect(claim).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show one', exact: true }).click()
  await expect(claim).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(claim).toBeVisible()
  await expect(failure).toHaveCount(0)
  await expect(more).toHaveCount(0)
})

test('[Q-239] on a phone a thread has the screen: no bar of the navigation, what can be done with it in its details', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  await page.setViewportSize({ width: 390, height: 844 })
  const { id } = await newCustomer(parley, page, ['From a phone'])
  await page.goto('/conversations')
  const search = page.getByRole('searchbox')
  await expect(search).toBeVisible()
  expect((await search.boundingBox())?.width).toBeGreaterThan(120)
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main).toBeVisible()
  await openThread(page, id)
  await expect(messageOf(page, 'From a phone')).toBeVisible()
  await expect(main).toHaveCount(0)
  await page.getByRole('button', { name: 'Show customer details' }).click()
  const actions = panel(page).getByRole('region', { name: 'Actions' })
  await expect(actions.getByRole('button', { name: 'Create Ticket' })).toBeVisible()
  await actions.getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByRole('menu', { name: 'Assign' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu', { name: 'Assign' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect(main).toBeVisible()
})

test('[Q-239 THREAD-02 THREAD-10] messages of one sender within two minutes share a line with direction and time; each says its own to a screen reader and on hover', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id, phone } = await newCustomer(parley, page, [
    'First of three',
    'Second of three',
    'Third of three',
  ])
  await openThread(page, id)
  await page.mouse.move(0, 0)
  const second = messageOf(page, 'Second of three')
  await expect(second).toContainText(/INBOUND\s*\d\d:\d\d/)
  await expect(second.getByText('INBOUND')).toHaveCSS('opacity', '0')
  await expect(messageOf(page, 'Third of three').getByText('INBOUND')).toHaveCSS('opacity', '1')
  const heightOf = async (text: string) => (await messageOf(page, text).boundingBox())?.height ?? 0
  expect(await heightOf('Second of three')).toBeLessThanOrEqual(42)
  // What shows on hover moves nothing.
  const third = await messageOf(page, 'Third of three').boundingBox()
  await second.hover()
  await expect(second.getByText('INBOUND')).toHaveCSS('opacity', '1')
  await expect(second.getByRole('button', { name: 'Reply' })).toHaveCSS('opacity', '1')
  expect(await messageOf(page, 'Third of three').boundingBox()).toEqual(third)
  await page.mouse.move(0, 0)
  await expect(second.getByRole('button', { name: 'Reply' })).toHaveCSS('opacity', '0')
  await second.getByRole('button', { name: 'Reply' }).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(second.getByRole('button', { name: 'Reply' })).toHaveCSS('opacity', '1')
  await expect(second.getByRole('button', { name: 'Copy link' })).toHaveCSS('opacity', '1')

  // Where two of a group stand elsewhere each says where it is.
  for (const text of ['One answer', 'Another answer']) {
    await box(page).fill(text)
    await box(page).press('Enter')
    await phone.expectLatest([text])
  }
  const tick = (text: string) => messageOf(page, text).getByRole('button', { name: /: show when$/ })
  await page.mouse.move(0, 0)
  await expect(tick('Another answer')).toHaveAccessibleName(/^Delivered/)
  await expect(tick('One answer')).toHaveAccessibleName(/^Delivered/)
  await expect(tick('One answer').locator('..')).toHaveCSS('opacity', '0')
  await expect(tick('Another answer').locator('..')).toHaveCSS('opacity', '1')
  await expectAccessible(page)
})

test('[Q-239] on a phone a button opens what can be done with a message, below it and over no words', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  await page.setViewportSize({ width: 390, height: 844 })
  const { id } = await newCustomer(parley, page, [
    'A message that is a little longer than the screen is wide',
  ])
  await openThread(page, id)
  const message = messageOf(page, 'A message that is')
  const reply = message.getByRole('button', { name: 'Reply' })
  await expect(reply).toBeHidden()
  const words = message.locator('p').first()
  await message.getByRole('button', { name: 'More for this message' }).click()
  await expect(reply).toBeVisible()
  // Once the thread has made room for it.
  await expect(async () => {
    const [text, button] = [await words.boundingBox(), await reply.boundingBox()]
    expect(button?.y ?? 0).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0))
  }).toPass()
  await expectAccessible(page)
  await reply.click()
  await expect(page.getByRole('group', { name: /^Answering / })).toContainText('A message that is')
})

/** A grey picture of 200 by 400 pixels. */
const tall =
  'iVBORw0KGgoAAAANSUhEUgAAAMgAAAGQCAAAAADOmXBsAAABUElEQVR42u3PAQkAAAACoKY3vR+hD0xPREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREREROQ3MjhfSSW4DiSyAAAAAElFTkSuQmCC'

/** Two seconds of a tone: 8,000 samples of 8 bits a second. */
const tone = (): string => {
  const rate = 8_000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + 2 * rate, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(2 * rate, 40)
  const samples = Buffer.from(
    Array.from({ length: 2 * rate }, (_, at) => 128 + Math.round(60 * Math.sin(at / 3))),
  )
  return Buffer.concat([head, samples]).toString('base64')
}

test('[Q-239 THREAD-08] a bubble lies close around its picture, whose name and size show on hover', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await phone.send({
    type: 'image',
    data_base64: tall,
    filename: 'receipt.png',
    mime_type: 'image/png',
    text: 'Kindly find here the receipt of last Thursday, which I have from the bank',
  })
  await openThread(page, id)
  const message = messageOf(page, 'Kindly find')
  const picture = message.getByRole('img')
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await expect(picture).toHaveAccessibleName(/png$/)
  const bubble = message.locator('[data-picture]').locator('xpath=../..')
  const [around, inside] = [await bubble.boundingBox(), await picture.boundingBox()]
  expect((around?.width ?? 0) - (inside?.width ?? 0)).toBeLessThanOrEqual(12)
  const size = message.getByText(/ (B|KB)$/)
  await page.mouse.move(0, 0)
  await expect(size.locator('xpath=../..')).toHaveCSS('opacity', '0')
  await picture.hover()
  await expect(size.locator('xpath=../..')).toHaveCSS('opacity', '1')
  await page.mouse.move(0, 0)
  await message
    .getByRole('link')
    .filter({ has: page.getByRole('img') })
    .focus()
  await page.keyboard.press('Tab')
  await expect(message.getByRole('button', { name: /^Download file/ })).toBeFocused()
  await expect(size.locator('xpath=../..')).toHaveCSS('opacity', '1')
  await expectAccessible(page)
})

test('[Q-239] a voice message has a player in the colours of the page, for keys too', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  for (const no of [1, 2])
    await phone.send({
      type: 'audio',
      data_base64: tone(),
      filename: `voice ${no}.ogg`,
      mime_type: 'audio/ogg',
    })
  await openThread(page, id)
  const player = (no: number) =>
    thread(page)
      .getByRole('group', { name: /^Voice message/ })
      .nth(no)
  const seek = player(0).getByRole('slider')
  await expect(seek).toHaveAttribute('aria-valuetext', '0:00 of 0:02')
  for (const theme of ['light', 'dark']) {
    await page.evaluate(name => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    await expectAccessible(page, ['best-practice'])
  }
  await player(0)
    .getByRole('button', { name: /^Speed: 1$/ })
    .click()
  await player(0)
    .getByRole('button', { name: /^Speed: 1.5$/ })
    .click()
  const rate = player(0).locator('audio')
  await expect(rate).toHaveJSProperty('playbackRate', 2)
  await player(0)
    .getByRole('button', { name: /^Speed: 2$/ })
    .click()
  await seek.focus()
  await page.keyboard.press('End')
  await expect(seek).toHaveAttribute('aria-valuetext', '0:02 of 0:02')
  await page.keyboard.press('Home')
  // One plays at a time: the first stops before its end, which is far away at this rate.
  await rate.evaluate(audio => Object.assign(audio, { playbackRate: 0.1 }))
  await player(0)
    .getByRole('button', { name: /^Play / })
    .press('Enter')
  await expect(player(0).getByRole('button', { name: /^Pause / })).toBeFocused()
  await player(1)
    .getByRole('button', { name: /^Play / })
    .click()
  await expect(player(0).getByRole('button', { name: /^Play / })).toBeVisible({ timeout: 5_000 })
  await expect(player(1).getByRole('button', { name: /^Play / })).toBeVisible()
})
