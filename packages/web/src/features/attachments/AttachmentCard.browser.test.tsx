import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import { pictureUrl, toneUrl } from '../../../test/files.ts'
import { attachment, message } from '../../../test/samples.ts'
import { focusOn, messageWith, pointElsewhere, replyBox, thread } from '../../../test/screen.ts'
import { serveThread } from '../../../test/thread.ts'

test('[Q-239 THREAD-08] a bubble lies close around its picture, whose name and size show on hover and on focus', async () => {
  const url = await pictureUrl(200, 400)
  const receipt = attachment({
    id: '3',
    document_id: '3',
    name: 'receipt.png',
    mime_type: 'image/png',
    state: 'ready',
    size: 2_000,
    width: 200,
    height: 400,
    thumbnail_url: url,
    preview_url: url,
    download_url: url,
  })
  const words = 'Kindly find here the receipt of last Thursday, which I have from the bank'
  await openConsole('/conversations/7', {
    given: api => serveThread(api, [message({ id: '11', content: words, attachments: [receipt] })]),
  })
  const row = messageWith('Kindly find')
  const picture = row.getByRole('img')
  await expect.element(picture).toBeVisible()
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBe(200)
  await expect.element(picture).toHaveAccessibleName(expect.stringMatching(/png$/))
  const bubble = row.element().querySelector('[data-picture]')?.parentElement?.parentElement
  const widthOf = (element: Element | null | undefined) =>
    element?.getBoundingClientRect().width ?? Number.NaN
  expect(widthOf(bubble) - widthOf(picture.element())).toBeLessThanOrEqual(12)
  const line = () => row.getByText(/ (B|KB)$/).element().parentElement?.parentElement ?? document.body
  const opacity = () => getComputedStyle(line()).opacity
  await pointElsewhere()
  await expect.poll(opacity).toBe('0')
  await picture.hover()
  await expect.poll(opacity).toBe('1')
  await pointElsewhere()
  await expect.poll(opacity).toBe('0')
  await expect.element(replyBox()).toHaveFocus()
  focusOn(row.getByRole('link').filter({ has: page.getByRole('img') }))
  await userEvent.tab()
  await expect.element(row.getByRole('button', { name: /^Download file/ })).toHaveFocus()
  await expect.poll(opacity).toBe('1')
  await expectAccessible()
})

/** Opens a conversation with two voice messages of two seconds. */
async function openVoices() {
  const url = toneUrl(2)
  const voice = (no: number) =>
    attachment({
      id: String(no),
      document_id: String(no),
      name: `Voice message ${no}`,
      mime_type: 'audio/wav',
      state: 'ready',
      size: 16_044,
      download_url: url,
    })
  await openConsole('/conversations/7', {
    given: api =>
      serveThread(
        api,
        [1, 2].map(no => message({ id: String(10 + no), content: '', attachments: [voice(no)] })),
      ),
  })
  const player = (no: number) => thread().getByRole('group', { name: `Voice message ${no}` })
  const seek = player(1).getByRole('slider')
  await expect.element(seek).toHaveAttribute('aria-valuetext', '0:00 of 0:02')
  const audio = () => player(1).element().querySelector('audio') as HTMLAudioElement
  return { player, seek, audio }
}

test('[Q-239] a voice message has a player in the colours of the page, whose rate is a button', async () => {
  const { player, audio } = await openVoices()
  await expectAccessible(['best-practice'])
  for (const [rate, next] of [
    ['1', 1.5],
    ['1.5', 2],
    ['2', 1],
  ] as const) {
    await player(1)
      .getByRole('button', { name: `Speed: ${rate}`, exact: true })
      .click()
    await expect.poll(() => audio().playbackRate).toBe(next)
  }
})

test('[Q-239] a voice message is sought and played by keyboard; one plays at a time', async () => {
  const { player, seek, audio } = await openVoices()
  const play = (no: number) => player(no).getByRole('button', { name: /^Play / })
  await expect.element(replyBox()).toHaveFocus()
  focusOn(seek)
  await userEvent.keyboard('{End}')
  await expect.element(seek).toHaveAttribute('aria-valuetext', '0:02 of 0:02')
  await userEvent.keyboard('{Home}')
  await expect.element(seek).toHaveAttribute('aria-valuetext', '0:00 of 0:02')
  // The first is far from its end when the second begins.
  audio().playbackRate = 0.1
  focusOn(play(1))
  await userEvent.keyboard('{Enter}')
  await expect.element(player(1).getByRole('button', { name: /^Pause / })).toHaveFocus()
  await play(2).click()
  await expect.element(play(1)).toBeVisible()
  expect(audio().paused).toBe(true)
})

/** Opens a conversation with this file. */
const openFile = (fields: Parameters<typeof attachment>[0]) =>
  openConsole('/conversations/7', {
    given: api => {
      const file = attachment({ id: '4711', document_id: '4711', state: 'ready', ...fields })
      serveThread(api, [message({ id: '11', content: 'Here it is', attachments: [file] })])
    },
  })
const download = () => messageWith('Here it is').getByTitle('Download file')

test.each([
  ['members.txt', 'text/plain', 812, 'other file', '812 B'],
  ['contract.pdf', 'application/pdf', 2_048, 'pdf file', '2.0 KB'],
  ['contract.pdf', 'application/pdf', null, 'pdf file', 'Unknown size'],
] as const)(
  '[THREAD-08 ATT-01 ATT-02 ATT-03 ATT-06] %s (%s, %s bytes) is shown by the icon "%s", its name and "%s"',
  async (name, mime_type, size, icon, words) => {
    await openFile({ name, mime_type, size })
    const row = messageWith('Here it is')
    await expect.element(row.getByRole('img', { name: icon })).toBeVisible()
    await expect.element(row.getByText(name, { exact: true })).toBeVisible()
    await expect.element(row).toHaveTextContent(words)
  },
)

test.each([
  ['its own address', '/api/v1/attachments/documents/12/download'],
  ['without an address the path that its id makes', null],
])('[ATT-04 ATT-05 ERR-18] "Download file" opens %s in a new tab', async (_, download_url) => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => opened.mockRestore())
  await openFile({ name: 'members.txt', mime_type: 'text/plain', download_url })
  await download().click()
  const url = download_url ?? '/api/v1/attachments/documents/4711/download'
  expect(opened.mock.calls).toEqual([[url, '_blank', 'noopener,noreferrer']])
})

test('[ATT-05 ERR-18 Q-030] an address that is neither web nor our own is not offered, which is logged', async () => {
  const logged = vi.spyOn(console, 'warn')
  onTestFinished(() => logged.mockRestore())
  await openFile({ name: 'members.txt', mime_type: 'text/plain', download_url: 'javascript:alert(1)' })
  await expect.element(messageWith('Here it is').getByText('members.txt')).toBeVisible()
  await expect.element(download()).not.toBeInTheDocument()
  expect(logged.mock.calls.map(([text]) => text)).toContain('No download URL available for attachment')
})
