import { ippOf } from '@parley/core/application.fixture'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole, setTime } from '../../../../test/console.tsx'
import { address } from '../../../../test/screen.ts'
import type { FakeApi } from '../../../../test/fake-api.ts'

const add = () => page.getByRole('button', { name: 'Add Note' })
const words = () => page.getByLabelText('New note')
const notes = () => page.getByRole('list', { name: 'Notes' }).getByRole('listitem')
const asked = (api: FakeApi) => api.askedFor('addIppApplicationNote').map(({ body }) => body)
const note = {
  id: '5',
  application_id: '2207',
  content: 'Called about the payslip',
  created_at: '2026-03-02T09:00:00.000Z',
  created_by: { id: '1', name: 'agent' },
}
const older = { ...note, id: '4', content: 'Asked for the payslip', created_by: { id: '2', name: 'Brian' } }

/** Opens the notes of an application. */
function open(): Promise<FakeApi> {
  setTime('2026-03-02T12:00:00+03:00')
  return openConsole('/applications/2207?tab=notes', {
    given: api => api.answer('ippApplication', { ...ippOf(2207), notes: [older] }),
  })
}

test('[APPD-13] a note cannot be blank', async () => {
  const api = await open()
  await words().fill('   ')
  await add().click()
  await expect.element(page.getByText('Write something first: a note cannot be blank')).toBeVisible()
  expect(asked(api)).toEqual([])
  await expectAccessible()
})

test('[GEN-11 APPD-13 DATA-35 ERR-21 Q-130] a note that got no answer is kept, says so, and is added once', async () => {
  const api = await open()
  await words().fill(note.content)
  api.cut('addIppApplicationNote')
  const release = api.hold('addIppApplicationNote')
  await add().click()
  await expect.element(add()).toBeDisabled()
  release()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Failed to add note: The server could not be reached. Try again.')
  await expect.element(words()).toHaveValue(note.content)
  const added = { ...ippOf(2207), notes: [older, note] }
  api.answer('addIppApplicationNote', added)
  api.answer('ippApplication', added)
  await add().click()
  await expect.element(words()).toHaveValue('')
  await expect.poll(() => notes().elements().length).toBe(2)
  await expect.element(notes().nth(0)).toHaveTextContent(/^agent, .*Called about the payslip$/)
  await expect.element(notes().nth(1)).toHaveTextContent(/^Brian, .*Asked for the payslip$/)
  await expectAccessible()
  const [first, second] = asked(api)
  expect(first).toMatchObject({ content: note.content, client_note_id: expect.stringMatching(/./) })
  expect(second).toEqual(first)
})

test('[APPD-13 Q-030] a note that is being written is kept when one looks elsewhere', async () => {
  await open()
  await words().fill(note.content)
  await page.getByRole('link', { name: 'Back to IPP Application Forms' }).click()
  await expect.poll(address).toBe('/applications')
  history.back()
  await expect.element(words()).toHaveValue(note.content)
})
