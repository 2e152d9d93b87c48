import { ippOf, libOf } from '@parley/core/application.fixture'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { applicationRows as rows, serveApplications } from '../../../test/applications.ts'
import { openConsole } from '../../../test/console.tsx'
import { address, focusOn, navigation } from '../../../test/screen.ts'
import type { FakeApi } from '../../../test/fake-api.ts'
import { textsOf } from '../../../test/figures.ts'

const statuses = ['SUBMITTED', 'SUBMITTED', 'PENDING_DOCUMENTS', 'UNDER_REVIEW', 'APPROVED', 'DRAFT'] as const
const named = (at: number) => ({
  name: `Customer ${at}`,
  phone_number: `+25670000000${at}`,
  email: null,
  id_number: `CM${at}`,
})
/** Six of a kind, one customer each. */
const six = {
  ipp: statuses.map((status, at) => ippOf(2200 + at, { status, customer: named(at) })),
  lib: statuses.map((status, at) => libOf(3200 + at, { status, customer: named(at) })),
}
const kinds = [
  {
    kind: 'ipp',
    call: 'ippApplications',
    path: '/applications',
    link: 'IPP Applications',
    title: 'IPP Application Forms',
    column: 'Form Type',
    form: 'Individual Pension PlanIPP',
    id: '2200',
  },
  {
    kind: 'lib',
    call: 'libApplications',
    path: '/lib-applications',
    link: 'LIB Flex Applications',
    title: 'LIB Flex Maisha Applications',
    column: 'Policy Type',
    form: 'FamilyLIB Flex Maisha',
    id: '3200',
  },
] as const

const tab = (name: RegExp) => page.getByRole('tab', { name })
const search = () => page.getByRole('searchbox', { name: 'Search applications' })
const range = () => page.getByRole('combobox', { name: /^Date range/ })
const cells = (row: number) => rows().nth(row).getByRole('gridcell')
const count = () => expect.poll(() => rows().elements().length)

test.each(kinds)(
  '[ROUTE-06 ROUTE-08 APPL-01 APPL-02 APPL-03 GEN-07] $link: reached from the navigation, loading, with its titles, tabs and columns',
  async ({ kind, call, path, link, title, column }) => {
    let release: (() => void) | undefined
    await openConsole('/tickets', {
      given: api => {
        serveApplications(api, six[kind])
        release = api.hold(call)
      },
    })
    await navigation().getByRole('link', { name: link }).click()
    await expect.element(page.getByText('Loading applications...', { exact: true })).toBeVisible()
    expect(address()).toBe(path)
    release?.()
    await expect.element(page.getByRole('heading', { name: link, level: 1 })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
    await expect
      .poll(() => textsOf(page.getByRole('grid', { name: title }).getByRole('columnheader')))
      .toEqual(['Customer', column, 'Status', 'Submission Date', 'Actions'])
    expect(textsOf(page.getByRole('tab'))).toEqual([
      'All6',
      'Submitted2',
      'Pending Docs1',
      'Under Review1',
      'Approved1',
    ])
    await expectAccessible()
  },
)

test.each(kinds)(
  '[APPL-10 APPL-11 APPL-12 APPL-13 APPL-14 APPL-15 Q-126] $link: a row says whose, which form, how it stands and since when, and leads to the application and the conversation',
  async ({ kind, path, form, id }) => {
    const [first, second] = six[kind]
    if (first === undefined || second === undefined) throw new Error('There are six')
    await openConsole(path, {
      given: api => serveApplications(api, [first, { ...second, status: 'DRAFT', submission_date: null }]),
    })
    await count().toBe(2)
    await expect.element(cells(0).nth(0)).toHaveTextContent(/Customer 0\s*\+256 700 000 000$/)
    expect(textsOf(cells(0)).slice(1)).toEqual([form, 'Submitted', 'Mar 2, 2026', 'ViewChat'])
    expect(textsOf(cells(1)).slice(2, 4)).toEqual(['Draft', 'Not submitted'])
    await expect
      .element(
        rows()
          .nth(0)
          .getByRole('link', { name: /^View / }),
      )
      .toHaveAttribute('href', `${path}/${id}`)
    await expect
      .element(
        rows()
          .nth(0)
          .getByRole('link', { name: /^Chat / }),
      )
      .toHaveAttribute('href', '/conversations/1')
  },
)

test.each(kinds)('[APPL-04] $link: a tab narrows the list to its status', async ({ kind, path }) => {
  await openConsole(path, { given: api => serveApplications(api, six[kind]) })
  await count().toBe(6)
  await tab(/^Approved/).click()
  await expect.poll(address).toBe(`${path}?status=approved`)
  await count().toBe(1)
  await expect.element(cells(0).nth(0)).toHaveTextContent('Customer 4')
  await tab(/^All/).click()
  await expect.poll(address).toBe(path)
  await count().toBe(6)
})

test.each(kinds)(
  '[Q-436] $link: a press on Submission Date brings the oldest first, and another one the newest',
  async ({ kind, path }) => {
    await openConsole(path, { given: api => serveApplications(api, six[kind]) })
    await count().toBe(6)
    const title = page.getByRole('columnheader', { name: 'Submission Date' })
    await title.getByRole('button').click()
    await expect.element(cells(0).nth(0)).toHaveTextContent('Customer 5')
    await expect.element(title).toHaveAttribute('aria-sort', 'ascending')
    await expect.element(title.getByRole('button')).toHaveFocus()
    expect(address()).toBe(`${path}?order=oldest`)
    await title.getByRole('button').click()
    await expect.element(cells(0).nth(0)).toHaveTextContent('Customer 0')
    expect(address()).toBe(path)
  },
)

test.each(kinds)(
  '[APPL-05] $link: of the date ranges each is named, and the chosen one is asked for in the viewer’s zone',
  async ({ kind, call, path }) => {
    const api = await openConsole(path, { given: one => serveApplications(one, six[kind]) })
    await range().click()
    await expect
      .poll(() => textsOf(page.getByRole('option')))
      .toEqual(['All Time', 'Today', 'This Week', 'This Month'])
    for (const [name, title] of [
      ['This Week', 'last 7 days'],
      ['This Month', 'last month'],
    ] as const)
      await expect.element(page.getByRole('option', { name })).toHaveAttribute('title', title)
    await page.getByRole('option', { name: 'This Month' }).click()
    await expect.poll(address).toBe(`${path}?range=month`)
    await expect.element(range()).toHaveTextContent('This Month')
    await expect
      .poll(() => api.askedFor(call).at(-1)?.query)
      .toMatchObject({ range: 'MONTH', time_zone: 'Africa/Kampala' })
  },
)

test.each(kinds)(
  '[APPL-05 APPL-09 APPL-16 Q-054] $link: the filters stand in the address, and Back from an application returns to them',
  async ({ kind, call, path, id }) => {
    const api = await openConsole(`${path}?range=month&search=CUSTOMER+0`, {
      given: one => serveApplications(one, six[kind]),
    })
    await count().toBe(1)
    await expect.element(search()).toHaveValue('CUSTOMER 0')
    await expect.element(range()).toHaveTextContent('This Month')
    focusOn(rows().nth(0))
    await expect.element(rows().nth(0)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`${path}/${id}`)
    history.back()
    await expect.element(search()).toHaveValue('CUSTOMER 0')
    await count().toBe(1)
    expect(api.askedFor(call).at(-1)?.query).toMatchObject({ range: 'MONTH', search: 'CUSTOMER 0' })
  },
)

test.each(kinds)(
  '[APPL-09 APPL-16] $link: what is typed is searched for as it is, and where nothing fits the list says so',
  async ({ kind, call, path }) => {
    const api = await openConsole(path, { given: one => serveApplications(one, six[kind]) })
    await count().toBe(6)
    await expect.element(search()).toHaveAttribute('placeholder', 'Search applications...')
    await search().fill('Customer 3')
    await expect.poll(address).toBe(`${path}?search=Customer+3`)
    await count().toBe(1)
    await expect.element(cells(0).nth(0)).toHaveTextContent('Customer 3')
    await search().fill('nobody of this name')
    await expect.element(page.getByText('No applications found', { exact: true })).toBeVisible()
    await expect
      .element(page.getByText('Try changing your search or filter criteria.', { exact: true }))
      .toBeVisible()
    expect(api.askedFor(call).at(-1)?.query.search).toBe('nobody of this name')
    await expectAccessible()
  },
)

test('an application list that has nothing yet says so, and blames no filter', async () => {
  await openConsole('/applications')
  await expect.element(page.getByText('No applications yet', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Try changing your search or filter criteria.')).not.toBeInTheDocument()
})

test('[ERR-21 Q-048] a list that fails says so in its place, and is tried again', async () => {
  // What failed is asked for again every 10 seconds: here only Retry does it.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const api = await openConsole('/lib-applications', { given: one => one.fail('libApplications') })
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to fetch applications')
  await expectAccessible()
  serveApplications(api, six.lib)
  await page.getByRole('button', { name: 'Retry' }).click()
  await count().toBe(6)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

const longest = 450
const long = Array.from({ length: longest }, (_, at) =>
  libOf(900_000 + at, {
    customer: { ...named(0), name: `Long ${at}` },
    submission_date: new Date(Date.UTC(2026, 2, 2, 8) - at * 60_000).toISOString(),
  }),
)

/** The server has these, and gives them page by page. */
function servePages(api: FakeApi, all: typeof long): void {
  const pageOf = (after: string | undefined) => {
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
    return all.slice(from, from + 200)
  }
  const counts = { SUBMITTED: all.length }
  api.answer('libApplications', ({ query }) => pageOf(query.after), { counts, total: all.length })
}

test('[Q-048] a long list is paged, and what leaves it above moves nothing that is being read', async () => {
  const api = await openConsole('/lib-applications?status=submitted', {
    given: one => servePages(one, long),
  })
  const grid = () => page.getByRole('grid')
  await expect.element(page.getByText('Long 0', { exact: true })).toBeVisible()
  await expect.element(grid()).toHaveAttribute('aria-rowcount', String(longest + 1))
  const last = page.getByText(`Long ${longest - 1}`, { exact: true })
  await expect
    .poll(() => {
      grid().element().scrollTo(0, grid().element().scrollHeight)
      return last.query() !== null
    })
    .toBe(true)
  grid()
    .element()
    .scrollTo(0, 100 * 56)
  const read = page.getByText('Long 103', { exact: true })
  await expect.element(read).toBeInViewport()
  const before = read.element().getBoundingClientRect().y
  servePages(api, long.slice(1))
  api.publish({ event: 'application', data: { kind: 'lib', id: '900000', conversation_id: '1' } })
  await expect.element(tab(/^Submitted/)).toHaveTextContent(`Submitted${longest - 1}`)
  await expect.element(grid()).toHaveAttribute('aria-rowcount', String(longest))
  await expect.poll(() => read.element().getBoundingClientRect().y).toBe(before)
})

test('[ROUTE-06 APPL-12 Q-054] on a phone both lists fit, and are reached from the navigation', async () => {
  await openConsole('/tickets', {
    size: [390, 844],
    given: api => serveApplications(api, [...six.ipp, ...six.lib]),
  })
  for (const { link, path } of kinds) {
    await navigation().getByRole('link', { name: link }).click()
    await expect.poll(address).toBe(path)
    await count().toBe(6)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectAccessible()
  }
})
