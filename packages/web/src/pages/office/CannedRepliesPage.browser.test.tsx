import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { brian, cannedReply, me } from '../../../test/samples.ts'
import { navigation } from '../../../test/screen.ts'

const papers = cannedReply({
  id: '31',
  scope: 'shared',
  shortcut: 'claim-papers',
  title: 'What a claim needs',
  body: 'For a claim please send a photo of the national ID.',
  version: 3,
})
const receipt = cannedReply({
  id: '32',
  scope: 'own',
  shortcut: 'pay-receipt',
  title: 'Please send the receipt',
  body: 'Could you please send me a photo of the payment message, {first_name}?',
  version: 1,
})
const goodbye = cannedReply({
  id: '33',
  scope: 'own',
  shortcut: 'bye',
  title: 'Goodbye',
  body: 'Good {part_of_day} {first_name}, until {day}.',
  version: 1,
})

const list = () => page.getByRole('list', { name: 'Canned replies' })
const row = (name: RegExp) => list().getByRole('button', { name })
const editor = (name: string) => page.getByRole('form', { name, exact: true })
const heading = () => page.getByRole('heading', { name: 'Canned replies', level: 1 })

/** What one is called who edited it. */
const by = ({ id, name }: typeof me) => ({ id, name: name ?? '' })

const given = (api: FakeApi) => api.answer('cannedReplies', [papers, receipt])

test('[Q-219] an agent who writes one hears what is wrong at its fields, and sees it filled in', async () => {
  const api = await openConsole('/canned-replies?reply=new&shortcut=bye-now', { given })
  const form = editor('New canned reply')
  await expect.element(form.getByLabelText('Shortcut')).toHaveValue('bye-now')
  await expect.element(form.getByRole('combobox', { name: 'Visibility' })).not.toBeInTheDocument()
  await form.getByLabelText('Title').fill('Goodbye')
  await form.getByLabelText('Shortcut').fill('bye now')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByText('must be small letters')).toBeVisible()
  await expect.element(form.getByText('must not be empty')).toBeVisible()
  expect(api.askedFor('createCannedReply')).toEqual([])

  await form.getByLabelText('Shortcut').fill('/bye')
  await form.getByLabelText('Text').fill(goodbye.body)
  await expect
    .element(form.getByRole('group', { name: 'Preview' }))
    .toHaveTextContent(/Good \w+ Sarah, until \{day\}\./)
  api.answer('createCannedReply', goodbye)
  api.answer('cannedReplies', [papers, receipt, goodbye])
  await form.getByRole('button', { name: 'Save' }).click()
  const made = editor('Goodbye')
  await expect.element(made).toHaveTextContent('Mine · not used yet')
  await expect.element(made.getByText('Not saved')).not.toBeInTheDocument()
  await expect.element(row(/\/bye\b.*Mine.*Goodbye/)).toBeVisible()
  await expectAccessible(['best-practice'])
  expect(api.askedFor('createCannedReply').map(({ body }) => body)).toMatchObject([
    { scope: 'own', content: { shortcut: 'bye', title: 'Goodbye', body: goodbye.body, language: null } },
  ])
})

test('[Q-219] an unsaved canned reply survives a visit to another screen, until it is saved', async () => {
  const api = await openConsole('/canned-replies?reply=33', {
    given: one => one.answer('cannedReplies', [goodbye]),
  })
  const form = editor('Goodbye')
  await form.getByLabelText('Text').fill('Goodbye {first_name}.')
  await expect.element(form.getByText('Not saved')).toBeVisible()
  await navigation()
    .getByRole('link', { name: /^Tickets/ })
    .click()
  await expect.element(form).not.toBeInTheDocument()
  history.back()
  await expect.element(form.getByLabelText('Text')).toHaveValue('Goodbye {first_name}.')
  const saved = { ...goodbye, body: 'Goodbye {first_name}.', version: 2 }
  api.answer('changeCannedReply', saved)
  api.answer('cannedReplies', [saved])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByRole('status')).toHaveTextContent('Saved')
  await expect.element(form.getByText('Not saved')).not.toBeInTheDocument()
  expect(api.askedFor('changeCannedReply').map(({ body }) => body)).toMatchObject([
    { version: 1, content: { body: 'Goodbye {first_name}.' } },
  ])
})

test('[Q-219] one is deleted after a question', async () => {
  const api = await openConsole('/canned-replies?reply=33', {
    given: one => one.answer('cannedReplies', [papers, goodbye]),
  })
  const form = editor('Goodbye')
  const question = page.getByRole('dialog', { name: 'Delete “Goodbye”?' })
  await form.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(form).toBeVisible()
  expect(api.askedFor('removeCannedReply')).toEqual([])
  await form.getByRole('button', { name: 'Delete' }).click()
  api.answer('cannedReplies', [papers])
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(row(/claim-papers/)).toBeVisible()
  await expect.element(row(/\/bye\b/)).not.toBeInTheDocument()
  expect(api.askedFor('removeCannedReply').map(({ params }) => params.id)).toEqual(['33'])
})

test('[Q-219] an agent reads a shared one, and a change of it is there by itself', async () => {
  const api = await openConsole('/canned-replies', { given })
  await row(/\/claim-papers\b/).click()
  await expect
    .element(page.getByRole('region', { name: 'What a claim needs' }))
    .toHaveTextContent('Only supervisors and administrators can change shared canned replies.')
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
  await expectAccessible()
  api.answer('cannedReplies', [{ ...papers, body: 'By Carol.', version: 4 }])
  api.publish({ event: 'canned-replies', data: {} })
  await expect.element(page.getByRole('group', { name: 'Preview' })).toHaveTextContent('By Carol.')
})

test('[Q-219] a supervisor chooses whose a new one is', async () => {
  await openConsole('/canned-replies?reply=new', { role: 'SUPERVISOR', given })
  await editor('New canned reply').getByRole('combobox', { name: 'Visibility' }).click()
  await expect.element(page.getByRole('option', { name: 'Shared, for all agents' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
})

test('[Q-219] who is overtaken is told by whom and keeps what they wrote', async () => {
  const api = await openConsole('/canned-replies?reply=31', { role: 'SUPERVISOR', given })
  const form = editor('What a claim needs')
  await form.getByLabelText('Text').fill('By me.')
  const theirs = { ...papers, body: 'By Brian.', version: 4, updated_by: by(brian) }
  api.answer('cannedReplies', [theirs])
  api.publish({ event: 'canned-replies', data: {} })
  await expect
    .element(form)
    .toHaveTextContent(
      'Brian saved something else meanwhile: /claim-papers, “What a claim needs”: “By Brian.”',
    )
  await expect.element(form.getByLabelText('Text')).toHaveValue('By me.')
  await expectAccessible()
  await form.getByRole('button', { name: 'Keep mine' }).click()
  const mine = { ...theirs, body: 'By me.', version: 5, updated_by: by(me) }
  api.answer('changeCannedReply', mine)
  api.answer('cannedReplies', [mine])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByRole('status')).toHaveTextContent('Saved')
  expect(api.askedFor('changeCannedReply').map(({ body }) => body)).toMatchObject([
    { version: 4, content: { body: 'By me.' } },
  ])
})

test('[Q-219] on a phone the list and the one that is chosen stand one at a time', async () => {
  await openConsole('/conversations', { size: [390, 844], given })
  await page
    .getByRole('button', { name: /^Account|agent/i })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Canned replies' }).click()
  await page.getByRole('searchbox', { name: 'Search canned replies' }).fill('/pay-r')
  await expect.poll(() => list().getByRole('button').elements().length).toBe(1)
  await row(/pay-receipt/).click()
  await expect.element(list()).not.toBeInTheDocument()
  const form = editor('Please send the receipt')
  await expect.element(form.getByLabelText('Text')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
  await form.getByRole('button', { name: 'All canned replies' }).click()
  await expect.element(list()).toBeVisible()
})

test('[Q-219] canned replies stand in the sidebar', async () => {
  await openConsole('/conversations', { given })
  const link = navigation().getByRole('link', { name: 'Canned replies' })
  await link.click()
  await expect.element(heading()).toBeVisible()
  await expect.element(link).toHaveAttribute('aria-current', 'page')
})

test('[Q-219] canned replies stand in the palette', async () => {
  await openConsole('/conversations', { given })
  await expect.element(navigation()).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveFocus()
  await userEvent.keyboard('canned')
  await page.getByRole('option', { name: /Canned replies/ }).click()
  await expect.element(heading()).toBeVisible()
})
