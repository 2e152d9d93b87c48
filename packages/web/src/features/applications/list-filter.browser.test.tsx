import { ippOf } from '@parley/core/application.fixture'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { textsOf } from '../../../test/figures.ts'

const statuses = ['SUBMITTED', 'UNDER_REVIEW', 'REJECTED', 'REJECTED', 'DRAFT'] as const
const all = statuses.map((status, at) => ippOf(2200 + at, { status }))

function given(api: FakeApi): void {
  const counts = { SUBMITTED: 1, UNDER_REVIEW: 1, REJECTED: 2, DRAFT: 1 }
  api.answer(
    'ippApplications',
    ({ query }) => all.filter(({ status }) => (query.status ?? status) === status),
    { counts },
  )
}

const tabs = () => page.getByRole('tab')
const tab = (name: RegExp) => page.getByRole('tab', { name })
const rows = () =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })

test('[Q-241 APPL-03 APPL-04] drafts and rejected applications are chosen beside the tabs, with their counts', async () => {
  await openConsole('/applications', { given })
  await expect.poll(() => tabs().elements().length).toBe(5)
  await expect.poll(() => rows().elements().length).toBe(5)
  await page.getByRole('combobox', { name: 'Other statuses' }).click()
  await expect
    .poll(() => textsOf(page.getByRole('option')))
    .toEqual(['Other statuses', 'Draft (1)', 'Rejected (2)'])
  await page.getByRole('option', { name: /^Rejected/ }).click()
  await expect.poll(() => location.search).toBe('?status=rejected')
  await expect.element(tab(/^Rejected/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(tab(/^Rejected/)).toHaveTextContent(/^Rejected2$/)
  await expect.poll(() => rows().elements().length).toBe(2)
  for (const row of rows().all()) await expect.element(row).toHaveTextContent('Rejected')
  await expectAccessible()
})

test('[Q-241 APPL-03 APPL-04] drafts are chosen by the address, with a tab as long as the list is narrowed to them', async () => {
  await openConsole('/applications?status=draft', { given })
  await expect.element(tab(/^Draft/)).toHaveTextContent(/^Draft1$/)
  await expect.poll(() => rows().elements().length).toBe(1)
  await expectAccessible()
  await tab(/^All/).click()
  await expect.poll(() => location.search).toBe('')
  await expect.poll(() => tabs().elements().length).toBe(5)
  await expect.poll(() => rows().elements().length).toBe(5)
})

test('[Q-241] on a phone the narrowed list fits', async () => {
  await openConsole('/applications?status=rejected', { given, size: [390, 844] })
  await expect.element(tab(/^Rejected/)).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => rows().elements().length).toBe(2)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})
