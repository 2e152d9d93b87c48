import { ippOf, libOf } from '@parley/core/application.fixture'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { statusBadge } from '../../../test/applications.ts'
import { openConsole, setTime } from '../../../test/console.tsx'
import { address } from '../../../test/screen.ts'
import type { FakeApi } from '../../../test/fake-api.ts'
import { textsOf } from '../../../test/figures.ts'

const byMessage = {
  source: 'message' as const,
  at: '2026-03-02T07:30:00.000Z',
  message_id: '9',
  conversation_id: '1',
  document_id: null,
  agent: null,
}
const provenance = { 'personal_details.full_name': byMessage }

const everyForm = {
  'Personal details': {
    'Full name': 'Nakato Prossy',
    'Date of birth': 'Mar 4, 1991',
    Gender: 'Female',
    Nationality: 'Ugandan',
    'ID type': 'National ID',
    'ID number': 'CF91038100XYZK',
    'Marital status': 'Married',
  },
  'Contact details': {
    'Phone number': '+256 700 000 001',
    'Alternative phone': 'Not given',
    Email: 'prossy@example.com',
    'Physical address': 'Plot 4, Jinja Road, Kampala',
    'Postal address': 'Not given',
  },
  Employment: {
    'Employment status': 'Employed',
    Employer: 'Kasubi Dairy',
    'Job title': 'Accountant',
    Industry: 'Agriculture',
    'Monthly income': 'UGX 2,400,000',
  },
}
const kinds = [
  {
    kind: 'ipp',
    call: 'ippApplication',
    path: '/applications',
    whole: { ...ippOf(2207), provenance },
    number: 'IPP-2207',
    form: 'Individual Pension Plan',
    flags: ['ID verified', 'Income verified', 'Beneficiary details complete'],
    sections: {
      ...everyForm,
      Contribution: {
        'Initial contribution': 'UGX 500,000',
        'Monthly contribution': 'UGX 150,000',
        'Payment method': 'Mobile money',
        'Start date': 'Apr 1, 2026',
      },
      'Investment preferences': {
        'Risk tolerance': 'Moderate',
        'Preferred portfolio': 'Balanced',
        'Investment horizon': '10 to 20 years',
      },
      Declarations: { 'Information is true': 'Yes', 'Signed at': 'Kampala' },
    },
  },
  {
    kind: 'lib',
    call: 'libApplication',
    path: '/lib-applications',
    whole: { ...libOf(2207), provenance },
    number: 'LIB-2207',
    form: 'LIB Flex Maisha',
    flags: ['ID verified', 'Income verified', 'Medical checked', 'Beneficiary details complete'],
    sections: {
      ...everyForm,
      Policy: {
        'Policy type': 'Family',
        'Cover amount': 'UGX 20,000,000',
        Premium: 'UGX 85,000',
        'Payment frequency': 'Monthly',
        'Policy term': '15 years',
        'Payment method': 'Bank transfer',
      },
    },
  },
] as const

const region = (name: string) => page.getByRole('tabpanel').getByRole('region', { name })

/** The values of a section by their labels, as they are shown. */
const fieldsOf = (name: string) =>
  Object.fromEntries(
    [...region(name).element().querySelectorAll('dl > div')].map(field => [
      field.querySelector('dt')?.textContent,
      field.querySelector('dd')?.textContent,
    ]),
  )

/** Opens an application of each kind. */
function open(path: string, size?: readonly [number, number]): Promise<FakeApi> {
  setTime('2026-03-02T12:00:00+03:00')
  return openConsole(path, {
    ...(size && { size }),
    given: api => {
      for (const { call, whole } of kinds) api.answer(call, whole)
    },
  })
}

test.each(kinds)(
  '[ROUTE-07 ROUTE-09 APPD-01 APPD-02 APPD-04 DATA-37] $number: which form, whose and since when; its parts and what is verified',
  async ({ path, number, form, flags }) => {
    await open(`${path}/2207`)
    await expect.element(page.getByRole('heading', { name: form, level: 2 })).toBeVisible()
    await expect.element(statusBadge()).toHaveTextContent(/^Submitted$/)
    await expect
      .element(page.getByText(`${number}submitted by Nakato Prossy on `))
      .toHaveTextContent(`${number}submitted by Nakato Prossy on Mar 2, 2026, 11:00+256 700 000 001`)
    expect(page.getByRole('time').first().element().getAttribute('datetime')).toBe('2026-03-02T08:00:00.000Z')
    await expect
      .element(page.getByRole('link', { name: 'View Conversation' }))
      .toHaveAttribute('href', '/conversations/1')
    expect(textsOf(page.getByRole('tab'))).toEqual([
      'Application Details',
      'Documents2',
      'Status History0',
      'Notes0',
    ])
    const boxes = page.getByRole('region', { name: 'Verification' }).getByRole('checkbox')
    await expect.poll(() => boxes.elements().length).toBe(flags.length)
    for (const [at, name] of flags.entries()) await expect.element(boxes.nth(at)).toHaveAccessibleName(name)
  },
)

test.each(kinds)(
  '[APPD-05 DATA-38 DATA-39 DATA-40 DATA-41 DATA-42 DATA-44 DATA-45 DATA-46 DATA-47 CONST-06] $number: every section has each value beside its label, as a person reads it',
  async ({ path, sections }) => {
    await open(`${path}/2207`)
    await expect.element(region('Beneficiaries')).toBeVisible()
    expect(Object.fromEntries(Object.keys(sections).map(name => [name, fieldsOf(name)]))).toEqual(sections)
    const table = region('Beneficiaries').getByRole('table')
    expect(textsOf(table.getByRole('columnheader'))).toEqual([
      'Name',
      'Relationship',
      'Phone',
      'ID number',
      'Share',
      'From',
    ])
    expect(textsOf(table.getByRole('cell'))).toEqual(
      [
        ['Okello Mark', 'Spouse', '+256 700 000 012', 'CM90038100ABCD', '60%', ''],
        ['Okello Ruth', 'Child', '–', '–', '40%', ''],
      ].flat(),
    )
    await expectAccessible()
  },
)

test('[Q-035 DATA-48] health is closed until it is opened', async () => {
  await open('/lib-applications/2207')
  const show = region('Health').getByRole('button', { name: 'Show health information' })
  await expect.element(show).toHaveAttribute('aria-expanded', 'false')
  expect(region('Health').element().textContent).not.toContain('Smoker')
  await show.click()
  await expect
    .element(region('Health').getByRole('button', { name: 'Hide health information' }))
    .toHaveFocus()
  await expect
    .poll(() => fieldsOf('Health'))
    .toEqual({
      'Existing conditions': 'No',
      Conditions: 'Not given',
      Smoker: 'No',
      'Height in cm': '168',
      'Weight in kg': '64',
    })
})

test.each(kinds)('[Q-132] $number: a value leads to the message that it came from', async ({ path }) => {
  await open(`${path}/2207`)
  await page.getByRole('button', { name: 'Message, 10:30: where Full name came from' }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Full name' }).getByRole('link', { name: 'Show the message' }))
    .toHaveAttribute('href', '/conversations/1?message=9')
  await expectAccessible()
})

test.each(kinds)(
  '[APPD-14 APPD-15 APPD-16] $number: one that is not there says so, and the way back leads to the list',
  async ({ call, path }) => {
    await openConsole(`${path}/999999`, { given: api => api.refuse(call, 'application.not-found') })
    await expect.element(page.getByText('Application Not Found', { exact: true })).toBeVisible()
    await expect
      .element(
        page.getByText(
          "The application you're looking for doesn't exist or you don't have permission to view it.",
          { exact: true },
        ),
      )
      .toBeVisible()
    await page.getByRole('button', { name: 'Back to list' }).click()
    await expect.poll(address).toBe(path)
  },
)

test.each(kinds)(
  '[ERR-21 Q-048] $number: one that cannot be fetched says so, and is tried again',
  async ({ call, path, whole }) => {
    // What failed is asked for again every 10 seconds: here only Retry does it.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const api = await openConsole(`${path}/2207`, { given: one => one.fail(call) })
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to fetch application details')
    api.answer(call, whole)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(statusBadge()).toHaveTextContent('Submitted')
  },
)

test.each(['details', 'documents', 'history', 'notes'])(
  '[APPD-05 Q-054] on a phone the part "%s" fits',
  async part => {
    await open(`/applications/2207?tab=${part}`, [390, 844])
    await expect.element(statusBadge()).toBeVisible()
    await expect.element(page.getByRole('tabpanel')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectAccessible()
  },
)

test('[APPD-05 Q-054] on a phone the box for a note keeps the page’s margin on both sides', async () => {
  await open('/applications/2207?tab=notes', [390, 844])
  const box = page.getByLabelText('New note')
  await expect.element(box).toBeVisible()
  const { left, right } = box.element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(12)
  expect(right).toBeLessThanOrEqual(378)
})
