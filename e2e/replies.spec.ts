import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread, say, sendButton } from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import { hold } from './harness/held.ts'
import { expect, test } from './harness.ts'

/** Surely asks for claim_status, and names a policy. */
const aboutClaim = 'What is the status of your claim LF-20311?'
const execute = '**/intent/execute/**'

interface Sent {
  readonly client_message_id: string
  readonly content?: string
  readonly seen_message_id?: string
  readonly metadata?: { readonly confidence?: number }
  readonly force?: boolean
}

/** The bodies of this page's sends, and how many texts it had analysed. */
function watch(page: Page) {
  const sends: Sent[] = []
  const calls = { analysed: 0 }
  page.on('request', request => {
    if (request.url().includes('/messages/agent/send/')) sends.push(request.postDataJSON() as Sent)
    if (request.url().includes('/intent/execute/')) calls.analysed += 1
  })
  return { sends, calls }
}

const question = (page: Page) => page.getByText('Did you mean to:')
const yes = (page: Page) => page.getByRole('button', { name: 'Yes, proceed' })
const no = (page: Page) => page.getByRole('button', { name: 'No, send as regular message' })
const chips = (page: Page) => page.getByRole('group', { name: 'Quick suggestions' }).getByRole('button')
const analysing = (page: Page) => page.getByText('Analyzing your request...')

test('[GEN-05 INTENT-01 INTENT-04 INTENT-05 INTENT-06 INTENT-07 INTENT-08 INTENT-09 INTENT-10 Q-094 Q-095 Q-151] what a message seems to mean is asked before it goes', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  const { sends } = watch(page)
  await say(page, aboutClaim)
  await expect(question(page)).toBeVisible()
  await expect(page.getByText('Claim Status', { exact: true })).toBeVisible()
  const percent = page.getByText(/^(7[1-9]|[89]\d|100)%$/)
  await expect(percent).toBeVisible()
  const shown = await percent.textContent()
  await expect(chips(page)).toHaveCount(3)
  await expect(box(page)).toHaveValue(aboutClaim)
  await expect(box(page)).toBeFocused()
  expect([sends, await phone.received()]).toEqual([[], []])
  await expectAccessible(page, ['best-practice'])
  await page.setViewportSize({ width: 390, height: 844 })
  for (const button of [yes(page), no(page)]) await expect(button).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1366, height: 768 })

  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(box(page)).toHaveValue(aboutClaim)
  await box(page).press('Enter')
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect(question(page)).toHaveCount(0)

  await box(page).press('Enter')
  const suggestion = (await chips(page).first().textContent()) ?? ''
  await chips(page).first().click()
  await expect(box(page)).toHaveValue(suggestion)
  await expect(box(page)).toBeFocused()
  await expect(question(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Bring them back' }).click()
  await expect(box(page)).toHaveValue(`${aboutClaim}!`)

  await box(page).press('Enter')
  await expect(question(page)).toBeVisible()
  // Over the choice between reply and note.
  for (let back = 0; back < 3; back += 1) await page.keyboard.press('Shift+Tab')
  await expect(chips(page).last()).toBeFocused()
  for (let back = 0; back < 3; back += 1) await page.keyboard.press('Shift+Tab')
  await expect(yes(page)).toBeFocused()
  expect(sends).toEqual([])
  await page.keyboard.press('Enter')
  await phone.expectLatest([`${aboutClaim}!`])
  expect(sends[0]?.metadata).toEqual({
    intent: 'claim_status',
    confidence: expect.any(Number),
    entities: { reference: ['LF-20311'] },
  })
  expect(`${Math.round((sends[0]?.metadata?.confidence ?? 0) * 100)}%`).toBe(shown)
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue('')

  await say(page, aboutClaim)
  await no(page).click()
  await phone.expectLatest([aboutClaim])
  // Refused once, it is not asked about again here.
  await say(page, `${aboutClaim} Please.`)
  await phone.expectLatest([`${aboutClaim} Please.`])
  expect(sends.slice(1).map(({ metadata }) => metadata)).toEqual([undefined, undefined])
  expect(sends).toHaveLength(3)
})

test('[INTENT-02 INTENT-04 INTENT-11 Q-096] ignored words, files alone, 0.7 and a failed analysis are sent as they are', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  const { sends, calls } = watch(page)
  for (const word of ['0', '00', 'menu', 'Help', 'RESET']) await say(page, word)
  await phone.expectLatest(['0', '00', 'menu', 'Help', 'RESET'])
  const paper = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }
  await page.getByLabel('Files to attach').setInputFiles([paper])
  await sendButton(page).click()
  await expect.poll(async () => (await phone.received()).length).toBe(6)
  expect(calls.analysed).toBe(0)

  await page.route(execute, route =>
    route.fulfill({
      json: {
        success: true,
        intent_result: { intent: 'claim_status', confidence: 0.7, entities: {} },
        response: { suggestions: [{ text: 'x' }] },
      },
    }),
  )
  await say(page, 'Not sure enough')
  await phone.expectLatest(['Not sure enough'])
  await page.unroute(execute)

  const logged: string[] = []
  page.on('console', message => logged.push(message.text()))
  for (const [status, text] of [
    [500, 'It failed'],
    [404, 'It is missing'],
  ] as const) {
    await page.route(execute, route => route.fulfill({ status, json: {} }))
    await say(page, text)
    await phone.expectLatest([text])
    await page.unroute(execute)
  }
  await page.route(execute, route => route.abort())
  await say(page, aboutClaim)
  await phone.expectLatest([aboutClaim])
  await expect.poll(() => logged.filter(text => text.startsWith('Failed to analyse message'))).toHaveLength(3)
  expect(logged.join()).not.toContain('claim')
  expect(sends.every(({ metadata }) => metadata === undefined)).toBe(true)
})

test('[INTENT-03 Q-096] a slow analysis is skipped by a second Enter, "Send now", the next message, and leaving', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  const { sends } = watch(page)
  await page.route(execute, () => undefined)
  await say(page, `1 ${aboutClaim}`)
  await expect(analysing(page)).toBeVisible()
  expect(sends).toEqual([])
  await box(page).press('Enter')
  await phone.expectLatest([`1 ${aboutClaim}`])
  await expect(analysing(page)).toHaveCount(0)

  await say(page, `2 ${aboutClaim}`)
  await page.getByRole('button', { name: 'Send now' }).click()
  await phone.expectLatest([`2 ${aboutClaim}`])

  await say(page, `3 ${aboutClaim}`)
  await say(page, `4 ${aboutClaim}`)
  // Taken back first: an analysis without an answer ends by itself.
  await expect(analysing(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveValue(`4 ${aboutClaim}`)
  await phone.expectLatest([`3 ${aboutClaim}`])

  await box(page).press('Enter')
  await expect(analysing(page)).toBeVisible()
  await expectKept(page, `4 ${aboutClaim}`)
  await page.reload()
  await expect(box(page)).toHaveValue(`4 ${aboutClaim}`)
  await expect(sendButton(page)).toBeEnabled()
  await box(page).press('Enter')
  await expect(analysing(page)).toBeVisible()
  await page.getByRole('link', { name: 'Back to list' }).click()
  await phone.expectLatest([`4 ${aboutClaim}`])
  await page.goBack()
  await expect(messageOf(page, `4 ${aboutClaim}`)).toHaveCount(1)
  await expect(box(page)).toHaveValue('')
  expect(sends.map(({ content }) => content?.slice(0, 1))).toEqual(['1', '2', '3', '4'])
  expect(sends.every(({ metadata }) => metadata === undefined)).toBe(true)
})

test('[INTENT-07 Q-092 Q-095] a text too long for a caption goes first, and carries what it means alone', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  const { sends } = watch(page)
  const paper = { name: 'claim.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }
  await page.getByLabel('Files to attach').setInputFiles([paper])
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('claim.txt')
  await box(page).fill(`${aboutClaim} ${'x'.repeat(1_100)}`)
  await expect(sendButton(page)).toBeEnabled()
  await box(page).press('Enter')
  await expect(question(page)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('claim.txt')
  await yes(page).click()
  await expect
    .poll(async () => (await phone.received()).map(({ type }) => type))
    .toEqual(['text', 'document'])
  await expect
    .poll(() => sends.map(({ content, metadata }) => [content !== undefined, metadata !== undefined]))
    .toEqual([
      [true, true],
      [false, false],
    ])
})

test('an answer written before a colleague answered is held back: it shows what was answered, and goes only if said so', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const brian = await openAs('brian')
  const { phone, id } = await newCustomer(parley, page, ['Where is my card?'])
  const { sends } = watch(page)
  // A line so slow that nothing is heard of messages.
  await page.routeWebSocket(/\/ws\/agent\//, socket => {
    const server = socket.connectToServer()
    server.onMessage(frame => {
      if (!/"event":"(new_)?message"/.test(String(frame))) socket.send(frame)
    })
  })
  await openThread(page, id)
  await openThread(brian, id)
  await say(brian, 'It is on its way')
  await phone.expectLatest(['It is on its way'])
  await say(page, 'We are looking for it')
  const bubble = messageOf(page, 'We are looking for it')
  await expect(bubble).toContainText('Not sent: Brian Odongo has answered since.')
  await expect(messageOf(page, 'It is on its way')).toBeVisible()
  const anyway = bubble.getByRole('button', { name: 'Send anyway' })
  await expect(anyway).toBeFocused()
  await page.reload()
  await expect(bubble).toContainText('Not sent: Brian Odongo has answered since.')
  await expect(anyway).not.toBeFocused()
  await anyway.focus()
  await page.keyboard.press('Enter')
  await phone.expectLatest(['It is on its way', 'We are looking for it'])
  await expect(bubble).not.toContainText('has answered since')
  await expect(box(page)).toBeFocused()
  expect(sends[1]).toEqual({ ...sends[0], force: true })
  expect(sends[0]?.seen_message_id).toMatch(/^\d+$/)

  await openThread(page, id)
  await say(brian, 'It should be there on Friday')
  await phone.expectLatest(['It should be there on Friday'])
  const letGo = await hold(page, '**/messages/agent/send/**')
  await say(page, 'Perhaps on Monday')
  const late = messageOf(page, 'Perhaps on Monday')
  await expect(late).toContainText('On this device')
  await box(page).fill('Anything else?')
  letGo()
  await expect(late).toContainText('Not sent: Brian Odongo has answered since.')
  await expect(box(page)).toBeFocused()
  await late.getByRole('button', { name: 'Edit' }).click()
  await expect(late).toHaveCount(0)
  await expect(box(page)).toHaveValue('Perhaps on Monday\nAnything else?')
  // Now that it has been read, the same words go.
  await box(page).fill('On Friday, as Brian says')
  await box(page).press('Enter')
  await phone.expectLatest(['It should be there on Friday', 'On Friday, as Brian says'])
  expect(sends).toHaveLength(4)
})

test('colleagues who have the same conversation open are named, and who types', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const brian = await openAs('brian')
  const carol = await openAs('carol')
  const { id } = await newCustomer(parley, page, ['Hello'])
  const header = page.locator('header').filter({ has: page.getByRole('link', { name: 'Back to list' }) })
  await openThread(page, id)
  await expect(header).not.toContainText(/viewing|typing/)
  await openThread(brian, id)
  await expect(header).toContainText('Brian Odongo is viewing')
  await expect(
    page.getByRole('status').filter({ hasText: 'Brian Odongo opened this conversation' }),
  ).toHaveCount(1)
  await expect(brian.locator('header').last()).toContainText(' is viewing')
  await box(brian).pressSequentially('Let me')
  await expect(header).toContainText('Brian Odongo is typing')
  await box(brian).fill('')
  await expect(header).toContainText('Brian Odongo is viewing')

  await openThread(carol, id)
  await expect(header).toContainText('Brian Odongo and Carol Ainembabazi are viewing')
  await brian.evaluate(() => {
    document.hasFocus = () => false
    window.dispatchEvent(new Event('blur'))
  })
  await expect(header).toContainText('Carol Ainembabazi is viewing')
  await expect(header).not.toContainText('Brian')
  await carol.getByRole('link', { name: 'Back to list' }).click()
  await expect(header).not.toContainText(/viewing|typing/)
  await carol.goBack()
  await expect(header).toContainText('Carol Ainembabazi is viewing')
  await carol.close()
  await expect(header).not.toContainText(/viewing|typing/)
})
