import { box, messageOf, newCustomer, openThread, say, sendButton, thread } from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import { expect, test } from './harness.ts'

test('[INTENT-03 Q-096] what is being analysed is still in the box after a reload', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await page.route('**/intent/execute/**', () => undefined)
  await say(page, 'What is the status of your claim LF-20311?')
  await expect(page.getByText('Analyzing your request...')).toBeVisible()
  await expectKept(page, 'What is the status')
  await page.reload()
  await expect(thread(page)).toBeVisible()
  await expect(box(page)).toHaveValue('What is the status of your claim LF-20311?')
  await expect(sendButton(page)).toBeEnabled()
  expect(await phone.received()).toEqual([])
})

const paper = { name: 'claim.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }

test('[INTENT-02] files alone are sent without being analysed', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  let analysed = 0
  page.on('request', request => {
    if (request.url().includes('/intent/execute/')) analysed += 1
  })
  await page.getByLabel('Files to attach').setInputFiles([paper])
  await sendButton(page).click()
  await expect.poll(async () => (await phone.received()).length).toBe(1)
  expect(analysed).toBe(0)
})

test('[INTENT-07 Q-092 Q-095] a text too long for a caption goes first, and carries what it means alone', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  const sends: { readonly content?: string; readonly metadata?: object }[] = []
  page.on('request', request => {
    if (request.url().includes('/messages/agent/send/')) sends.push(request.postDataJSON())
  })
  await page.getByLabel('Files to attach').setInputFiles([paper])
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('claim.txt')
  await box(page).fill(`What is the status of your claim LF-20311? ${'x'.repeat(1_100)}`)
  await expect(sendButton(page)).toBeEnabled()
  await box(page).press('Enter')
  await expect(page.getByText('Did you mean to:')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('claim.txt')
  await page.getByRole('button', { name: 'Yes, proceed' }).click()
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
  const sends: unknown[] = []
  page.on('request', request => {
    if (request.url().includes('/messages/agent/send/')) sends.push(request.postDataJSON())
  })
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
  expect(sends[1]).toEqual({ ...(sends[0] as object), force: true })
})

test('colleagues who have the same conversation open are named, and who types', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const brian = await openAs('brian')
  const { id } = await newCustomer(parley, page, ['Hello'])
  const header = page.locator('header').filter({ has: page.getByRole('link', { name: 'Back to list' }) })
  await openThread(page, id)
  await expect(header).not.toContainText(/viewing|typing/)
  await openThread(brian, id)
  await expect(header).toContainText('Brian Odongo is viewing')
  await expect(brian.locator('header').last()).toContainText(' is viewing')
  await box(brian).pressSequentially('Let me')
  await expect(header).toContainText('Brian Odongo is typing')
  await box(brian).fill('')
  await expect(header).toContainText('Brian Odongo is viewing')

  await brian.close()
  await expect(header).not.toContainText(/viewing|typing/)
})
