import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole, setTime } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { downloaded } from '../../../test/figures.ts'
import { auditEntry, person } from '../../../test/samples.ts'

const miriam = { id: '1', name: 'Miriam Nansubuga' }
const brian = { id: '2', name: 'Brian Odongo' }
const sanyu = { noun: 'agent', id: '3', name: 'Sanyu Nantongo' } as const
const at = (minute: number) => `2026-03-02T08:${minute}:00.000Z`
const entries = [
  auditEntry({ id: '96', at: at(56), action: 'account.disabled', by: miriam, on: sanyu }),
  auditEntry({
    id: '95',
    at: at(55),
    action: 'account.role',
    by: miriam,
    on: sanyu,
    before: { role: 'SUPERVISOR' },
    after: { role: 'AGENT' },
  }),
  auditEntry({ id: '94', at: at(54), action: 'session.ended', by: miriam, on: sanyu }),
  auditEntry({ id: '93', at: at(53), action: 'account.invited', by: miriam, on: sanyu }),
  auditEntry({
    id: '92',
    at: at(52),
    action: 'conversation.tags',
    by: brian,
    address: '127.0.0.1',
    on: { noun: 'conversation', id: '7', name: null },
    before: { tags: [] },
    after: { tags: ['audited', 'vip'] },
  }),
  auditEntry({
    id: '91',
    at: at(51),
    action: 'conversation.status',
    by: miriam,
    on: { noun: 'conversation', id: '8', name: null },
  }),
]
const offered = auditEntry({
  id: '97',
  at: at(57),
  action: 'conversation.assigned',
  by: miriam,
  on: { noun: 'conversation', id: '7', name: 'Masika Jolly' },
  before: { owner: null },
  after: { offered_to: '2' },
})

const log = () => page.getByRole('table', { name: 'Audit log' })
const rows = () => log().getByRole('row')
const row = (words: string) => rows().filter({ hasText: words })
/** The ids of what is shown, by the minute of each. */
const shown = () =>
  rows()
    .getByRole('time')
    .elements()
    .map(time => time.getAttribute('datetime'))
const atMinutes = (...minutes: number[]) => minutes.map(at)

/** Opens the log of a server that filters as it is asked to. */
function open(): Promise<FakeApi> {
  setTime('2026-03-02T12:00:00+03:00')
  return openConsole('/audit', {
    role: 'ADMINISTRATOR',
    given: api => {
      api.answer('people', [person(miriam), person(brian)])
      api.answer('audit', ({ query: { action, by, from, until } }) =>
        entries.filter(
          entry =>
            (action === undefined || action.split(',').includes(entry.action)) &&
            (by === undefined || by === entry.by?.id) &&
            (from === undefined || entry.at >= from) &&
            (until === undefined || entry.at < until),
        ),
      )
    },
  })
}

async function choose(name: RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('[Q-165] the audit log says who did what to whom, newest first, and what it was before', async () => {
  await open()
  await expect.poll(shown).toEqual(atMinutes(56, 55, 54, 53, 52, 51))
  for (const what of ['disabled the account of', 'changed the role of', 'ended a session of', 'invited'])
    await expect.element(row(`Miriam Nansubuga ${what} Sanyu Nantongo`)).toBeVisible()
  await expect.element(row('changed the role')).toHaveTextContent('role SUPERVISOR → AGENT')
  await expect
    .element(row('changed the tags'))
    .toHaveTextContent(
      /Brian Odongo changed the tags of conversation 7: tags none → audited, vip.*127\.0\.0\.1/,
    )
  await expectAccessible()
})

test('[Q-399] an entry is a sentence with names and the workspace’s time; what is stored is behind a press', async () => {
  const api = await open()
  api.answer('audit', [offered])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect
    .element(row('Miriam Nansubuga offered Masika Jolly to Brian Odongo'))
    .toHaveTextContent(/11:57/)
  await expect
    .element(page.getByRole('link', { name: 'Masika Jolly' }))
    .toHaveAttribute('href', '/conversations/7')
  await expect.element(page.getByText(/Times are those of Africa\/Kampala\./)).toBeVisible()
  const stored = page.getByText('Assigned the conversation: Conversation 7; owner was none; offered to 2')
  await expect.element(stored).not.toBeVisible()
  await page.getByText('What changed').click()
  await expect.element(stored).toBeVisible()
  await expectAccessible()
})

test('[Q-432] behind a press stands the one thing that changed of the business hours', async () => {
  const api = await open()
  const before = { friday: ['08:00–17:00'], monday: ['08:00–17:00'], holidays: ['12-25 Christmas'] }
  const hours = {
    action: 'hours.changed',
    by: miriam,
    on: { noun: 'settings', id: null, name: null },
  } as const
  api.answer('audit', [
    auditEntry({ ...hours, id: '99', at: at(59), before, after: { ...before, monday: ['09:00–17:00'] } }),
    auditEntry({ ...hours, id: '98', at: at(58), action: 'retention.ran', after: { rows: 3 } }),
  ])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await row('changed the business hours').getByText('What changed').click()
  await expect
    .element(page.getByText('Changed the business hours: monday 08:00–17:00 → 09:00–17:00', { exact: true }))
    .toBeVisible()
  await row('deleted data').getByText('Details').click()
  await expect.element(page.getByText('Deleted what is past its time: rows 3', { exact: true })).toBeVisible()
})

test('[Q-165] the audit log is filtered by what, who and days', async () => {
  await open()
  await choose(/^What: /, 'Signing in')
  await expect.poll(shown).toEqual(atMinutes(54))
  await choose(/^What: /, 'Conversations')
  await expect.poll(shown).toEqual(atMinutes(52, 51))
  await choose(/^Who: /, 'Brian Odongo')
  await expect.poll(shown).toEqual(atMinutes(52))
  await expect.element(row('audited')).toBeVisible()
  const days = page.getByRole('group', { name: 'Days' })
  await days.getByLabelText('To').fill('2020-01-01')
  await expect.element(page.getByText('Nothing in the log fits these filters')).toBeVisible()
  await days.getByLabelText('To').fill('2026-03-02')
  await expect.poll(shown).toEqual(atMinutes(52))
  await days.getByLabelText('From').fill('2026-03-03')
  await expect.element(days.getByRole('alert')).toHaveTextContent('The first day is after the last')
  await days.getByLabelText('To').fill('')
  await expect.element(page.getByText('Nothing in the log fits these filters')).toBeVisible()
})

test('[Q-165] what the filters let through goes into a file', async () => {
  await open()
  await choose(/^Who: /, 'Brian Odongo')
  await expect.poll(shown).toEqual(atMinutes(52))
  const file = await downloaded(page.getByRole('button', { name: 'Download CSV: Audit log' }))
  expect(file).toEqual({
    name: 'audit-log.csv',
    lines: [
      'When (Africa/Kampala),Who,What,On what,Detail,Address',
      '2026-03-02 11:52:00,Brian Odongo,Changed the tags,Conversation 7,"tags none → audited, vip",127.0.0.1',
    ],
  })
})
