import { ConversationStatus } from '@parley/core/conversations/api'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { giveCapabilities, openConsole } from '../../../../test/console.tsx'
import { serveConversations } from '../../../../test/conversation-list.ts'
import type { FakeApi } from '../../../../test/fake-api.ts'
import { conversation } from '../../../../test/samples.ts'
import { replyBox, sendButton } from '../../../../test/screen.ts'

type Row = ReturnType<typeof conversation>

const badge = () => page.getByRole('button', { name: /^Status: / })
const badgeSays = (word: string) => expect.element(badge()).toHaveAccessibleName(`Status: ${word}`)
const choice = (word: string) => page.getByRole('menuitemradio', { name: word, exact: true })
const failure = () => page.getByRole('alert').filter({ hasText: 'Failed to update conversation status' })
const archivedNotice = () => page.getByRole('status').filter({ hasText: 'This conversation is archived' })
const asked = (api: FakeApi) => api.askedFor('setConversationStatus').map(({ body }) => body)

async function choose(word: string): Promise<void> {
  await badge().click()
  await choice(word).click()
}

/** A server that has this conversation and takes each status; what the console asks for again has it. */
function serve(api: FakeApi, fields: Partial<Row> = {}): void {
  const row = conversation({ id: '7', version: 4, ...fields })
  serveConversations(api, [row])
  api.answer('setConversationStatus', ({ body }) => {
    const set = { ...row, status: ConversationStatus.parse(body.status), version: row.version + 1 }
    serveConversations(api, [set])
    return set
  })
}

/** Opens the conversation, and waits until nothing takes the focus any more. */
async function open(fields: Partial<Row> = {}): Promise<FakeApi> {
  const api = await openConsole('/conversations/7', { given: one => serve(one, fields) })
  if (fields.status === 'ARCHIVED') await expect.element(archivedNotice()).toBeVisible()
  else await expect.element(replyBox()).toHaveFocus()
  return api
}

test('[CDET-03 Q-017] a status that a colleague sets is on the badge by itself', async () => {
  const api = await open()
  await badgeSays('Active')
  serve(api, { status: 'DORMANT', version: 5 })
  api.publish({ event: 'conversation', data: conversation({ id: '7', status: 'DORMANT', version: 5 }) })
  await badgeSays('Dormant')
})

test('[CDET-03 Q-017] an archived conversation says so where one would write', async () => {
  await open()
  await choose('Archived')
  await badgeSays('Archived')
  await expect.element(archivedNotice()).toBeVisible()
  await expect.element(sendButton()).toBeDisabled()
})

test('[CDET-03 Q-017] a change shows at once; one that gets no answer goes back and says why', async () => {
  const api = await open()
  api.fail('setConversationStatus', 503, 'The server cannot do this right now')
  const release = api.hold('setConversationStatus')
  await choose('Dormant')
  await badgeSays('Dormant')
  await expect.element(badge()).toHaveAttribute('aria-busy', 'true')
  release()
  await badgeSays('Active')
  await expect
    .element(failure())
    .toHaveTextContent(
      'Failed to update conversation status: The server cannot do this right now. Try again.',
    )
})

test.each([
  ['conversation.another-open', 'This customer has another open conversation. Archive that one first.'],
  ['conversation.changed', 'A colleague changed this conversation meanwhile. Look at it and save again.'],
] as const)(
  '[CDET-03 Q-017 ERR-20 Q-038] a change refused with %s goes back, and the reason stands there until it is dismissed',
  async (code, reason) => {
    const api = await open({ status: 'ARCHIVED' })
    api.refuse('setConversationStatus', code)
    await choose('Active')
    await expect
      .element(failure())
      .toHaveTextContent(new RegExp(`^Failed to update conversation status: ${reason}$`))
    await badgeSays('Archived')
    expect(asked(api)).toEqual([{ status: 'ACTIVE', version: 4 }])
    await failure().getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(failure()).not.toBeInTheDocument()
  },
)

test.each([
  [1, 'It has 1 message that you have not seen.'],
  [25, 'It has 25 messages that you have not seen.'],
])('[Q-017] with %i unseen messages, archiving asks first: "%s"', async (count, words) => {
  const api = await open({ inbound_no: count, unread_count: count })
  await choose('Archived')
  const question = page.getByRole('dialog', { name: 'Archive this conversation?' })
  await expect.element(question).toHaveTextContent(words)
  await expectAccessible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await badgeSays('Active')
  expect(asked(api)).toEqual([])
  await choose('Archived')
  await question.getByRole('button', { name: 'Archive' }).click()
  await badgeSays('Archived')
  expect(asked(api)).toEqual([{ status: 'ARCHIVED', version: 4 }])
})

test('[GEN-08 Q-016 Q-017] while the server does not say what it serves, status and issues are not available; it is asked again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const api = await openConsole('/conversations/7', {
    given: one => {
      serve(one)
      one.fail('capabilities', 503, 'not now')
    },
  })
  await expect.element(page.getByText('Issues are not available')).toBeVisible()
  await badge().click()
  await expect.element(choice('Dormant')).toHaveAttribute('aria-disabled', 'true')
  const menu = page.getByRole('menu')
  await expect.element(menu).toHaveTextContent('The status cannot be changed right now')
  await expect.poll(() => document.activeElement?.closest('[role=menu]') ?? null).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  expect(page.getByText('Sample data').elements()).toEqual([])
  await expectAccessible()
  giveCapabilities(api)
  vi.advanceTimersByTime(10_000)
  await expect.element(page.getByRole('button', { name: /^Current issue: / })).toBeVisible()
  await badge().click()
  await expect.element(choice('Dormant')).not.toHaveAttribute('aria-disabled')
})
