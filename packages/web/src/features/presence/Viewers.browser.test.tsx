import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeApi } from '../../../test/fake-api.ts'
import { carol, openReplying } from '../../../test/replying.ts'
import { headerText, replyBox } from '../../../test/screen.ts'
import { brian } from '../../../test/samples.ts'

type Colleague = { readonly id: string; readonly name: string }

/** The server tells who has the conversation open, and whether they type. */
const tell = (api: FakeApi, conversation_id: string, typing: boolean, ...colleagues: readonly Colleague[]) =>
  api.publish({
    event: 'presence',
    data: {
      conversation_id,
      viewers: colleagues.map(({ id, name }) => ({ agent_id: id, agent_name: name, typing })),
    },
  })

test('colleagues who have the same conversation open are named, and who types', async () => {
  const { api, served } = await openReplying()
  await replyBox().click()
  const viewing = { event: 'viewing', conversation_id: served.id, typing: false }
  await expect.poll(() => api.sentFrames).toContainEqual(viewing)
  expect(headerText()).not.toMatch(/viewing|typing/)
  tell(api, served.id, false, brian)
  await expect.poll(headerText).toContain('Brian is viewing')
  const status = page.getByRole('status').filter({ hasText: 'Brian opened this conversation' })
  await expect.poll(() => status.elements()).toHaveLength(1)
  tell(api, served.id, true, brian)
  await expect.poll(headerText).toContain('Brian is typing')
  tell(api, served.id, false, brian, carol)
  await expect.poll(headerText).toContain('Brian and Carol are viewing')
  tell(api, served.id, false)
  await expect.poll(headerText).not.toMatch(/viewing|typing/)
})

test('the server is told what is shown and that one types; an empty box is no typing, and the list is no conversation', async () => {
  const { api, served } = await openReplying()
  const last = () => api.sentFrames.at(-1)
  await replyBox().click()
  await userEvent.keyboard('Let me')
  await expect.poll(last).toEqual({ event: 'viewing', conversation_id: served.id, typing: true })
  await replyBox().fill('')
  await expect.poll(last).toEqual({ event: 'viewing', conversation_id: served.id, typing: false })
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect.poll(last).toEqual({ event: 'viewing', conversation_id: null, typing: false })
})
