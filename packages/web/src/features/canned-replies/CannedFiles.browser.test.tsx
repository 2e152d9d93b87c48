import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { bring, serveUploads } from '../../../test/files.ts'
import { attachment, cannedReply } from '../../../test/samples.ts'

const editor = (name: string) => page.getByRole('form', { name, exact: true })
const form = editor('New canned reply')
const attached = () => page.getByRole('list', { name: 'Attached files' })
const removes = () => attached().getByRole('button', { name: /^Remove / })
const refused = () => attached().getByRole('alert')
const tooMany = () => form.getByText('at most 3 files')
const pdf = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' })
const film = new File(['film'], 'film.webm', { type: 'video/webm' })
const choose = (...files: readonly File[]) =>
  form.getByLabelText('Choose files of the canned reply').upload([...files])

/** Opens a new canned reply with its words; what is saved comes back with the files that it names. */
async function openNew(): Promise<FakeApi> {
  const api = await openConsole('/canned-replies?reply=new&shortcut=branches', {
    given: given => {
      serveUploads(given)
      given.answer('cannedReplies', [])
      given.answer('createCannedReply', ({ body: { scope, content } }) => {
        const files = (content.document_ids ?? []).map(id =>
          attachment({
            id,
            document_id: id,
            name: given.uploads[Number(id) - 501]?.file.name ?? '',
            state: 'ready',
          }),
        )
        const made = cannedReply({
          id: '31',
          scope,
          shortcut: content.shortcut,
          title: content.title,
          body: content.body,
          attachments: files,
        })
        given.answer('cannedReplies', [made])
        given.publish({ event: 'canned-replies', data: {} })
        return made
      })
    },
  })
  await form.getByLabelText('Title').fill('Our branches')
  await form.getByLabelText('Text').fill('Here is the list of our branches.')
  return api
}

test('[Q-219] a file that WhatsApp does not take holds Save back until it is removed', async () => {
  await openNew()
  await choose(pdf('branches.pdf'), film)
  await expect.element(attached()).toHaveTextContent('branches.pdf')
  await expect.element(refused()).toHaveTextContent('Files of the type video/webm cannot be sent.')
  await expect.element(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect.element(form.getByText('Retry or remove it, then save')).toBeVisible()
  await form.getByRole('button', { name: 'Remove film.webm' }).click()
  await expect.element(form.getByRole('button', { name: 'Save' })).toBeEnabled()
})

test('[Q-219] three files are the most', async () => {
  await openNew()
  await choose(...[0, 1, 2, 3].map(no => pdf(`more-${no}.pdf`)))
  await expect.element(attached()).toHaveTextContent('more-2.pdf')
  await expect.element(attached()).not.toHaveTextContent('more-3.pdf')
  await expect.element(tooMany()).toBeVisible()
  await expect.element(form.getByRole('button', { name: 'Attach files' })).toBeDisabled()
  await form.getByRole('button', { name: 'Remove more-0.pdf' }).click()
  await expect.element(form.getByRole('button', { name: 'Attach files' })).toBeEnabled()
})

test('[Q-219] an uploaded file that is not saved yet survives a visit to another screen, and Save stores it with the text', async () => {
  const api = await openNew()
  await choose(pdf('branches.pdf'), pdf('map.pdf'))
  await expect.element(form.getByRole('button', { name: 'Save' })).toBeEnabled()
  await page.getByRole('link', { name: /^Conversations/ }).click()
  await expect.element(form).not.toBeInTheDocument()
  history.back()
  await expect.element(attached()).toHaveTextContent('map.pdf')
  await form.getByRole('button', { name: 'Remove map.pdf' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  const made = editor('Our branches')
  await expect.element(made.getByText('Not saved')).not.toBeInTheDocument()
  await expect.element(attached()).toHaveTextContent('branches.pdf')
  const row = page.getByRole('list', { name: 'Canned replies' }).getByRole('button', { name: /branches/ })
  await expect.element(row.getByRole('img', { name: '1 file' })).toBeVisible()
  expect(api.askedFor('createCannedReply').map(({ body }) => body.content.document_ids)).toEqual([['501']])
  await expectAccessible(['best-practice'])
})

test('[Q-262] files are dropped and pasted, judged as those of the button', async () => {
  await openNew()
  const text = form.getByLabelText('Text')
  expect(bring(text, 'dragover', [pdf('a.pdf')])).toBe(false)
  expect(bring(text, 'drop', [pdf('first.pdf'), film])).toBe(false)
  await expect.element(attached()).toHaveTextContent('first.pdf')
  await expect.element(refused()).toHaveTextContent('Files of the type video/webm cannot be sent.')
  await form.getByRole('button', { name: 'Remove film.webm' }).click()
  expect(bring(text, 'paste', [pdf('second.pdf')])).toBe(false)
  await expect.element(attached()).toHaveTextContent('second.pdf')
  await expect.element(tooMany()).not.toBeInTheDocument()
  bring(text, 'drop', [pdf('third.pdf'), pdf('fourth.pdf')])
  await expect.element(attached()).toHaveTextContent('third.pdf')
  await expect.element(tooMany()).toBeVisible()
  bring(text, 'paste', [pdf('fifth.pdf')])
  await expect.poll(() => removes().elements()).toHaveLength(3)
})

test('[Q-262] words that are dragged or pasted stay words', async () => {
  await openNew()
  for (const kind of ['dragover', 'drop', 'paste'] as const)
    expect(bring(form.getByLabelText('Text'), kind, [], 'Only words')).toBe(true)
  await expect.element(attached()).not.toBeInTheDocument()
})
