import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { noteBox, noteOf, ownNote, serveNotes } from '../../../test/notes.ts'
import { leaveReplyBox, messageWith, replyBox } from '../../../test/screen.ts'
import { customerMessages, serveThread } from '../../../test/thread.ts'

const mode = (name: 'Reply' | 'Note') =>
  page.getByRole('group', { name: 'Write' }).getByRole('button', { name })
const add = () => page.getByRole('button', { name: 'Add note' })
const alert = () => page.getByRole('alert').filter({ hasText: 'Failed to add note' })
const added = (api: FakeApi) => api.askedFor('addNote').map(({ body }) => body)

/** Opens a conversation in which the customer has written. */
async function openThread(also?: (given: FakeApi) => void) {
  let leave: ReturnType<typeof serveNotes> = () => undefined
  const api = await openConsole('/conversations/7', {
    given: given => {
      serveThread(given, customerMessages('I paid and it is not there'))
      leave = serveNotes(given)
      also?.(given)
    },
  })
  await expect.element(messageWith('I paid and it is not there')).toBeVisible()
  return { api, leave }
}

/** Waits until the box for a note takes letters: what is kept of an earlier one comes first. */
async function expectReady(): Promise<void> {
  await expect.element(noteBox()).toHaveFocus()
  await expect.element(noteBox()).not.toHaveAttribute('readonly')
}

/** Begins a note in the conversation. */
async function openNote() {
  const opened = await openThread()
  await mode('Note').click()
  await expectReady()
  return opened
}

test('[Q-223] N leads to a note, in which an @ offers colleagues and Enter takes the chosen one', async () => {
  const { api } = await openThread()
  await leaveReplyBox()
  await userEvent.keyboard('n')
  await expectReady()
  await userEvent.keyboard('Ask @Bri')
  const people = page.getByRole('listbox', { name: 'Colleagues to mention' })
  await expect.element(people.getByRole('option', { selected: true })).toHaveTextContent('Brian')
  await expectAccessible(['best-practice'])
  await userEvent.keyboard('{Enter}')
  await expect.element(noteBox()).toHaveValue('Ask @Brian ')
  await expect.element(people).not.toBeInTheDocument()
  await userEvent.keyboard('for 7714-2209')
  await expect.element(noteBox()).toHaveValue('Ask @Brian for 7714-2209')
  await userEvent.keyboard('{Enter}')
  await expect.element(noteOf('for 7714-2209')).toBeVisible()
  await expect.element(noteBox()).toHaveValue('')
  expect(added(api)).toMatchObject([{ text: 'Ask @Brian for 7714-2209', mentions: ['2'] }])
  expect(api.askedFor('send')).toEqual([])
})

test('[Q-390] in a note Enter adds it and Shift Enter is a new line, as in a reply, and both boxes say so', async () => {
  const { api } = await openThread()
  await expect.element(replyBox()).toHaveAccessibleDescription(/Enter to send ?, Shift\+Enter for a new line/)
  await mode('Note').click()
  await expectReady()
  await expect.element(noteBox()).toHaveAccessibleDescription(/Enter to add, Shift\+Enter for a new line/)
  await noteBox().fill('Ask the bank')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}today')
  await expect.element(noteBox()).toHaveValue('Ask the bank\ntoday')
  await userEvent.keyboard('{Enter}')
  await expect.element(noteOf('Ask the bank')).toBeVisible()
  await expect.element(noteBox()).toHaveValue('')
  expect(added(api)).toMatchObject([{ text: 'Ask the bank\ntoday', mentions: [] }])
})

test('[Q-390] an Enter that ends a composition adds no note, nor does one while colleagues are loading', async () => {
  let release = (): void => undefined
  const { api } = await openThread(given => {
    release = given.hold('mentionable')
  })
  await mode('Note').click()
  await expectReady()
  await noteBox().fill('Ask @Bri')
  await expect.element(page.getByText('Loading colleagues…')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  release()
  await expect.element(page.getByRole('option', { name: 'Brian' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(noteBox()).toHaveValue('Ask @Brian ')
  const composing = { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true }
  noteBox().element().dispatchEvent(new KeyboardEvent('keydown', composing))
  await expect.element(noteBox()).toHaveValue('Ask @Brian ')
  expect(added(api)).toEqual([])
})

test('[Q-223] what is written as a reply and as a note stays apart', async () => {
  const { api } = await openThread()
  await replyBox().fill('Thank you, I will')
  await mode('Note').click()
  await expect.element(noteBox()).toHaveValue('')
  await noteBox().fill('Ask the bank')
  await mode('Reply').click()
  await expect.element(replyBox()).toHaveValue('Thank you, I will')
  await expect.element(replyBox()).toHaveFocus()
  await mode('Note').click()
  await expect.element(noteBox()).toHaveValue('Ask the bank')
  expect(added(api)).toEqual([])
  expect(api.askedFor('send')).toEqual([])
})

test('[Q-223] the words of a note stay when the call fails; the next press sends them under the same id', async () => {
  const { api } = await openNote()
  const mend = api.cut('addNote')
  await noteBox().fill('Not lost')
  await add().click()
  await expect.element(alert()).toBeVisible()
  await expect.element(noteBox()).toHaveValue('Not lost')
  mend()
  await add().click()
  await expect.element(noteOf('Not lost')).toBeVisible()
  await expect.element(noteBox()).toHaveValue('')
  await expect.element(alert()).not.toBeInTheDocument()
  const [first, second] = added(api)
  expect(first?.text).toBe('Not lost')
  expect(second).toEqual(first)
})

test('[Q-223] a note that was stored although its answer was lost leaves the box once it is in the thread', async () => {
  const { api, leave } = await openNote()
  const mend = api.cut('addNote')
  await noteBox().fill('Only once')
  await add().click()
  await expect.element(alert()).toBeVisible()
  leave([ownNote({ text: 'Only once', client_note_id: added(api)[0]?.client_note_id ?? '' })])
  await expect.element(noteOf('Only once')).toBeVisible()
  await expect.element(noteBox()).toHaveValue('')
  await expect.element(alert()).not.toBeInTheDocument()
  mend()
  await noteBox().fill('Another one')
  await add().click()
  await expect.element(noteOf('Another one')).toBeVisible()
  await expect.element(noteOf('Only once')).toBeVisible()
  const [first, second] = added(api)
  expect(second?.client_note_id).not.toBe(first?.client_note_id)
})

test('[Q-223] a note that was begun is kept while one is elsewhere', async () => {
  await openNote()
  await noteBox().fill('Not yet written')
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect.element(noteBox()).not.toBeInTheDocument()
  history.back()
  await mode('Note').click()
  await expect.element(noteBox()).toHaveValue('Not yet written')
})
