import type { Locator, Page } from '@playwright/test'
import { box, messageOf, newCustomer, openThread, say, sendButton, thread } from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import { expect, test } from './harness.ts'

const file = (name: string, text = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const attach = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.getByLabel('Files to attach').setInputFiles(files)
const chips = (page: Page) => page.getByRole('list', { name: 'Attached files' })

test('[Q-340 Q-342] pasted words win over their picture, and a file dropped in the thread is attached', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await box(page).click()

  const bring = (at: Locator, kind: 'paste' | 'dragover' | 'drop', text: string) =>
    at.evaluate(
      (element, { kind, text }) => {
        const data = new DataTransfer()
        data.items.add(new File([`${kind} ${text}`], `${kind}.png`, { type: 'image/png' }))
        if (text !== '') data.setData('text/plain', text)
        const about = { bubbles: true, cancelable: true }
        return element.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent(kind, { ...about, clipboardData: data })
            : new DragEvent(kind, { ...about, dataTransfer: data }),
        )
      },
      { kind, text },
    )
  const offer = page.getByRole('button', { name: 'Attach picture' })
  // The browser goes on with it, and puts the words into the box.
  expect(await bring(box(page), 'paste', 'Name\tAmount')).toBe(true)
  await page.keyboard.insertText('Name\tAmount')
  await expect(chips(page)).toHaveCount(0)
  await offer.click()
  await expect(chips(page)).toContainText('paste.png')
  await expect(offer).toHaveCount(0)
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue('Name\tAmount')

  await bring(thread(page), 'dragover', '')
  expect(await bring(thread(page), 'drop', '')).toBe(false)
  await expect(chips(page)).toContainText('drop.png')
  await expect(chips(page).getByRole('button', { name: /^Remove / })).toHaveCount(2)
  // Anywhere else the page stays, and nothing is attached.
  expect(await bring(page.getByRole('banner'), 'drop', '')).toBe(false)
  await expect(chips(page).getByRole('button', { name: /^Remove / })).toHaveCount(2)
})

test('[Q-188] what WhatsApp does not take is refused before it is uploaded; a caption says how much room it has', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  let uploads = 0
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/attachments/documents/upload')) uploads += 1
  })
  await attach(page, { ...file('dance.gif'), mimeType: 'image/gif' }, file('empty.txt', ''), file('form.txt'))
  await expect(chips(page)).toContainText('Files of the type image/gif cannot be sent.')
  await expect(chips(page)).toContainText('The file is empty.')
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
  await box(page).fill('Here it is')
  await expect(sendButton(page)).toBeDisabled()
  await expect(page.getByText('One of the files cannot be sent. Remove it, then send')).toBeVisible()
  await page.getByRole('button', { name: 'Remove dance.gif' }).click()
  await page.getByRole('button', { name: 'Remove empty.txt' }).click()

  await box(page).fill('x'.repeat(1025))
  await expect(page.getByText('Too long for a caption: goes before the file')).toBeVisible()
  await box(page).fill('x'.repeat(1000))
  await expect(page.getByText('24 characters left in the caption')).toBeVisible()
  await box(page).fill('Here it is')
  await sendButton(page).click()
  await phone.expectLatest(['Here it is'])
  expect(uploads).toBe(1)
})

test('[COMP-06 COMP-07 COMP-08 COMP-09 COMP-14 API-19 AUTH-08 Q-092 Q-093] several files: progress, remove, Clear all, one send each, over an expired token too', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible()
  await expect(page.getByLabel('Files to attach')).toHaveAttribute('multiple')
  // A line so slow that the progress of the first is seen, until it is taken back.
  const line = await page.context().newCDPSession(page)
  const limit = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await limit(60_000)
  await attach(page, file('a.txt', 'a'.repeat(3_000_000)), file('b.txt'), file('c.txt'))
  const said = page.getByText(/^[1-9]\d?% uploaded$/)
  await expect(said).toBeVisible()
  const before = Number.parseInt(await said.innerText(), 10)
  await expect.poll(async () => Number.parseInt(await said.innerText(), 10)).toBeGreaterThan(before)
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute('value', /^[1-9]\d?$/)
  await expect(sendButton(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Remove a.txt' }).click()
  await expect(chips(page)).not.toContainText('a.txt')
  await limit(-1)
  await expect(sendButton(page)).toBeEnabled()
  await expect(page.getByText(/% uploaded/)).toHaveCount(0)

  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(chips(page)).toHaveCount(0)
  await expect(sendButton(page)).toBeDisabled()

  // The token has just expired: the first upload is made once more with a renewed one.
  const uploads: (string | undefined)[] = []
  page.on('request', request => {
    if (request.url().endsWith('/documents/upload')) uploads.push(request.headers()['authorization'])
  })
  const expired = await page.evaluate(() => `Bearer ${localStorage.getItem('token')}`)
  await page.route('**/documents/upload', route => route.fulfill({ status: 401, json: {} }), { times: 1 })
  await attach(page, file('first.txt'), file('second.txt'))
  await expect(sendButton(page)).toBeEnabled()
  const renewed = await page.evaluate(() => `Bearer ${localStorage.getItem('token')}`)
  expect(renewed).not.toBe(expired)
  expect(uploads).toEqual([expired, renewed, renewed])
  const sends: unknown[] = []
  page.on('request', request => {
    if (request.url().includes('/messages/agent/send/')) sends.push(request.postDataJSON())
  })
  await say(page, 'Both papers')
  await expect.poll(async () => (await phone.received()).length).toBe(2)
  expect(sends).toEqual([
    {
      client_message_id: expect.any(String),
      content: 'Both papers',
      seen_message_id: expect.stringMatching(/^\d+$/),
      document_id: expect.stringMatching(/^\d+$/),
      draft: { page_id: expect.any(String), version: expect.any(Number), write_no: expect.any(Number) },
    },
    {
      client_message_id: expect.any(String),
      document_id: expect.stringMatching(/^\d+$/),
      seen_message_id: expect.stringMatching(/^\d+$/),
    },
  ])
  expect((await phone.received()).map(({ type }) => type)).toEqual(['document', 'document'])
  await expect(thread(page).getByText('first.txt')).toBeVisible()
  await expect(thread(page).getByText('second.txt')).toBeVisible()
})

test('[ERR-16 ERR-20 ATT-07 Q-041] a failed upload is logged, stays, lets the next one through, and holds Send back', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  const logged: string[] = []
  page.on('console', message => logged.push(message.text()))
  let tries = 0
  await page.route('**/documents/upload', route => {
    tries += 1
    return tries === 1 ? route.fulfill({ json: { name: 'no id' } }) : route.continue()
  })
  await box(page).fill('With papers')
  await attach(page, file('broken.txt'), file('fine.txt'))
  await expect(chips(page)).toContainText('Failed to upload: Document upload failed: No document_id returned')
  await expect(
    chips(page).getByTitle('Failed to upload attachment: Document upload failed: No document_id returned'),
  ).toBeVisible()
  await expect(page.getByText('A file was not uploaded. Retry or remove it, then send')).toBeVisible()
  await expect(sendButton(page)).toBeDisabled()
  await expect.poll(() => logged.some(text => text.startsWith('Failed to upload file:'))).toBe(true)
  await expect.poll(() => tries).toBe(2)
  await page.getByRole('button', { name: 'Retry broken.txt' }).click()
  await expect(sendButton(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await box(page).fill('')
})

test('[COMP-02 API-03 Q-039 Q-042 Q-249] an unanswered send survives a reload, is found in the history, and goes by itself where it is not', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  // The server gets it; the answer, and everything else that would tell of it, is lost.
  await page.route('**/messages/agent/send/**', async route => {
    await route.fetch()
    await route.abort()
  })
  await page.route('**/history?**', route => route.abort())
  await say(page, 'Did it arrive?')
  await phone.expectLatest(['Did it arrive?'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(messageOf(page, 'Did it arrive?')).toHaveCount(1)
  await expect(messageOf(page, 'Did it arrive?')).not.toContainText('On this device')
  expect(await phone.received()).toHaveLength(1)

  await page.route('**/messages/agent/send/**', () => undefined)
  await say(page, 'Still on its way')
  await expect(messageOf(page, 'Still on its way')).toContainText('On this device')
  await expectKept(page, 'Still on its way')
  // In the session in which it was written it goes by itself.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await phone.expectLatest(['Did it arrive?', 'Still on its way'])
  await expect(messageOf(page, 'Still on its way')).not.toContainText('On this device')
  expect(await phone.received()).toHaveLength(2)
})

test('[COMP-13 Q-039 Q-040 Q-249] offline, what was begun stays over a reload, and what is sent waits', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await page.context().setOffline(true)
  await box(page).fill('Written in the lift')
  await expect(sendButton(page)).toBeEnabled()
  await box(page).press('Enter')
  await expect(messageOf(page, 'Written in the lift')).toContainText('Waiting for the connection')
  await box(page).fill('Begun in the lift')
  await page.context().setOffline(false)
  await phone.expectLatest(['Written in the lift'])
  await expectKept(page, 'Begun in the lift')
  await page.reload()
  await expect(box(page)).toHaveValue('Begun in the lift')
  await expect(sendButton(page)).toBeEnabled()
  await box(page).press('Enter')
  await phone.expectLatest(['Written in the lift', 'Begun in the lift'])
  await page.reload()
  await expect(thread(page)).toBeVisible()
  await expect(box(page)).toHaveValue('')
})
