import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import { forceColours } from '../../../test/media.ts'
import { briansNote, noteOf, ownNote, serveNotes } from '../../../test/notes.ts'
import { message } from '../../../test/samples.ts'
import { thread } from '../../../test/screen.ts'
import { customerMessages, serveThread } from '../../../test/thread.ts'

type Notes = NonNullable<Parameters<typeof serveNotes>[1]>

/** Opens a conversation with these notes. */
async function openNotes(notes: Notes, role: 'AGENT' | 'SUPERVISOR' = 'AGENT') {
  let leave: ReturnType<typeof serveNotes> = () => undefined
  const api = await openConsole('/conversations/7', {
    role,
    given: given => {
      serveThread(given, customerMessages('I paid and it is not there'))
      leave = serveNotes(given, notes)
    },
  })
  await expect.element(noteOf(notes[0]?.text ?? '')).toBeVisible()
  return { api, leave }
}

const tool = (words: string, name: string) => noteOf(words).getByRole('button', { name, exact: true })

test('[Q-223] a colleague’s note gets a sign, with one’s name; it is not to be edited or deleted', async () => {
  const { api } = await openNotes([briansNote({ text: 'Ask the bank' })])
  await expect.element(tool('Ask the bank', 'Edit')).not.toBeInTheDocument()
  await expect.element(tool('Ask the bank', 'Delete')).not.toBeInTheDocument()
  await noteOf('Ask the bank').hover()
  await tool('Ask the bank', 'React').click()
  await page.getByRole('dialog', { name: 'React to the note' }).getByRole('button', { name: '👀' }).click()
  const sign = noteOf('Ask the bank').getByRole('button', { name: '👀 agent' })
  await expect.element(sign).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(['best-practice'])
  await sign.click()
  await expect.element(sign).not.toBeInTheDocument()
  expect(api.askedFor('reactToNote').map(({ params, body }) => ({ ...params, ...body }))).toEqual([
    { id: '72', emoji: '👀', on: true },
    { id: '72', emoji: '👀', on: false },
  ])
})

test('[Q-223 Q-390] one’s own note is edited in its place, saved by Enter, and says so', async () => {
  const { api } = await openNotes([ownNote({ text: 'Ask the bank' })])
  await noteOf('Ask the bank').hover()
  await tool('Ask the bank', 'Edit').click()
  const editor = page.getByRole('form', { name: 'Edit the note' })
  await expect.element(editor.getByRole('textbox')).toHaveValue('Ask the bank')
  await expect
    .element(editor.getByRole('textbox'))
    .toHaveAccessibleDescription('Enter to save, Shift+Enter for a new line')
  await editor.getByRole('textbox').fill('Solved by the bank')
  await userEvent.keyboard('{Enter}')
  await expect.element(editor).not.toBeInTheDocument()
  await expect.element(noteOf('Solved by the bank')).toHaveTextContent('Edited')
  expect(api.askedFor('editNote').map(({ params, body }) => ({ ...params, ...body }))).toEqual([
    { id: '71', text: 'Solved by the bank', mentions: [] },
  ])
})

test('[Q-223] one’s own note is deleted after a question', async () => {
  const { api } = await openNotes([ownNote({ text: 'Ask the bank' })])
  await noteOf('Ask the bank').hover()
  await tool('Ask the bank', 'Delete').click()
  const question = page.getByRole('dialog', { name: 'Delete your note?' })
  await expect.element(question).not.toHaveTextContent('The audit log records')
  expect(api.askedFor('removeNote')).toEqual([])
  await question.getByRole('button', { name: 'Delete note' }).click()
  await expect.element(noteOf('Ask the bank')).not.toBeInTheDocument()
  expect(api.askedFor('removeNote').map(({ params, body }) => ({ ...params, ...body }))).toEqual([
    { id: '71', of: 'own' },
  ])
})

test('[Q-223] a supervisor deletes a colleague’s note, on record, and does not edit it', async () => {
  const { api } = await openNotes([briansNote({ text: 'Ask the bank' })], 'SUPERVISOR')
  await expect.element(tool('Ask the bank', 'Edit')).not.toBeInTheDocument()
  await noteOf('Ask the bank').hover()
  await tool('Ask the bank', 'Delete').click()
  const question = page.getByRole('dialog', { name: 'Delete the note of Brian?' })
  await expect.element(question).toHaveTextContent('The audit log records')
  await question.getByRole('button', { name: 'Delete note' }).click()
  await expect.element(noteOf('Ask the bank')).not.toBeInTheDocument()
  expect(api.askedFor('removeNote').map(({ body }) => body)).toEqual([{ of: 'colleague' }])
})

test('[Q-223] what colleagues write, edit and delete shows without a reload', async () => {
  const { leave } = await openNotes([ownNote({ text: 'Ask the bank' })])
  const news = page.getByRole('log', { name: 'New notes' })
  await expect.element(news).toHaveTextContent(/^$/)
  const theirs = briansNote({ text: 'I asked' })
  leave([ownNote({ text: 'Ask the bank' }), theirs])
  await expect.element(noteOf('I asked')).toBeVisible()
  await expect.element(news).toHaveTextContent('Internal note by Brian: I asked')
  leave([{ ...theirs, text: 'Solved', edited_at: '2026-03-02T09:05:00.000Z' }])
  await expect.element(noteOf('Solved')).toHaveTextContent('Edited')
  await expect.element(noteOf('Ask the bank')).not.toBeInTheDocument()
})

test('[Q-223] notes stand among the messages by time, also before one that comes later', async () => {
  const { api } = await openNotes([
    ownNote({ text: 'Between both', created_at: '2026-03-02T09:05:00.000Z' }),
    briansNote({ text: 'Before all', created_at: '2026-03-02T08:55:00.000Z' }),
  ])
  const order = () => {
    const rows = thread()
      .getByRole('listitem')
      .elements()
      .map(row => row.textContent ?? '')
    const place = (words: string) => rows.findIndex(row => row.includes(words))
    return ['Before all', 'I paid', 'Between both', 'The second'].map(place)
  }
  await expect.poll(order).toEqual([0, 1, 2, -1])
  api.publish({
    event: 'new_message',
    data: message({ id: '12', content: 'The second', created_at: '2026-03-02T09:10:00.000Z' }),
  })
  await expect.poll(order).toEqual([0, 1, 2, 3])
})

test('[Q-223] a line tells a note from a message, another one where the colours are the system’s', async () => {
  await openNotes([ownNote({ text: 'Ask the bank' })])
  const style = () => {
    const bubble = noteOf('Ask the bank').getByText('Ask the bank').element().parentElement
    return bubble === null ? '' : getComputedStyle(bubble).borderTopStyle
  }
  expect(style()).toBe('solid')
  await forceColours()
  await expect.poll(style).toBe('dashed')
})
