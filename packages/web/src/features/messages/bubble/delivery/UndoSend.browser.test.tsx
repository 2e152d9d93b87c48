import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../../test/accessible.ts'
import type { FakeApi } from '../../../../../test/fake-api.ts'
import { ServedConversation, openReplying, serve } from '../../../../../test/replying.ts'
import { messageWith, queue, replyBox, sendReply, thread } from '../../../../../test/screen.ts'

const undo = () => thread().getByRole('button', { name: 'Undo' })
const press = (keys: string) => userEvent.keyboard(keys)

const heldSeconds = 60

/** The server holds what is sent for a while, in which it can be taken back. */
function holdReplies(api: FakeApi, served: ServedConversation): void {
  api.answer('send', ({ body }) => {
    const { is_read: _, ...stored } = served.store(body, {
      status: 'queued',
      leaves_at: new Date(Date.now() + heldSeconds * 1_000).toISOString(),
    })
    return { ...stored, agent_id: '1', agent_name: 'agent' }
  })
  api.answer('takeBack', ({ params }) => {
    const failure = { sentence: 'Taken back', code: 'taken-back', remedy: '' }
    const { is_read: _, ...stored } = served.publishMessage({ id: params.id, status: 'failed', failure })
    return stored
  })
}

async function openHeld() {
  const opened = await openReplying({ texts: ['Is my premium paid?'] })
  holdReplies(opened.api, opened.served)
  return opened
}

test('[Q-234] a reply is taken back by a press: it is in no thread, and its words are in the box', async () => {
  await openHeld()
  await sendReply('It is nto')
  await expect.element(undo()).toHaveTextContent(/\d s$/)
  await expectAccessible(['best-practice'])
  await undo().click()
  await expect.element(messageWith('It is nto')).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveValue('It is nto')
  await expect.element(replyBox()).toHaveFocus()
})

test('[Q-234 Q-373] by Ctrl Z in an empty box; with words in it that is theirs', async () => {
  await openHeld()
  await sendReply('It is not')
  await expect.element(undo()).toBeVisible()
  await press('a')
  await expect.element(replyBox()).toHaveValue('a')
  await press('{Control>}z{/Control}')
  await expect.element(replyBox()).toHaveValue('')
  await expect.element(messageWith('It is not')).toBeVisible()
  await press('{Control>}z{/Control}')
  await expect.element(messageWith('It is not')).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveValue('It is not')
})

/** Two conversations beside each other; replies in the first are held. */
async function openTwo() {
  const opened = await openReplying({
    texts: ['Is my premium paid?'],
    given: (api, served) => {
      const next = new ServedConversation(api, ['And mine?'])
      serve(api, served, next)
      holdReplies(api, served)
      api.answer('history', ({ params }) => ({
        messages: params.id === served.id ? served.messages : next.messages,
      }))
    },
  })
  return opened
}

test('[Q-234 Q-373] from the next conversation Undo leads back, and takes it back', async () => {
  const { served } = await openTwo()
  await expect.element(queue().getByRole('row').nth(1)).toBeVisible()
  await replyBox().fill('It is so since Monday')
  await press('{Control>}{Enter}{/Control}')
  await expect.poll(() => location.pathname).not.toBe(`/conversations/${served.id}`)
  await page.getByRole('button', { name: /Undo/ }).click()
  await expect.poll(() => location.pathname).toBe(`/conversations/${served.id}`)
  await expect.element(replyBox()).toHaveValue('It is so since Monday')
  await expect.element(messageWith('It is so since Monday')).not.toBeInTheDocument()
})

test('[Q-373] elsewhere Undo is offered for as long as it can be done', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  const { served } = await openTwo()
  await expect.element(queue().getByRole('row').nth(1)).toBeVisible()
  await replyBox().fill('It is so')
  await press('{Control>}{Enter}{/Control}')
  await expect.poll(() => location.pathname).not.toBe(`/conversations/${served.id}`)
  const sent = page.getByText(/^Sent to /)
  await expect.element(sent).toBeVisible()
  vi.advanceTimersByTime(heldSeconds * 1_000)
  await expect.element(sent).not.toBeInTheDocument()
})
