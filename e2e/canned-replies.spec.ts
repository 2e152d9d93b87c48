import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, goTo, messageOf, newCustomer, openThread, rowsOf, sendButton } from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import { postMessage } from './harness/meta.ts'
import { expect, test } from './harness.ts'

const picker = (page: Page) => page.getByRole('region', { name: 'Canned replies' })
const option = (page: Page, name: string | RegExp) => picker(page).getByRole('option', { name })
const chosen = (page: Page) => picker(page).getByRole('option', { selected: true })
const selection = (page: Page) =>
  box(page).evaluate(element => {
    const { value, selectionStart, selectionEnd } = element as HTMLTextAreaElement
    return value.slice(selectionStart, selectionEnd)
  })

test('[Q-219] with keys alone: found behind a slash, chosen, inserted, filled in and sent; counted once', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const from = `25677${String(process.pid % 10_000_000).padStart(7, '0')}`
  await postMessage(parley, from, `wamid.canned${from}`, 'I paid and it is not there')
  const phone = parley.phone(`+${from}`)
  const [row] = await rowsOf(page, from)
  const first = row?.user.name?.split(' ')[0] ?? 'nobody'
  await openThread(page, row?.id ?? '')
  await box(page).press('/')
  await expect(picker(page).getByRole('status')).toHaveText('12 of 12')
  await page.keyboard.type('pay')
  await expect(picker(page).getByRole('status')).toHaveText('6 of 12')
  await expect(chosen(page)).toContainText('/pay-mtn')
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveAttribute(
    'aria-activedescendant',
    (await chosen(page).getAttribute('id')) ?? '',
  )
  await expect(messageOf(page, 'I paid and it is not there')).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toContainText('/pay-late')
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toContainText('/pay-match')
  await expect(picker(page)).toContainText('{amount}, {policy_number}, {time} are not known')
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveCount(0)
  await expect(box(page)).toHaveValue(
    `Thank you ${first}. We have your payment of {amount} for {policy_number} and are matching it now. You will hear from me by {time}.`,
  )

  await page.keyboard.press('Tab')
  expect(await selection(page)).toBe('{amount}')
  await page.keyboard.type('UGX 50,000')
  await page.keyboard.press('Tab')
  expect(await selection(page)).toBe('{policy_number}')
  await page.keyboard.type('LF-20931')
  // What is left is asked for once; nothing is lost, and nothing goes.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Not filled in yet: {time}' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  expect(await selection(page)).toBe('{time}')
  await page.keyboard.type('16:00')
  await expect(page.getByRole('alert').filter({ hasText: 'Not filled in yet' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  const words =
    'We have your payment of UGX 50,000 for LF-20931 and are matching it now. You will hear from me by 16:00.'
  await expect(messageOf(page, words)).toBeVisible()
  await expect.poll(async () => (await phone.messages()).at(-1)?.text).toContain(words)
  await page.keyboard.type('/pay-match')
  await expect(picker(page)).toContainText('used 32 times')
})

test('[Q-219] a reply with a place that is left open goes at the second press', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await page.keyboard.type('/pay-late')
  await expect(chosen(page)).toContainText('/pay-late')
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue(/by \{date\}/)
  await sendButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Press Send again' })).toBeVisible()
  await expect(box(page)).toHaveValue(/by \{date\}/)
  await sendButton(page).click()
  await expect(box(page)).toHaveValue('')
  await expect.poll(async () => (await phone.messages()).at(-1)?.text).toContain('by {date}')
})

test('[Q-219 Q-349] Escape keeps what was typed; nothing opens while an input method composes, in a text, or sends a search', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await page.keyboard.type('/pay')
  await expect(option(page, /pay-mtn/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker(page)).toHaveCount(0)
  await expect(box(page)).toHaveValue('/pay')
  await expect(box(page)).toBeFocused()
  await box(page).fill('')
  await box(page).dispatchEvent('compositionstart')
  await box(page).fill('/pay')
  await expect(picker(page)).toHaveCount(0)
  await box(page).dispatchEvent('compositionend')
  await expect(picker(page)).toBeVisible()
  await box(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true })
  await expect(box(page)).toHaveValue('/pay')
  await box(page).fill('/zebra')
  await expect(picker(page)).toContainText('No canned reply has these words')
  await box(page).press('Enter')
  await expect(picker(page).getByRole('alert')).toContainText('Nothing was sent')
  await expect(box(page)).toHaveValue('/zebra')
  await box(page).fill('and/or')
  await expect(picker(page)).toHaveCount(0)
  expect((await phone.messages()).filter(({ direction }) => direction === 'OUTBOUND')).toEqual([])
})

test('[Q-219] by pointer: the button opens them, own and shared are told apart, Insert puts the words into the box', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await page.getByRole('button', { name: 'Canned replies' }).click()
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue('/')
  await picker(page).getByRole('button', { name: 'Own' }).click()
  await expect(picker(page).getByRole('option')).toHaveCount(2)
  await option(page, /pay-receipt/).click()
  await expect(chosen(page)).toContainText('/pay-receipt')
  await picker(page).getByRole('button', { name: 'Insert' }).click()
  await expect(box(page)).toHaveValue(/^Could you please send me a photo/)
  await expect(box(page)).toBeFocused()
})

for (const width of [390, 320]) {
  test(`[Q-219] on a phone of ${width} px a press inserts, and nothing overflows`, async ({
    openAs,
    parley,
  }) => {
    const page = await openAs('agent')
    const { id } = await newCustomer(parley, page, ['Hello'])
    await page.setViewportSize({ width, height: 844 })
    await openThread(page, id)
    await page.getByRole('button', { name: 'Canned replies' }).click()
    await expect(option(page, /hello\b/).first()).toBeVisible()
    await expect(picker(page).getByRole('button', { name: 'Insert' })).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await option(page, /pay-mtn/).click()
    await expect(box(page)).toHaveValue(/^Dial \*165\*4#/)
  })
}

const list = (page: Page) => page.getByRole('list', { name: 'Canned replies' })
const editor = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

test('[Q-219] an agent writes one of their own from the composer, changes it and deletes it after a question', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('brian')
  const { id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await box(page).fill('/bye now')
  await picker(page).getByRole('link', { name: 'New canned reply' }).click()
  await expect(page).toHaveTitle(/Canned replies/)
  let form = editor(page, 'New canned reply')
  await expect(form.getByLabel('Shortcut')).toHaveValue('bye-now')
  await expect(form.getByRole('combobox', { name: 'Whose' })).toHaveCount(0)
  await form.getByLabel('Title').fill('Goodbye')
  await form.getByLabel('Shortcut').fill('bye now')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('must be small letters')).toBeVisible()
  await expect(form.getByText('must not be empty')).toBeVisible()
  await form.getByLabel('Shortcut').fill('/bye')
  await form.getByLabel('Text').fill('Good {part_of_day} {first_name}, until {day}.')
  await expect(form.getByRole('group', { name: 'Preview' })).toContainText(/Good \w+ Sarah, until \{day\}\./)
  await form.getByRole('button', { name: 'Save' }).click()
  form = editor(page, 'Goodbye')
  await expect(form).toContainText('Own · not used yet')
  await expect(form.getByText('Not saved')).toHaveCount(0)
  await expect(list(page).getByRole('button', { name: /\/bye\b.*Own.*Goodbye/ })).toBeVisible()
  await expectAccessible(page, ['best-practice'])

  // What is not saved outlives the page.
  await form.getByLabel('Text').fill('Goodbye {first_name}.')
  await expect(form.getByText('Not saved')).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Text')).toHaveValue('Goodbye {first_name}.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('status')).toHaveText('Saved')

  await openThread(page, id)
  await box(page).fill('/bye')
  await expect(chosen(page)).toContainText('/bye')
  await picker(page).getByRole('link', { name: 'Edit' }).click()
  await form.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete “Goodbye”?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(form).toHaveCount(0)
  await expect(list(page).getByRole('button', { name: /\/bye\b/ })).toHaveCount(0)
})

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
  await expect(agent.getByRole('region', { name: 'What a claim needs' })).toContainText(
    'Shared canned replies are changed by supervisors and administrators.',
  )
  await expect(agent.getByRole('form')).toHaveCount(0)
  await expect(agent.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expectAccessible(agent)

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
  await expectAccessible(admin)
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

test('[Q-219] a file that was taken away since is said at its place, and can be removed', async ({
  openAs,
  parley,
  pageErrors,
}) => {
  pageErrors.allow(/404/)
  const page = await openAs('agent', '/canned-replies?reply=new&shortcut=late')
  const form = editor(page, 'New canned reply')
  await form.getByLabel('Title').fill('Too late')
  await form.getByLabel('Text').fill('See the file.')
  await form.getByLabel(field).setInputFiles([pdf])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(editor(page, 'Too late')).toBeVisible()
  const { id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await page.route(/canned-replies\/\d+\/files$/, route =>
    route.fulfill({ status: 404, json: { code: 'attachment.not-found' } }),
  )
  await page.keyboard.type('/late')
  await expect(chosen(page)).toContainText('/late')
  await page.keyboard.press('Enter')
  await expect(attached(page).getByRole('alert')).toContainText('The canned reply has this file no more')
  await expect(sendButton(page)).toBeDisabled()
  await attached(page).getByRole('button', { name: 'Remove branches.pdf' }).click()
  await expect(sendButton(page)).toBeEnabled()
})

test('[Q-219] on a phone the list and the one that is chosen stand one at a time', async ({ openAs }) => {
  const page = await openAs('agent')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/conversations')
  await page
    .getByRole('button', { name: /^Account|agent/i })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Canned replies' }).click()
  await page.getByRole('searchbox', { name: 'Search canned replies' }).fill('/pay-r')
  await expect(list(page).getByRole('button')).toHaveCount(1)
  await list(page)
    .getByRole('button', { name: /pay-receipt/ })
    .click()
  await expect(list(page)).toBeHidden()
  const form = editor(page, 'Please send the receipt')
  await expect(form.getByLabel('Text')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'All canned replies' }).click()
  await expect(list(page)).toBeVisible()
})

test('[Q-219] canned replies stand in the sidebar and in the palette', async ({ openAs }) => {
  const page = await openAs('agent', '/conversations')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Canned replies' })
  await link.click()
  await expect(page.getByRole('heading', { name: 'Canned replies', level: 1 })).toBeVisible()
  await expect(link).toHaveAttribute('aria-current', 'page')
  await page.goto('/conversations')
  await expect(page.getByRole('grid', { name: 'Conversations' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
  await page.keyboard.type('canned')
  await page.getByRole('option', { name: /Canned replies/ }).click()
  await expect(page.getByRole('heading', { name: 'Canned replies', level: 1 })).toBeVisible()
})
