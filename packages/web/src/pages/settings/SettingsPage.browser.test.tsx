import { defaultSettings, Settings } from '@parley/core/settings/api'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'

/** The one form of a section. */
const form = () => page.getByRole('form')
const save = () => form().getByRole('button', { name: 'Save' })
const supervisors = () =>
  form()
    .getByRole('group', { name: 'Who approves and rejects applications' })
    .getByRole('radio', { name: /^Supervisors/ })
const messageDays = () => form().getByLabelText('Days for which messages and files are kept')
const amber = () => form().getByLabelText('Minutes until a wait is amber')
const red = () => form().getByLabelText('Minutes until a wait is red')
const undo = () => form().getByLabelText('Undo send (seconds)')
const wrongMarks = () => form().getByText(/amber comes before red/)
const asked = (api: FakeApi) => api.askedFor('changeSettings').map(({ body }) => body)
const saidSaved = () => expect.element(form().getByRole('status')).toHaveTextContent(/^Saved/)

/** Opens a section of a workspace that has decided this, of a server that takes each change. */
async function open(section: string, decided: Partial<Settings> = {}): Promise<FakeApi> {
  const api = await openConsole(`/settings/${section}`, {
    role: 'ADMINISTRATOR',
    given: one => {
      let held = {
        settings: { ...defaultSettings, ...decided },
        version: 4,
        server: { undo_send_seconds: 0 },
      }
      one.answer('settings', () => held)
      one.answer('changeSettings', ({ body }) => {
        const settings = Settings.parse({ ...held.settings, ...body.settings })
        held = { ...held, settings, version: held.version + 1 }
        return held
      })
    },
  })
  await expect.element(save()).toBeDisabled()
  return api
}

test('[Q-165] the settings are shown as the workspace has decided them', async () => {
  await open('workspace', { wait_marks: { long: 50, too_long: 90 }, undo_send_seconds: 25 })
  await expect.element(amber()).toHaveValue(50)
  await expect.element(red()).toHaveValue(90)
  await expect.element(undo()).toHaveValue(25)
  await expectAccessible()
})

test.each<[string, Partial<Settings>, () => Locator, string | number]>([
  ['customer-data', { keep_messages_days: 730 }, messageDays, 730],
  ['templates', { application_template: 'news' }, () => form().getByLabelText(/^Template that/), 'news'],
])('[Q-165] and so is each in its section: %s', async (section, decided, field, value) => {
  await open(section, decided)
  await expect.element(field()).toHaveValue(value)
})

test.each<[string, Partial<Settings>, string, RegExp]>([
  ['roles', { colleague_figures: 'supervisors' }, 'Who sees the figures of a colleague', /^Supervisors/],
  ['security', { second_factor: 'administrators' }, 'Who must have a second factor', /^Administrators/],
])('[Q-165] %s: %j is checked', async (section, decided, group, choice) => {
  await open(section, decided)
  const held = form().getByRole('group', { name: group }).getByRole('radio', { name: choice })
  await expect.element(held).toBeChecked()
})

test('[Q-165 Q-036] a setting that is changed is saved alone, and the page says so', async () => {
  const api = await open('roles')
  await expect.element(supervisors()).not.toBeChecked()
  const told = api.askedFor('capabilities').length
  await supervisors().click()
  await save().click()
  await saidSaved()
  await expect.element(supervisors()).toBeChecked()
  await expect.element(save()).toBeDisabled()
  expect(asked(api)).toEqual([{ settings: { application_decisions: 'supervisors' }, version: 4 }])
  await expectAccessible()
  // What everybody is told of the settings is asked for anew.
  await expect.poll(() => api.askedFor('capabilities').length).toBeGreaterThan(told)
})

test('[Q-165 Q-397] to keep less asks first and says how much goes, since it deletes', async () => {
  const api = await open('customer-data')
  api.answer('retentionCounts', [{ setting: 'keep_messages_days', count: 1_204, more: false }])
  await messageDays().fill('730')
  await save().click()
  const question = page.getByRole('dialog', { name: 'Delete what is older?' })
  await expect
    .element(question.getByText('1,204 messages older than 730 days lose their words and files tonight'))
    .toBeVisible()
  expect(api.askedFor('retentionCounts').map(({ query }) => query)).toEqual([{ keep_messages_days: 730 }])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(messageDays()).toHaveValue(730)
  expect(asked(api)).toEqual([])
  await save().click()
  await question.getByRole('button', { name: 'Save and delete' }).click()
  await saidSaved()
  await expect.element(question).not.toBeInTheDocument()
  expect(asked(api)).toEqual([{ settings: { keep_messages_days: 730 }, version: 4 }])
})

test.each([
  [{ count: 100_000, more: true }, 'more than 100,000 entries of the audit log older than 90 days'],
  [{ count: null, more: false }, 'entries of the audit log older than 90 days'],
])('[Q-397] what is much is said without counting it all: %j', async (counted, words) => {
  const api = await open('customer-data')
  api.answer('retentionCounts', [{ setting: 'keep_audit_days', ...counted }])
  await form().getByLabelText('Days for which the audit log is kept').fill('90')
  await save().click()
  const question = page.getByRole('dialog', { name: 'Delete what is older?' })
  await expect.element(question.getByRole('listitem')).toHaveTextContent(words)
  await expectAccessible()
})

test('[Q-165] of the marks of a wait amber comes before red', async () => {
  const api = await open('workspace')
  await amber().fill('50')
  await expect.element(wrongMarks()).toBeVisible()
  await save().click()
  expect(asked(api)).toEqual([])
  await red().fill('90')
  await expect.element(wrongMarks()).not.toBeInTheDocument()
  await save().click()
  await saidSaved()
  expect(asked(api)).toEqual([{ settings: { wait_marks: { long: 50, too_long: 90 } }, version: 4 }])
})

test('[Q-264] replies can be taken back as long as the server says, or up to 30 seconds', async () => {
  const api = await open('workspace')
  await expect.element(undo()).toHaveValue(null)
  await expect.element(undo()).toHaveAccessibleDescription(/Empty: 0 \(server setting\)/)
  await undo().fill('31')
  await expect.element(form().getByText('Whole seconds, up to 30.')).toBeVisible()
  await save().click()
  expect(asked(api)).toEqual([])
  await expect.element(form().getByRole('status')).toHaveTextContent(/^$/)
  await undo().fill('25')
  await save().click()
  await saidSaved()
  expect(asked(api)).toEqual([{ settings: { undo_send_seconds: 25 }, version: 4 }])
})

test('[Q-213] an administrator says whether customers are asked how they were served', async () => {
  const api = await open('workspace', { ask_for_rating: 'on' })
  const when = form().getByRole('group', { name: 'When customers are asked how they were served' })
  await expect.element(when.getByRole('radio', { name: /Once their conversation is resolved/ })).toBeChecked()
  await when.getByRole('radio', { name: 'Never' }).click()
  await save().click()
  await saidSaved()
  await expect.element(when.getByRole('radio', { name: 'Never' })).toBeChecked()
  expect(asked(api)).toMatchObject([{ settings: { ask_for_rating: 'off' } }])
  await expectAccessible()
})
