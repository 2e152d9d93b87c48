import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, goTo, messageOf, newCustomer, openThread, sendButton } from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import { expect, test } from './harness.ts'

const picker = (page: Page) => page.getByRole('region', { name: 'Canned replies' })
const list = (page: Page) => page.getByRole('list', { name: 'Canned replies' })
const editor = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

test('[Q-219] a supervisor changes a shared one, an agent reads it; of two who edit the second is told and keeps what they wrote', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/409/)
  const page = await openAs('carol', '/canned-replies')
  const agent = await openAs('brian', '/canned-replies')
  const admin = await openAs('admin', '/canned-replies')
  for (const one of [page, agent, admin])
    await list(one)
      .getByRole('button', { name: /\/claim-papers\b/ })
      .click()

  const [form, others] = [editor(page, 'What a claim needs'), editor(admin, 'What a claim needs')]
  await others.getByLabel('Text').fill('By the administrator.')
  await form.getByLabel('Text').fill('By Carol.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('status')).toHaveText('Saved')
  await expect(agent.getByRole('group', { name: 'Preview' })).toContainText('By Carol.')
  await expect(others).toContainText(
    'Carol Ainembabazi saved something else meanwhile: /claim-papers, “What a claim needs”: “By Carol.”',
  )
  await expect(others.getByLabel('Text')).toHaveValue('By the administrator.')
  await others.getByRole('button', { name: 'Keep mine' }).click()
  await others.getByRole('button', { name: 'Save' }).click()
  await expect(agent.getByRole('group', { name: 'Preview' })).toContainText('By the administrator.')
})

const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' })
const field = 'Choose files of the canned reply'
const pdf = { name: 'branches.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 branches') }

test('[Q-219] files of a canned reply: attached on its page, put beside the text when it is chosen, sent, and there after it is deleted', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent', '/canned-replies?reply=new&shortcut=branches')
  const { phone, id } = await newCustomer(parley, page, ['Where are you?'])
  let form = editor(page, 'New canned reply')
  await form.getByLabel('Title').fill('Our branches')
  await form.getByLabel('Text').fill('Here is the list of our branches.')
  await form.getByLabel(field).setInputFiles([pdf, { ...pdf, name: 'film.webm', mimeType: 'video/webm' }])
  await expect(attached(page)).toContainText('branches.pdf')
  await expect(attached(page).getByRole('alert')).toHaveText('Files of the type video/webm cannot be sent.')
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(form.getByText('Retry or remove it, then save')).toBeVisible()
  await form.getByRole('button', { name: 'Remove film.webm' }).click()
  await form
    .getByLabel(field)
    .setInputFiles([pdf, pdf, pdf].map((one, n) => ({ ...one, name: `more-${n}.pdf` })))
  await expect(attached(page).getByText('more-1.pdf')).toBeVisible()
  await expect(attached(page).getByText('more-2.pdf')).toHaveCount(0)
  await expect(form.getByText('at most 3 files')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Attach files' })).toBeDisabled()
  await form.getByRole('button', { name: 'Remove more-0.pdf' }).click()
  // What is up and not saved outlives the page.
  await expectKept(page, 'more-1.pdf')
  await page.reload()
  await expect(attached(page)).toContainText('more-1.pdf')
  await form.getByRole('button', { name: 'Remove more-1.pdf' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  form = editor(page, 'Our branches')
  await expect(form.getByText('Not saved')).toHaveCount(0)
  await expect(attached(page)).toContainText('branches.pdf')
  await expect(
    list(page)
      .getByRole('button', { name: /branches/ })
      .getByRole('img', { name: '1 file' }),
  ).toBeVisible()
  await expectAccessible(page, ['best-practice'])

  await openThread(page, id)
  await page.keyboard.type('/branches')
  await expect(picker(page).getByRole('link', { name: /branches\.pdf/ })).toBeVisible()
  await expectAccessible(page, ['best-practice'])
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('Here is the list of our branches.')
  await expect(attached(page)).toContainText('branches.pdf')
  await expect(sendButton(page)).toBeEnabled()
  expect((await phone.messages()).filter(({ direction }) => direction === 'OUTBOUND')).toEqual([])

  // The reply goes; what was chosen stays, and is sent.
  await goTo(page, '/canned-replies')
  await list(page)
    .getByRole('button', { name: /branches/ })
    .click()
  await form.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(form).toHaveCount(0)
  await openThread(page, id)
  await expect(attached(page)).toContainText('branches.pdf')
  await sendButton(page).click()
  await expect(messageOf(page, 'Here is the list of our branches.')).toContainText('branches.pdf')
  await expect
    .poll(async () => (await phone.messages()).at(-1))
    .toMatchObject({ text: 'Here is the list of our branches.' })
})

test('[Q-262] files are dropped onto a canned reply and pasted into it, judged as those of the button; words stay words', async ({
  openAs,
}) => {
  const page = await openAs('agent', '/canned-replies?reply=new&shortcut=dropped')
  const form = editor(page, 'New canned reply')
  const bring = (kind: 'dragover' | 'drop' | 'paste', names: readonly string[]) =>
    form.getByLabel('Text').evaluate(
      (field, { kind, names }) => {
        const data = new DataTransfer()
        for (const name of names) {
          const type = name.endsWith('.webm') ? 'video/webm' : 'application/pdf'
          data.items.add(new File(['%PDF-1.4 list'], name, { type }))
        }
        if (names.length === 0) data.setData('text/plain', 'Only words')
        const about = { bubbles: true, cancelable: true }
        const event =
          kind === 'paste'
            ? new ClipboardEvent(kind, { ...about, clipboardData: data })
            : new DragEvent(kind, { ...about, dataTransfer: data })
        // Whether the browser goes on with it, as it does with words.
        return field.dispatchEvent(event)
      },
      { kind, names },
    )
  await form.getByLabel('Text').fill('The list.')
  expect(await bring('dragover', ['a.pdf'])).toBe(false)
  expect(await bring('drop', ['first.pdf', 'film.webm'])).toBe(false)
  await expect(attached(page)).toContainText('first.pdf')
  await expect(attached(page).getByRole('alert')).toHaveText('Files of the type video/webm cannot be sent.')
  await form.getByRole('button', { name: 'Remove film.webm' }).click()
  expect(await bring('paste', ['second.pdf'])).toBe(false)
  await expect(attached(page)).toContainText('second.pdf')
  await expect(form.getByText('at most 3 files')).toHaveCount(0)
  await bring('drop', ['third.pdf', 'fourth.pdf'])
  await expect(attached(page)).toContainText('third.pdf')
  await expect(form.getByText('at most 3 files')).toBeVisible()
  await bring('paste', ['fifth.pdf'])
  expect(await bring('dragover', [])).toBe(true)
  expect(await bring('drop', [])).toBe(true)
  expect(await bring('paste', [])).toBe(true)
  await expect(attached(page).getByRole('button', { name: /^Remove / })).toHaveCount(3)
  await form.getByLabel('Title').fill('Dropped')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(editor(page, 'Dropped').getByText('Not saved')).toHaveCount(0)
  await expect(
    list(page)
      .getByRole('button', { name: /dropped/ })
      .getByRole('img', { name: '3 files' }),
  ).toBeVisible()
  await editor(page, 'Dropped').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(editor(page, 'Dropped')).toHaveCount(0)
})
