import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { customerNote, me } from '../../../test/samples.ts'
import { customerMessages, serveThread } from '../../../test/thread.ts'

const section = () => page.getByRole('region', { name: 'Customer note' })
const editor = () => page.getByRole('form', { name: 'Edit the note on the customer' })
const words = () => editor().getByRole('textbox')
const save = () => editor().getByRole('button', { name: 'Save note' })
const overtaken = () => editor().getByRole('alert')
const saved = (api: FakeApi) => api.askedFor('changeCustomerNote').map(({ body }) => body)

const by = (id: string, name: string) => ({ at: '2026-03-02T09:00:00.000Z', by: { id, name } })
const theirs = customerNote({ version: 1, text: 'Calls at noon', changed: by('3', 'Amina') })

/** The server saves what is written, and shows it to whoever asks. */
function serveSaves(api: FakeApi): void {
  api.answer('changeCustomerNote', ({ body }) => {
    const note = customerNote({ text: body.text, version: body.version + 1, changed: by(me.id, me.name) })
    api.answer('customerNote', note)
    return note
  })
}

/** A colleague has saved theirs. */
function changeByColleague(api: FakeApi): void {
  api.answer('customerNote', theirs)
  api.publish({ event: 'customer-note', data: { id: '7', conversation_id: '7' } })
}

/** Opens a conversation, whose customer has no note. */
async function openPanel(): Promise<FakeApi> {
  const api = await openConsole('/conversations/7', {
    given: given => {
      serveThread(given, customerMessages('Hello'))
      serveSaves(given)
    },
  })
  await expect.element(section()).toHaveTextContent('No note yet')
  return api
}

/** Writes without saving. */
async function write(text: string): Promise<void> {
  await section().getByRole('button', { name: 'Edit the note on the customer' }).click()
  await words().fill(text)
}

test('[Q-224] the note on a customer is written, and says by whom', async () => {
  const api = await openPanel()
  await write('Speaks Luganda')
  await save().click()
  await expect.element(editor()).not.toBeInTheDocument()
  await expect.element(section()).toHaveTextContent(/Speaks Luganda.*agent, /)
  expect(saved(api)).toEqual([{ version: 0, text: 'Speaks Luganda' }])
})

test('[Q-224] what a colleague writes on the customer shows without a reload', async () => {
  const api = await openPanel()
  changeByColleague(api)
  await expect.element(section()).toHaveTextContent(/Calls at noon.*Amina, /)
})

test('[Q-224] what a colleague saves meanwhile is shown beside one’s own words, which are saved over it only when asked to', async () => {
  const api = await openPanel()
  await write('Speaks Luganda')
  changeByColleague(api)
  await expect.element(overtaken()).toHaveTextContent(/Calls at noon.*Amina, /)
  await expect.element(words()).toHaveValue('Speaks Luganda')
  await expect.element(save()).toBeDisabled()
  await expectAccessible(['best-practice'])
  await words().fill('Calls at noon, speaks Luganda')
  await editor().getByRole('button', { name: 'Save mine anyway' }).click()
  await expect.element(overtaken()).not.toBeInTheDocument()
  await save().click()
  await expect.element(section()).toHaveTextContent(/Calls at noon, speaks Luganda.*agent, /)
  expect(saved(api)).toEqual([{ version: 1, text: 'Calls at noon, speaks Luganda' }])
})

test('[Q-224] whom the server refuses, since a colleague was quicker, sees theirs and may take it', async () => {
  const api = await openPanel()
  await write('Speaks Luganda')
  api.refuse('changeCustomerNote', 'customer-note.changed', {}, { current: theirs })
  api.answer('customerNote', theirs)
  await save().click()
  await expect.element(overtaken()).toHaveTextContent('Calls at noon')
  await expect.element(words()).toHaveValue('Speaks Luganda')
  await expect.element(save()).toBeDisabled()
  await editor().getByRole('button', { name: 'Take theirs' }).click()
  await expect.element(editor()).not.toBeInTheDocument()
  await expect.element(section()).toHaveTextContent(/Calls at noon.*Amina, /)
  expect(saved(api)).toHaveLength(1)
})
