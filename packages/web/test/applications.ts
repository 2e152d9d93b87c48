import type { ApplicationStatus, IppApplication, LibApplication } from '@parley/core/applications/application'
import { page } from 'vitest/browser'
import type { Asked, FakeApi } from './fake-api.ts'

/**
 * The server has these applications of one kind: all, those of a status, or with words in the customer's name; as they are
 * given, or turned round.
 */
export function serveApplications(api: FakeApi, all: readonly (IppApplication | LibApplication)[]): void {
  const counts: Partial<Record<ApplicationStatus, number>> = {}
  for (const { status } of all) counts[status] = (counts[status] ?? 0) + 1
  const matching = ({ status, search = '', order }: Asked<'ippApplications'>['query']) => {
    const found = all.filter(
      one =>
        (status ?? one.status) === one.status &&
        one.customer.name.toLowerCase().includes(search.toLowerCase()),
    )
    return order === 'oldest' ? found.toReversed() : found
  }
  api.answer('ippApplications', ({ query }) => matching(query).filter(one => one.kind === 'ipp'), { counts })
  api.answer('libApplications', ({ query }) => matching(query).filter(one => one.kind === 'lib'), { counts })
}

/** The rows of the list of applications without the header's. */
export const applicationRows = () =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })

/** How an opened application stands. */
export const statusBadge = () => page.getByRole('status', { name: 'Status', exact: true })
