import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole } from '../../../../test/console.tsx'
import { serveConversations } from '../../../../test/conversation-list.ts'
import type { FakeApi } from '../../../../test/fake-api.ts'
import { conversation, customer } from '../../../../test/samples.ts'
import { focusOn, replyBox } from '../../../../test/screen.ts'

type Row = ReturnType<typeof conversation>

/** Beside a queue they stand in the customer's panel. */
const tags = () => page.getByRole('region', { name: 'Tags' })
const opener = () => page.getByRole('button', { name: 'Edit tags' })
const editor = () => page.getByRole('form', { name: 'Edit tags' })
const newTag = () => editor().getByRole('combobox', { name: 'New tag' })
const removeButton = (tag: string) => editor().getByRole('button', { name: `Remove tag ${tag}` })
const alert = () => tags().getByRole('alert')
const asked = (api: FakeApi) => api.askedFor('setConversationTags').map(({ body }) => body)

/** A server that takes each edit of these tags; what the console asks for again has them. */
function serveTags(api: FakeApi, row: Row, ...others: readonly Row[]): void {
  let held = row
  serveConversations(api, [held, ...others])
  api.answer('setConversationTags', ({ body }) => {
    held = { ...held, tags: body.tags, version: held.version + 1 }
    serveConversations(api, [held, ...others])
    return held
  })
}

const other = (own: string[]) =>
  conversation({ id: '8', user: customer('Okello Mark'), tags: ['payments', ...own] })

/** Opens a conversation with these tags, beside another one with others; the message box has the focus. */
async function open(own: string[] = []): Promise<FakeApi> {
  const row = conversation({ id: '7', tags: own, version: 4 })
  const api = await openConsole('/conversations/7', {
    given: one => serveTags(one, row, other(own)),
  })
  await expect.element(replyBox()).toHaveFocus()
  return api
}

/** The same with the editor open. */
async function openEditor(own: string[] = []): Promise<FakeApi> {
  const api = await open(own)
  await opener().click()
  await expect.element(newTag()).toHaveFocus()
  return api
}

/** Types a tag and presses Enter, with the focus in the box. */
async function type(tag: string): Promise<void> {
  await userEvent.keyboard(tag)
  await expect.element(newTag()).toHaveValue(tag)
  await userEvent.keyboard('{Enter}')
  await expect.element(newTag()).toHaveValue('')
}

test('[CDET-04] tags of the loaded list are offered, without those that it has already', async () => {
  await openConsole('/conversations', {
    given: api => serveConversations(api, [conversation({ id: '7', tags: ['claim'] }), other(['claim'])]),
  })
  await expect.element(page.getByText('Okello Mark')).toBeVisible()
  await page.getByText('Nakato Prossy').first().click()
  await opener().click()
  await expect
    .poll(() => [...editor().element().querySelectorAll('option')].map(one => one.textContent))
    .toEqual(['payments'])
})

test('[CDET-04] tags that a colleague sets are there by themselves', async () => {
  const api = await open()
  const publish = (all: string[], version: number) => {
    const row = conversation({ id: '7', tags: all, version })
    serveConversations(api, [row])
    api.publish({ event: 'conversation', data: row })
  }
  publish(['late claim', 'follow up', 'third'], 5)
  await expect.element(tags()).toHaveTextContent(/late claim\s*follow up\s*third/)
  publish(['late claim'], 6)
  await expect.element(tags().getByText('third')).not.toBeInTheDocument()
  await expect.element(tags().getByText('late claim')).toBeVisible()
})

test.each([
  ['follow up', '"follow up" is on this conversation already'],
  ['x'.repeat(41), 'A tag has at most 40 characters; this has 41. Shorten it'],
])('[CDET-04] "%s" is not added: %s', async (typed, words) => {
  const api = await openEditor(['follow up'])
  await newTag().fill(typed)
  await expect.element(alert()).toHaveTextContent(words)
  await userEvent.keyboard('{Enter}')
  await expect.element(newTag()).toHaveValue(typed)
  await expectAccessible()
  expect(asked(api)).toEqual([])
  await newTag().fill('')
  await expect.element(alert()).not.toBeInTheDocument()
})

test('[CDET-04 Q-038] a tag that is refused stays in the box, the newer tags are shown, and it is added to those', async () => {
  const api = await openEditor()
  const current = conversation({ id: '7', tags: ['hers'], version: 5 })
  api.refuse('setConversationTags', 'conversation.changed', {}, { current })
  await userEvent.keyboard('mine')
  await expect.element(newTag()).toHaveValue('mine')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(alert())
    .toHaveTextContent(
      'Failed to update conversation tags: A colleague changed this conversation meanwhile. Look at it and save again.',
    )
  await expect.element(newTag()).toHaveValue('mine')
  await expect.element(removeButton('hers')).toBeVisible()
  await expect.element(removeButton('mine')).not.toBeInTheDocument()
  serveTags(api, current)
  await userEvent.keyboard('{Enter}')
  await expect.element(removeButton('mine')).toBeVisible()
  await expect.element(alert()).not.toBeInTheDocument()
  expect(asked(api)).toEqual([
    { tags: ['mine'], version: 4 },
    { tags: ['hers', 'mine'], version: 5 },
  ])
})

test('[CDET-04] of two quick edits both show at once, and the second is based on what the first one left', async () => {
  const api = await openEditor()
  const release = api.hold('setConversationTags')
  await type('one')
  await type('two')
  for (const tag of ['one', 'two']) await expect.element(removeButton(tag)).toBeVisible()
  expect(asked(api)).toEqual([{ tags: ['one'], version: 4 }])
  release()
  await expect
    .poll(() => asked(api))
    .toEqual([
      { tags: ['one'], version: 4 },
      { tags: ['one', 'two'], version: 5 },
    ])
  await editor().getByRole('button', { name: 'Done' }).click()
  await expect.element(tags()).toHaveTextContent(/one\s*two/)
  await expect.element(alert()).not.toBeInTheDocument()
})

test('[CDET-04] by keys tags are added and the last one is taken away; a press takes away any; Escape leads back', async () => {
  const api = await open()
  await userEvent.keyboard('{Shift}')
  focusOn(opener())
  await userEvent.keyboard('{Enter}')
  await expect.element(newTag()).toHaveFocus()
  for (const tag of ['late claim', 'follow up', 'third']) await type(tag)
  await expect.element(tags()).toHaveTextContent(/late claim\s*follow up\s*third/)
  await userEvent.keyboard('{Backspace}')
  await expect.element(removeButton('third')).not.toBeInTheDocument()
  await removeButton('late claim').click()
  await expect.element(removeButton('late claim')).not.toBeInTheDocument()
  await expect.element(newTag()).toHaveFocus()
  await expect
    .poll(() => asked(api).map(({ tags: stored }) => stored))
    .toEqual([
      ['late claim'],
      ['late claim', 'follow up'],
      ['late claim', 'follow up', 'third'],
      ['late claim', 'follow up'],
      ['follow up'],
    ])
  await userEvent.keyboard('{Escape}')
  await expect.element(opener()).toHaveFocus()
  await expect.element(tags().getByText('follow up', { exact: true })).toBeVisible()
})
