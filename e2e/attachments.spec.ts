import { messageOf, newCustomer, openByName, openThread, thread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'

test('[ATT-05 Q-030] "Download file" opens the download in a new tab, where the cookie lets it in', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  await openByName(page, 'Mugisha Ronald')
  const button = messageOf(page, 'members.txt').last().getByTitle('Download file')
  const [answer] = await Promise.all([
    page.context().waitForEvent('response', response => response.url().endsWith('/download')),
    page.context().waitForEvent('page'),
    button.click(),
  ])
  expect(new URL(answer.url()).pathname).toMatch(/^\/api\/v1\/attachments\/documents\/\d+\/download$/)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-disposition']).toMatch(/^attachment;.*members\.txt/)
  await expect(page).toHaveURL(/\/conversations\//)
})

test('[THREAD-08 ATT-01 WS-04] a picture and a voice message that a customer sends appear on the open screen', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await phone.send({
    type: 'image',
    data_base64: pixel,
    filename: 'receipt.png',
    mime_type: 'image/png',
    text: 'My receipt',
  })
  const message = messageOf(page, 'My receipt')
  await expect
    .poll(() =>
      message
        .locator('img')
        .evaluate(image => (image as HTMLImageElement).naturalWidth)
        .catch(() => 0),
    )
    .toBeGreaterThan(0)
  const voice = Buffer.concat([
    Buffer.from('OggS\0\x02'),
    Buffer.alloc(22),
    Buffer.from('OpusHead'),
    Buffer.alloc(64),
  ])
  await phone.send({
    type: 'audio',
    data_base64: voice.toString('base64'),
    filename: 'voice.ogg',
    mime_type: 'audio/ogg',
  })
  // It is no sound, and says so.
  await expect(thread(page).getByText('This recording cannot be played here')).toBeVisible()
  const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), Buffer.alloc(64)])
  await phone.send({
    type: 'video',
    data_base64: film.toString('base64'),
    filename: 'film.mp4',
    mime_type: 'video/mp4',
  })
  const player = thread(page).locator('video')
  await expect(player).toBeVisible()
  await expect(player).toHaveAttribute('controls', '')
  const source = await player.evaluate(async video => {
    const answer = await fetch((video as HTMLVideoElement).src, { headers: { range: 'bytes=0-3' } })
    return [answer.status, answer.headers.get('content-type')]
  })
  expect(source).toEqual([206, 'video/mp4'])
})

test('[THREAD-08 Q-157] a file that WhatsApp does not hand over says why it waits, and comes by itself', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  const fault = async (body: object) => {
    const headers = { 'content-type': 'application/json' }
    const url = `${parley.simulatorUrl}/faults`
    expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).ok).toBe(true)
  }
  await fault({ name: 'token-expired', times: 10_000 })
  await phone.send({
    type: 'document',
    data_base64: pixel,
    filename: 'receipt.png',
    mime_type: 'image/png',
    text: 'My receipt',
  })
  const message = messageOf(page, 'My receipt')
  await expect(message).toContainText(
    'Not received yet: WhatsApp does not accept our access. Ask an administrator to check the WhatsApp account. Parley tries again automatically',
  )
  await fault({ clear: true, name: 'token-expired' })
  await expect(message.locator('img').first()).toBeVisible({ timeout: 90_000 })
  await expect(message).not.toContainText('Not received yet')
})
