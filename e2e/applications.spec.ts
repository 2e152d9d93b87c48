import type { Page } from '@playwright/test'
import { expectAccessible, expectNoViolation } from './harness/accessible.ts'
import { askApart } from './harness/apart.ts'
import {
  applicationOf,
  applicationsOf,
  chooseApproved,
  chooseStatus,
  type Kind,
  listRows,
  type Row,
  screenOf,
  statusBadge,
  statusDialog,
  wholeApplications,
} from './harness/applications.ts'
import { box, openThread, writesAgain } from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import { expect, test } from './harness.ts'

const phone = (number: string): string => number.replace(/^\+256(\d{3})(\d{3})(\d{3})$/, '+256 $1 $2 $3')
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search applications' })

/** "Pending documents" for PENDING_DOCUMENTS. */
const words = (word: string): string => `${word[0]}${word.slice(1).toLowerCase().replaceAll('_', ' ')}`

/** The labels of each section. */
const everyForm = {
  'Personal details': [
    'Full name',
    'Date of birth',
    'Gender',
    'Nationality',
    'ID type',
    'ID number',
    'Marital status',
  ],
  'Contact details': ['Phone number', 'Alternative phone', 'Email', 'Physical address', 'Postal address'],
  Employment: ['Employment status', 'Employer', 'Job title', 'Industry', 'Monthly income'],
  Beneficiaries: ['Name', 'Relationship', 'Phone', 'ID number', 'Share'],
} as const
const ownSections: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  ipp: {
    Contribution: ['Initial contribution', 'Monthly contribution', 'Payment method', 'Start date'],
    'Investment preferences': ['Risk tolerance', 'Preferred portfolio', 'Investment horizon'],
    Declarations: [],
  },
  lib: {
    Policy: ['Policy type', 'Cover amount', 'Premium', 'Payment frequency', 'Policy term', 'Payment method'],
    Health: [],
  },
}

const personal = {
  'Full name': 'personal_details.full_name',
  Gender: 'personal_details.gender',
  Nationality: 'personal_details.nationality',
  'ID number': 'personal_details.id_number',
  'Marital status': 'personal_details.marital_status',
} as const
const everyValue = {
  'Personal details': personal,
  'Contact details': {
    Email: 'contact_details.email',
    'Physical address': 'contact_details.physical_address',
    'Postal address': 'contact_details.postal_address',
  },
  Employment: {
    'Employment status': 'employment_details.employment_status',
    Employer: 'employment_details.employer_name',
    'Job title': 'employment_details.job_title',
    Industry: 'employment_details.industry',
    'Monthly income': 'employment_details.monthly_income',
  },
} as const
/** Where in the form the value beside each label stands; phones have a form of their own. */
const valuesOf: Readonly<Record<Kind, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  ipp: {
    ...everyValue,
    Contribution: {
      'Initial contribution': 'contribution_details.initial_contribution',
      'Monthly contribution': 'contribution_details.monthly_contribution',
      'Payment method': 'contribution_details.payment_method',
    },
    'Investment preferences': {
      'Risk tolerance': 'investment_preferences.risk_tolerance',
      'Preferred portfolio': 'investment_preferences.preferred_portfolio',
      'Investment horizon': 'investment_preferences.investment_horizon',
    },
  },
  lib: {
    ...everyValue,
    Policy: {
      'Policy type': 'policy_details.policy_type',
      'Cover amount': 'policy_details.cover_amount',
      Premium: 'policy_details.premium_amount',
      'Payment frequency': 'policy_details.premium_payment_frequency',
      'Payment method': 'policy_details.payment_method',
    },
  },
}

/** A form's value on the screen: an amount with its separators, a word written small, text as it is; something for none. */
function shownAs(value: unknown): RegExp {
  if (value === null || value === '') return /./
  if (typeof value === 'boolean') return value ? /^Yes$/ : /^No$/
  if (typeof value === 'number') return new RegExp(value.toLocaleString('en-US'))
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const spelled = /^[A-Z][A-Z_]+$/.test(text) && text !== 'NGO' ? words(text) : text
  return new RegExp(spelled.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
}

/** One of a kind with this status; every test takes another, since they share the server. */
async function withStatus(page: Page, kind: Kind, status: string, at = 0): Promise<Row> {
  const row = (await applicationsOf(page, kind, `&status=${status}`))[at]
  if (row === undefined) throw new Error(`The demo has no ${status} ${kind} application number ${at}`)
  return row
}

test('[ROUTE-06 ROUTE-08 APPL-01 APPL-02 APPL-03 APPL-04 APPL-05 APPL-09 APPL-10 APPL-11 APPL-12 APPL-13 APPL-14 APPL-15 APPL-16 Q-054 Q-126 GEN-07] both lists: tabs, range, search, columns, links, empty and loading; Back restores the filter', async ({
  openAs,
}) => {
  const page = await openAs('agent', '/')
  const nav = page.getByRole('navigation', { name: 'Main' })
  await expect(nav.getByRole('link')).toHaveText([
    'Dashboard',
    /^Conversations/,
    'Tickets',
    'Canned replies',
    'IPP Applications',
    'LIB Flex Applications',
  ])
  for (const [kind, link, title, column] of [
    ['ipp', 'IPP Applications', 'IPP Application Forms', 'Form Type'],
    ['lib', 'LIB Flex Applications', 'LIB Flex Maisha Applications', 'Policy Type'],
  ] as const) {
    let release = () => undefined as void
    const held = new Promise<void>(done => {
      release = done
    })
    await page.route(
      `**/api/v1/applications/${kind}?*`,
      async route => {
        await held
        await route.continue()
      },
      { times: 1 },
    )
    await nav.getByRole('link', { name: link }).click()
    await expect(page.getByText('Loading applications...', { exact: true })).toBeVisible()
    release()
    await expect(page).toHaveURL(screenOf[kind])
    await expect(page.getByRole('heading', { name: link, level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
    const grid = page.getByRole('grid', { name: title })
    await expect(grid.getByRole('columnheader')).toHaveText([
      'Customer',
      column,
      'Status',
      'Submission Date',
      'Actions',
    ])

    const all = await applicationsOf(page, kind)
    const [first] = all
    if (first === undefined) throw new Error('The demo has none')
    const count = (status: string) => all.filter(row => row.status === status).length
    await expect(page.getByRole('tab')).toHaveText([
      `All${all.length}`,
      `Submitted${count('SUBMITTED')}`,
      `Pending Docs${count('PENDING_DOCUMENTS')}`,
      `Under Review${count('UNDER_REVIEW')}`,
      `Approved${count('APPROVED')}`,
    ])
    await expect(listRows(page).first()).toContainText(first.customer.name)
    await expect(listRows(page).first()).toContainText(phone(first.customer.phone_number))
    await expect(search(page)).toHaveAttribute('placeholder', 'Search applications...')
    const day = (iso: string) =>
      new Date(iso).toLocaleDateString('en-US', {
        month: 'short',
        day: 'numeric',
        timeZone: 'Africa/Kampala',
      })
    const cells = listRows(page).first().getByRole('gridcell')
    const policy = first.policy_type === null ? '' : words(first.policy_type)
    await expect(cells).toHaveText([
      new RegExp(`${first.customer.name}.*${phone(first.customer.phone_number).replace('+', '\\+')}`),
      kind === 'ipp' ? `${first.form_name}${first.form_type}` : `${policy}${first.form_name}`,
      words(first.status),
      first.submission_date === null ? 'Not submitted' : new RegExp(day(first.submission_date)),
      'ViewChat',
    ])
    await expect(
      listRows(page)
        .first()
        .getByRole('link', { name: /^View / }),
    ).toHaveAttribute('href', `${screenOf[kind]}/${first.id}`)
    await expect(
      listRows(page)
        .first()
        .getByRole('link', { name: /^Chat / }),
    ).toHaveAttribute('href', `/conversations/${first.conversation_id}`)

    await tab(page, /^Approved/).click()
    await expect(page).toHaveURL(`${screenOf[kind]}?status=approved`)
    await expect(listRows(page)).toHaveCount(count('APPROVED'))

    // Filters stand in the address: Back from an application, and a reload, return to them.
    const range = page.getByRole('combobox', { name: /^Date range/ })
    await tab(page, /^All/).click()
    await range.click()
    await expect(page.getByRole('option')).toHaveText(['All Time', 'Today', 'This Week', 'This Month'])
    await expect(page.getByRole('option', { name: 'This Week' })).toHaveAttribute('title', 'last 7 days')
    await expect(page.getByRole('option', { name: 'This Month' })).toHaveAttribute('title', 'last month')
    await page.getByRole('option', { name: 'This Month' }).click()
    const month = await applicationsOf(page, kind, '&range=MONTH&time_zone=Africa/Kampala')
    await expect(listRows(page)).toHaveCount(month.length)
    const sought = month.find(row => row.customer.id_number !== null)
    if (!sought?.customer.id_number) throw new Error('The demo has none of this month with an ID number')
    await search(page).fill(sought.customer.name.toUpperCase())
    await expect(page).toHaveURL(/range=month&search=/)
    await expect(listRows(page).first()).toContainText(sought.customer.name)
    await listRows(page).first().focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${screenOf[kind]}/${sought.id}`)
    await page.goBack()
    await expect(search(page)).toHaveValue(sought.customer.name.toUpperCase())
    await page.reload()
    await expect(search(page)).toHaveValue(sought.customer.name.toUpperCase())
    await expect(range).toHaveText('This Month')
    await search(page).fill(sought.customer.phone_number.slice(4))
    await expect(listRows(page).first()).toContainText(sought.customer.name)

    const id = sought.customer.id_number
    await search(page).fill(id)
    await expect(page).toHaveURL(new RegExp(`search=${id}$`))
    await expect(listRows(page).first()).toContainText(sought.customer.name)
    await search(page).fill(id.toLowerCase())
    await expect(page.getByText('No applications found', { exact: true })).toBeVisible()
    await search(page).fill('nobody of this name')
    await expect(page.getByText('No applications found', { exact: true })).toBeVisible()
    await expect(
      page.getByText('Try changing your search or filter criteria.', { exact: true }),
    ).toBeVisible()
    if (kind === 'lib') await expectNoViolation(page)
    await page.goto('/')
  }
})

test('[ROUTE-07 ROUTE-09 APPD-01 APPD-02 APPD-04 APPD-05 APPD-14 APPD-15 APPD-16 DATA-37 DATA-38 DATA-39 DATA-40 DATA-41 DATA-42 DATA-44 DATA-45 DATA-46 DATA-47 DATA-48 CONST-06 Q-035 Q-132] the detail of both kinds: header, sections, health closed, where values came from, the checklist, not found', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  for (const kind of ['ipp', 'lib'] as const) {
    const all = await wholeApplications(page, kind)
    const one = all.find(
      ({ provenance, submission_date }) =>
        submission_date !== null && Object.values(provenance).some(({ message_id }) => message_id !== null),
    )
    if (one === undefined) throw new Error('The demo has none with a source')
    await page.goto(`${screenOf[kind]}/${one.id}`)
    const header = page.locator('main header').first()
    await expect(header.getByRole('heading', { name: one.form_name })).toBeVisible()
    await expect(header).toContainText(`${kind.toUpperCase()}-${one.id}`)
    await expect(header).toContainText(`submitted by ${one.customer.name} on `)
    await expect(header).toContainText(phone(one.customer.phone_number))
    await expect(statusBadge(page)).toHaveText(new RegExp(one.status.replace('_', ' '), 'i'))
    await expect(header.getByRole('link', { name: 'View Conversation' })).toHaveAttribute(
      'href',
      `/conversations/${one.conversation_id}`,
    )
    await expect(page.getByRole('tab')).toHaveText([
      'Application Details',
      /^Documents/,
      /^Status History/,
      /^Notes/,
    ])
    const main = page.getByRole('tabpanel')
    for (const [name, labels] of Object.entries({ ...everyForm, ...ownSections[kind] })) {
      const region = main.getByRole('region', { name })
      for (const label of labels) await expect(region).toContainText(label)
    }
    const given = (name: string, label: string) =>
      main
        .getByRole('region', { name })
        .locator('dt')
        .filter({ hasText: new RegExp(`^${label}$`) })
        .locator('xpath=..')
    for (const [name, fields] of Object.entries(valuesOf[kind]))
      for (const [label, path] of Object.entries(fields)) {
        const value = path
          .split('.')
          .reduce<unknown>((of, key) => (of as Record<string, unknown>)[key], one.form_data)
        await expect(given(name, label).locator('dd').first()).toHaveText(shownAs(value))
      }
    const { date_of_birth: born, id_type: idType } = one.form_data['personal_details'] as Record<
      string,
      string
    >
    await expect(given('Personal details', 'Date of birth').locator('dd').first()).toHaveText(
      new RegExp(new Date(born ?? '').toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })),
    )
    await expect(given('Personal details', 'ID type').locator('dd').first()).toHaveText(
      idType === 'NATIONAL_ID' ? /National ID/ : shownAs(idType),
    )
    for (const heir of one.form_data.beneficiaries) {
      const row = main.getByRole('region', { name: 'Beneficiaries' })
      for (const value of [heir.name, heir.relationship, heir.percentage])
        await expect(row).toContainText(shownAs(value))
    }
    if (one.submission_date === null) throw new Error('It was sent in')
    await expect(header.locator('time')).toHaveAttribute('datetime', one.submission_date)
    await expect(header.locator('time')).toHaveText(
      new RegExp(
        new Date(one.submission_date).toLocaleDateString('en-US', {
          month: 'short',
          day: 'numeric',
          timeZone: 'Africa/Kampala',
        }),
      ),
    )
    const money = main.getByRole('region', { name: kind === 'ipp' ? 'Contribution' : 'Policy' })
    await expect(money).toContainText(/UGX \d{1,3}(,\d{3})*/)
    const flags = page.getByRole('region', { name: 'Verification' }).getByRole('checkbox')
    await expect(flags).toHaveCount(kind === 'ipp' ? 3 : 4)
    for (const name of ['ID verified', 'Income verified', 'Beneficiary details complete'])
      await expect(page.getByRole('checkbox', { name })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Medical checked' })).toHaveCount(kind === 'lib' ? 1 : 0)

    if (kind === 'lib') {
      const health = main.getByRole('region', { name: 'Health' })
      await expect(health).not.toContainText('Smoker')
      const open = health.getByRole('button', { name: 'Show health information' })
      await expect(open).toHaveAttribute('aria-expanded', 'false')
      await open.click()
      for (const label of ['Existing conditions', 'Conditions', 'Smoker', 'Height in cm', 'Weight in kg'])
        await expect(health).toContainText(label)
      const { smoker, height_cm, weight_kg } = one.form_data['health_information'] as Record<string, unknown>
      for (const [label, value] of [
        ['Smoker', smoker],
        ['Height in cm', height_cm],
        ['Weight in kg', weight_kg],
      ] as const)
        await expect(given('Health', label).locator('dd').first()).toHaveText(shownAs(value))
    }

    // Where a value came from, and the message itself.
    const mark = main.getByRole('button', { name: /: where .* came from$/ })
    await expect(mark.first()).toBeVisible()
    if (kind === 'lib') await expectAccessible(page)
    const [path = '', from] =
      Object.entries(one.provenance).find(
        ([field, { message_id }]) => message_id !== null && !/^(beneficiaries|health)/.test(field),
      ) ?? []
    await page.locator(`[data-field="${path}"]`).getByRole('button').click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Show the message' })).toHaveAttribute(
      'href',
      new RegExp(`\\?message=${from?.message_id}$`),
    )
    if (kind === 'ipp') await expectNoViolation(page)
    await page.getByRole('link', { name: 'Show the message' }).click()
    await expect(page.locator('[data-revealed]')).toBeInViewport()
    await page.goto(`/conversations/${one.conversation_id}?message=999999`)
    await expect(page.getByText('The message of this link is not in this conversation.')).toBeVisible()

    await page.goto(`${screenOf[kind]}/999999`)
    await expect(page.getByText('Application Not Found', { exact: true })).toBeVisible()
    await expect(
      page.getByText(
        "The application you're looking for doesn't exist or you don't have permission to view it.",
        { exact: true },
      ),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Back to list' }).click()
    await expect(page).toHaveURL(screenOf[kind])
  }
})

test('[GEN-11 APPD-03 APPD-06 APPD-07 APPD-08 APPD-09 APPD-10 DATA-34 DATA-36 Q-127 Q-129 Q-138] a status is set by the keyboard alone; a colleague sees it; what both change at once is not lost', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const { id, customer } = await withStatus(page, 'ipp', 'SUBMITTED')
  const colleague = await openAs('brian')
  await colleague.goto(`/applications?search=${encodeURIComponent(customer.name)}`)
  const row = listRows(colleague).filter({ has: colleague.locator(`a[href="/applications/${id}"]`) })
  await expect(row).toContainText('Submitted')

  await page.goto(`/applications/${id}`)
  const button = page.getByRole('button', { name: 'Update Status' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = statusDialog(page)
  await expect(dialog.getByRole('radio')).toHaveCount(6)
  for (const name of ['Draft', 'Submitted now', 'Pending documents', 'Under review', 'Approved', 'Rejected'])
    await expect(dialog.getByRole('radio', { name, exact: true })).not.toBeChecked()
  await expectAccessible(page)
  await expect(dialog.getByRole('radio', { name: 'Draft' })).toBeFocused()
  for (let key = 0; key < 3; key += 1) await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'Under review' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Looks complete')
  await dialog.getByRole('button', { name: 'Update Status' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await expect(statusBadge(page)).toHaveText('Under review')
  await expect(row).toContainText('Under review')

  // Nothing chosen is said; the same status again is asked about first, and is one more entry.
  await button.click()
  await dialog.getByRole('button', { name: 'Update Status' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose a status first.')
  await dialog.getByRole('radio', { name: 'Under review' }).check()
  await dialog.getByRole('button', { name: 'Update Status' }).click()
  await expect(dialog).toContainText('It has this status already.')
  await dialog.getByRole('button', { name: 'Record it again' }).click()
  await expect(dialog).toHaveCount(0)
  await tab(page, /^Status History/).click()
  const history = page.getByRole('list', { name: 'Status history' }).getByRole('listitem')
  await expect(history.nth(0)).toContainText(/Under review.*Under review.*recorded again.*Amina/)
  await expect(history.nth(1)).toContainText(/Submitted.*Under review.*Amina.*Looks complete/)
  // Told at the change, not at what only recorded it again.
  await expect(history.nth(1)).toContainText(/Message to the customer|Not told to the customer/)
  await expect(history.nth(0)).not.toContainText(/the customer/)
  await expect(history.nth(2)).toContainText(/Draft.*Submitted.*The customer, in the chat/)
  await expectNoViolation(page)

  // Both write; the colleague is first. What I wrote stays, their change is shown, mine goes on top when I say so.
  await colleague.goto(`/applications/${id}`)
  await chooseStatus(page, 'Rejected')
  await dialog.getByLabel('Notes').fill('Income too low')
  const theirs = await chooseApproved(colleague)
  await theirs.getByLabel('Notes').fill('All there')
  await theirs.getByRole('button', { name: 'Update Status' }).click()
  await expect(statusBadge(colleague)).toHaveText('Approved')
  await expect(dialog).toContainText(/Under review → Approved by Brian.*: All there/)
  await expect(dialog.getByRole('button', { name: 'Update Status' })).toBeDisabled()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Income too low')
  await expectNoViolation(page)
  await dialog.getByRole('button', { name: 'Save mine on top' }).click()
  await expect(statusBadge(colleague)).toHaveText('Rejected')
  const stored = (await applicationOf(page, 'ipp', id)).status_history
  await expect(history.nth(0)).toContainText(/Approved.*Rejected.*Amina.*Income too low/)
  await expect(history.nth(0).locator('time')).toHaveAttribute('datetime', stored.at(-1)?.changed_at ?? '')
  expect(stored.slice(-2)).toMatchObject([
    { to_status: 'APPROVED', notes: 'All there' },
    { from_status: 'APPROVED', to_status: 'REJECTED', notes: 'Income too low' },
  ])

  // A flag on its way while a colleague sets another is refused, told, and saved on top when I say so.
  let release = () => undefined as void
  const held = new Promise<void>(done => {
    release = done
  })
  await page.route(
    '**/applications/ipp/*/flags',
    async route => {
      await held
      await route.continue()
    },
    { times: 1 },
  )
  const flag = page.getByRole('checkbox', { name: 'ID verified' })
  await expect(flag).not.toBeChecked()
  await flag.click()
  await colleague.getByRole('checkbox', { name: 'Income verified' }).click()
  await expect(page.getByRole('checkbox', { name: 'Income verified' })).toBeChecked()
  release()
  await expect(page.getByText('A colleague changed this application meanwhile:')).toBeVisible()
  await expect(flag).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Income verified' })).toBeChecked()
  await page.getByRole('button', { name: 'Save mine on top' }).click()
  await expect(flag).toBeChecked()
  await expect(colleague.getByRole('checkbox', { name: 'ID verified' })).toBeChecked()
  expect(await applicationOf(page, 'ipp', id)).toMatchObject({
    verification_flags: { id_verified: true, income_verified: true },
  })
  await expect(history.nth(0)).toContainText(/ID verified: set.*Amina/)
  await expect(history.nth(1)).toContainText(/Income verified: set.*Brian/)
  await flag.click()
  await expect(history.nth(0)).toContainText(/ID verified: taken back.*Amina/)
})

test('[GEN-11 APPD-05 APPD-11 APPD-12 APPD-13 DATA-35 ERR-21 Q-030 Q-048 Q-130] documents open and are had; notes are added once, kept while written, refused when blank; the checklist leads to its fields', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const all = await wholeApplications(page, 'ipp')
  const ready = (type: RegExp) =>
    all.find(one => one.attachments.some(({ state, mime_type }) => state === 'ready' && type.test(mime_type)))
  const withPicture = ready(/^image\//)
  const withPaper = ready(/pdf/)
  if (withPicture === undefined || withPaper === undefined) throw new Error('The demo lacks documents')

  for (const [one, kind, magic] of [
    [withPicture, /^image\//, /^(89504e47|ffd8ff|52494646)/],
    [withPaper, /pdf/, /^25504446/],
  ] as const) {
    await page.goto(`/applications/${one.id}?tab=documents`)
    const file = one.attachments.find(({ mime_type }) => kind.test(mime_type))
    const card = page
      .getByRole('list', { name: 'Documents' })
      .getByRole('listitem')
      .filter({ hasText: file?.name ?? '' })
    await expect(card.getByRole('heading')).toHaveText(/document|proof|report/i)
    await expect(card).toContainText(/\d (B|KB|MB)/)
    const url = await card.getByRole('link', { name: /^Download / }).getAttribute('href')
    const answer = await page.evaluate(async address => {
      const response = await fetch(address)
      const bytes = new Uint8Array(await response.arrayBuffer()).slice(0, 4)
      const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
      return { status: response.status, type: response.headers.get('content-type') ?? '', hex }
    }, url ?? '')
    expect(answer).toMatchObject({
      status: 200,
      type: expect.stringMatching(kind),
      hex: expect.stringMatching(magic),
    })
    const download = page.waitForEvent('download')
    await card.getByRole('link', { name: /^Download / }).click()
    expect((await download).suggestedFilename()).toBe(file?.name)
  }
  await page.goto(`/applications/${withPicture.id}?tab=documents`)
  const picture = page.getByRole('list', { name: 'Documents' }).locator('img').first()
  await expect
    .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  const open = page.getByRole('link', { name: /^Open / }).first()
  await expect(open).toHaveAttribute('target', '_blank')
  const shown = await page.request.get((await open.getAttribute('href')) ?? '')
  expect(shown.headers()).toMatchObject({
    'content-type': expect.stringMatching(/^image\//),
    'content-disposition': expect.stringMatching(/^inline/),
  })
  await expectNoViolation(page)

  // A problem leads to its field, also from another tab.
  const checks = page.getByRole('region', { name: /^Before it can be approved/ })
  const problem = checks.getByRole('button', { name: /received$/ }).first()
  await problem.click()
  await expect(page.locator('[data-field^="attachments"]:focus')).toHaveCount(1)
  const sharing = checks.getByRole('button', { name: /add up to|has no|No beneficiary/ }).first()
  await sharing.click()
  await expect(tab(page, 'Application Details')).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('[data-field^="beneficiaries"]:focus')).toHaveCount(1)

  // Notes: blank, kept over a reload, failed and tried again, once.
  await tab(page, /^Notes/).click()
  const add = page.getByRole('button', { name: 'Add Note' })
  const words = page.getByLabel('New note')
  await words.fill('   ')
  await add.click()
  await expect(page.getByText('Write something first: a note cannot be blank')).toBeVisible()
  await words.fill('Called about the payslip')
  await expectKept(page, 'Called about the payslip')
  await page.reload()
  await expect(words).toHaveValue('Called about the payslip')
  let release = () => undefined as void
  const held = new Promise<void>(done => {
    release = done
  })
  await page.route(
    '**/applications/ipp/*/notes',
    async route => {
      await held
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await add.click()
  await expect(add).toBeDisabled()
  release()
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to add note: The server could not be reached. Try again.',
  )
  await expect(words).toHaveValue('Called about the payslip')
  await add.click()
  await expect(words).toHaveValue('')
  const notes = page.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(notes.filter({ hasText: 'Called about the payslip' })).toHaveCount(1)
  await expect(notes.first()).toContainText('Amina')
  await expectNoViolation(page)
  const stored = (await applicationOf(page, 'ipp', withPicture.id)).notes
  expect(stored.filter(({ content }) => content === 'Called about the payslip')).toHaveLength(1)
})

test('[ERR-21 Q-048] a list, a detail or a status that fails says so beside it, and is tried again; a long list is paged and does not jump', async ({
  openAs,
}) => {
  const page = await openAs('agent')
  const { id } = await withStatus(page, 'lib', 'SUBMITTED')
  const broken = { status: 500, json: { detail: 'Broken', code: 'server.failed' } }
  await page.route('**/api/v1/applications/lib?*', route => route.fulfill(broken))
  await page.goto('/lib-applications')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch applications')
  await expectNoViolation(page)
  await page.unroute('**/api/v1/applications/lib?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(listRows(page).first()).toBeVisible()

  // Hundreds of rows, page by page; what leaves the list above moves nothing that is being read.
  const first = await withStatus(page, 'lib', 'SUBMITTED', 1)
  const longest = 450
  let rows = Array.from({ length: longest }, (_, at) =>
    at === 0
      ? first
      : {
          ...first,
          id: String(900_000 + at),
          customer: { ...first.customer, name: `Long ${at}` },
          submission_date: new Date(Date.parse(first.submission_date ?? '') - at * 60_000).toISOString(),
        },
  )
  await page.route('**/api/v1/applications/lib?*', async route => {
    const url = new URL(route.request().url())
    const after = url.searchParams.get('after')
    // The server knows nothing of these rows.
    url.searchParams.delete('after')
    const from = after === null ? 0 : rows.findIndex(row => row.id === after) + 1
    const response = await route.fetch({ url: url.href })
    const headers = { ...response.headers(), 'parley-counts': JSON.stringify({ SUBMITTED: rows.length }) }
    await route.fulfill({ response, headers, json: rows.slice(from, from + 200) })
  })
  await page.goto('/lib-applications?status=submitted')
  await listRows(page).first().focus()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.getByText(`Long ${longest - 1}`, { exact: true })).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(longest + 1))
  await page.getByRole('grid').evaluate(grid => grid.scrollTo(0, 100 * 56))
  const read = page.getByText('Long 103', { exact: true })
  await expect(read).toBeInViewport()
  const before = await read.boundingBox()
  rows = rows.slice(1)
  await page.evaluate(async url => {
    await fetch(url, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${localStorage.getItem('token')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ status: 'REJECTED' }),
    })
  }, `/api/v1/applications/lib/${first.id}/status`)
  await expect(tab(page, /^Submitted/)).toHaveText(`Submitted${longest - 1}`)
  expect((await read.boundingBox())?.y).toBe(before?.y)
  await page.unroute('**/api/v1/applications/lib?*')

  await page.route(`**/api/v1/applications/lib/${id}`, route => route.fulfill(broken))
  await page.goto(`/lib-applications/${id}`)
  await expect(page.getByRole('alert')).toContainText('Failed to fetch application details')
  await page.unroute(`**/api/v1/applications/lib/${id}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(statusBadge(page)).toHaveText('Submitted')

  await page.route('**/applications/lib/*/status', route => route.abort(), { times: 1 })
  const dialog = await chooseStatus(page, 'Pending documents')
  await dialog.getByLabel('Notes').fill('Payslip is missing')
  await dialog.getByRole('button', { name: 'Update Status' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Failed to update application status: The server could not be reached. Try again.',
  )
  await expect(dialog.getByLabel('Notes')).toHaveValue('Payslip is missing')
  // What is begun outlives the window.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Update Status' }).click()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Payslip is missing')
  await dialog.getByRole('button', { name: 'Update Status' }).click()
  await expect(statusBadge(page)).toHaveText('Pending documents')
})

test('[CDET-15 CDET-16 CDET-17 CDET-24 Q-059 Q-131] the conversation lists the customer’s applications of both kinds, live, alone in failing; the customer is asked for what is missing by a draft', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  // Of what a document alone is missing, nothing is asked for in words.
  const ipp = (await wholeApplications(page, 'ipp')).find(
    ({ status, form_data: { beneficiaries } }) =>
      status === 'PENDING_DOCUMENTS' &&
      beneficiaries.reduce((sum, { percentage }) => sum + (percentage ?? 0), 0) !== 100,
  )
  if (ipp === undefined) throw new Error('The demo has none that waits for documents and does not add up')
  await writesAgain(parley, page, ipp.conversation_id)
  const calls: string[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.pathname.includes('/applications/'))
      calls.push(`${url.pathname}${url.searchParams.get('conversation_id')}`)
  })
  await askApart(page)
  await page.route('**/api/v1/applications/lib?*', route =>
    route.fulfill({ status: 500, json: { detail: 'Broken', code: 'server.failed' } }),
  )
  await openThread(page, ipp.conversation_id)
  const own = await applicationsOf(page, 'ipp', `&conversation_id=${ipp.conversation_id}`)
  const linked = page.getByRole('region', { name: `IPP applications (${own.length})` })
  const link = linked.getByRole('link', { name: `IPP-${ipp.id}` })
  await expect(link).toHaveAttribute('href', `/applications/${ipp.id}`)
  await expect(linked).toContainText('Pending documents')
  const other = page.getByRole('region', { name: /^LIB Flex applications/ })
  await expect(other.getByRole('alert')).toContainText('Failed to fetch applications')
  await expect(box(page)).toBeEnabled()
  await page.unroute('**/api/v1/applications/lib?*')
  await other.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: /^LIB Flex applications \(\d+\)/ })).toBeVisible()
  expect(calls).toContain(`/api/v1/applications/ipp${ipp.conversation_id}`)
  expect(calls).toContain(`/api/v1/applications/lib${ipp.conversation_id}`)
  await expectNoViolation(page)

  const colleague = await openAs('brian')
  await colleague.goto(`/applications/${ipp.id}`)
  const dialog = await chooseStatus(colleague, 'Under review')
  await dialog.getByRole('button', { name: 'Update Status' }).click()
  await expect(linked).toContainText('Under review')

  await link.click()
  await page.getByRole('button', { name: /^Ask the customer for th/ }).click()
  await expect(page).toHaveURL(`/conversations/${ipp.conversation_id}`)
  await expect(box(page)).toHaveValue(
    new RegExp(`go on with your application IPP-${ipp.id} we need from you:`),
  )

  // LIB Flex ones are counted too, and each leads to its own screen.
  const [lib] = await applicationsOf(page, 'lib')
  const theirs = await applicationsOf(page, 'lib', `&conversation_id=${lib?.conversation_id}`)
  await openThread(page, lib?.conversation_id ?? '')
  const flex = page.getByRole('region', { name: `LIB Flex applications (${theirs.length})` })
  await expect(flex.getByRole('link', { name: /^LIB-/ })).toHaveCount(theirs.length)
  await flex.getByRole('link', { name: `LIB-${lib?.id}` }).click()
  await expect(page).toHaveURL(`/lib-applications/${lib?.id}`)
})

test('[ROUTE-06 APPL-12 APPD-05 Q-054] on a phone both lists and a detail fit, and are reached from the navigation', async ({
  openAs,
}) => {
  const page = await openAs('agent', '/conversations')
  const { id } = await withStatus(page, 'ipp', 'UNDER_REVIEW')
  await page.setViewportSize({ width: 390, height: 844 })
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'LIB Flex Applications' })
    .click()
  const fits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expect(listRows(page).first()).toBeVisible()
  await fits()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'IPP Applications' }).click()
  await expect(listRows(page).first()).toBeVisible()
  await expectAccessible(page)
  for (const part of ['details', 'documents', 'history', 'notes']) {
    await page.goto(`/applications/${id}?tab=${part}`)
    await expect(statusBadge(page)).toBeVisible()
    await fits()
    if (part !== 'history') await expectNoViolation(page)
  }
  // The notes keep the page's margin on both sides.
  const box = await page.getByRole('tabpanel').locator('textarea').boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(12)
  expect((box?.x ?? 0) + (box?.width ?? 390)).toBeLessThanOrEqual(378)
})

test('an application list that has nothing yet says so, and blames no filter', async ({ openAs }) => {
  const page = await openAs('agent')
  await page.route('**/api/v1/applications/ipp?**', route => route.fulfill({ json: [] }))
  await page.goto('/applications')
  await expect(page.getByText('No applications yet', { exact: true })).toBeVisible()
  await expect(page.getByText('Try changing your search or filter criteria.')).toHaveCount(0)
})
