import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import { pictureUrl } from '../../../test/files.ts'
import { attachment, message } from '../../../test/samples.ts'
import { messageWith } from '../../../test/screen.ts'
import { serveThread } from '../../../test/thread.ts'

const shown = () => page.getByRole('dialog')
const picture = () => shown().getByRole('img')
const transform = () => (picture().query() as HTMLElement | null)?.style.transform ?? ''
const expectTransform = (words: string) => expect.poll(transform).toContain(words)
const opener = () =>
  messageWith('The front.png of it')
    .getByRole('link')
    .filter({ has: page.getByRole('img') })

/** Opens the first of two pictures in a thread. */
async function openFront(): Promise<void> {
  const url = await pictureUrl(40, 40)
  const messages = ['front.png', 'back.png'].map((name, at) => {
    const id = String(11 + at)
    const about = { name, mime_type: 'image/png', preview_url: url, thumbnail_url: url }
    const file = attachment({ id, document_id: id, state: 'ready', width: 40, height: 40, ...about })
    return message({ id, content: `The ${name} of it`, attachments: [file] })
  })
  await openConsole('/conversations/7', { given: api => serveThread(api, messages) })
  await opener().click()
  await expect.element(picture()).toBeVisible()
  await expectTransform('scale(1)')
}

test('[Q-243] a picture opens over the thread with the words of its message, and back to where one was', async () => {
  await openFront()
  await expect.element(shown()).toHaveTextContent('The front.png of it')
  await expect.element(shown()).toHaveTextContent('1 of 2')
  await expect
    .element(shown().getByRole('link', { name: /^Download / }))
    .toHaveAttribute('href', expect.stringMatching(/\/download$/))
  await expectAccessible(['best-practice'])
  await userEvent.keyboard('{Escape}')
  await expect.element(shown()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
})

test('[Q-243] a picture is enlarged and turned by keys, buttons, a double press and the wheel', async () => {
  await openFront()
  await userEvent.keyboard('+')
  await expectTransform('scale(1.25)')
  await userEvent.keyboard('-')
  await expectTransform('scale(1)')
  await userEvent.keyboard('+')
  await expectTransform('scale(1.25)')
  await shown().getByRole('button', { name: 'Turn' }).click()
  await expect.poll(transform).toBe('translate(0px, 0px) rotate(90deg) scale(1)')
  await userEvent.keyboard('r')
  await expectTransform('rotate(180deg) scale(1)')
  await picture().dblClick()
  await expect.poll(transform).not.toContain('scale(1)')
  await picture().dblClick()
  await expectTransform('scale(1)')
  picture()
    .element()
    .dispatchEvent(new WheelEvent('wheel', { deltaY: -300, bubbles: true, cancelable: true }))
  await expect.poll(transform).not.toContain('scale(1)')
  await userEvent.keyboard('0')
  await expectTransform('rotate(0deg) scale(1)')
})

test('[Q-243] the arrows and buttons lead to the next picture and back', async () => {
  await openFront()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(shown()).toHaveTextContent('2 of 2')
  await expect.element(shown()).toHaveTextContent('The back.png of it')
  await expect.element(shown().getByRole('button', { name: 'Next picture' })).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(shown()).toHaveTextContent('1 of 2')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(shown()).toHaveTextContent('2 of 2')
  await shown().getByRole('button', { name: 'Previous picture' }).click()
  await expect.element(shown()).toHaveTextContent('1 of 2')
})
