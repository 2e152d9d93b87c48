import { t } from '@parley/core/text/translate'
import type {
  ApplicationKind,
  ApplicationRange,
  ApplicationRowEntity,
  ApplicationStatus,
} from '@parley/core/applications/application'
import { type ApplicationFilter, applicationTabs } from '@parley/core/applications/rules'
import { applicationRanges, applicationStatuses } from '@parley/core/applications/constants'

/** Where the screens of each kind are. */
export const applicationsPath: Readonly<Record<ApplicationKind, string>> = {
  ipp: '/applications',
  lib: '/lib-applications',
}

/** Where one of them is. */
export const applicationPath = ({ kind, id }: Pick<ApplicationRowEntity, 'kind' | 'id'>): string =>
  `${applicationsPath[kind]}/${encodeURIComponent(id)}`

/** The titles of the lists. */
export const listTitles: Readonly<Record<ApplicationKind, string>> = {
  ipp: t('IPP Application Forms'),
  lib: t('LIB Flex Maisha Applications'),
}

/** A tab of a list; "ALL" is no filter. */
type ApplicationTab = 'ALL' | ApplicationStatus

const tabLabels: Readonly<Record<ApplicationTab, string>> = {
  ALL: t('All'),
  SUBMITTED: t('Submitted'),
  PENDING_DOCUMENTS: t('Pending Docs'),
  UNDER_REVIEW: t('Under Review'),
  APPROVED: t('Approved'),
  DRAFT: t('Draft'),
  REJECTED: t('Rejected'),
}

interface ListTab {
  readonly value: ApplicationTab
  readonly label: string
}

/** The tabs in their order (APPL-03). A status without one has one as long as the list is narrowed to it. */
export function listTabs(status: ApplicationStatus | undefined): readonly ListTab[] {
  const own = applicationTabs.map((tab): ApplicationTab => tab ?? 'ALL')
  const values = status === undefined || own.includes(status) ? own : [...own, status]
  return values.map(value => ({ value, label: tabLabels[value] }))
}

/** The statuses that have no tab of their own (APPL-04), and "ALL" for none of them. */
export const otherStatuses = (counts: StatusCounts | null): readonly ListTab[] => [
  { value: 'ALL', label: t('Other statuses') },
  ...(['DRAFT', 'REJECTED'] as const).map(value => ({
    value,
    label: counts === null ? tabLabels[value] : `${tabLabels[value]} (${tabCount(counts, value)})`,
  })),
]

type StatusCounts = Readonly<Partial<Record<ApplicationStatus, number>>>

/** A choice of the date range; "ALL" is no filter. */
type RangeChoice = 'ALL' | ApplicationRange

/** The ranges in their order. Their names are not quite what they mean, so a tooltip says it. */
export const rangeChoices: readonly { value: RangeChoice; label: string; hint: string }[] = [
  { value: 'ALL', label: t('All Time'), hint: t('whenever they were submitted') },
  { value: 'TODAY', label: t('Today'), hint: t('submitted on this calendar day') },
  { value: 'WEEK', label: t('This Week'), hint: t('last 7 days') },
  { value: 'MONTH', label: t('This Month'), hint: t('last month') },
]

/** The filter that an address asks for (?status=…&range=…&search=…&order=oldest); what is not understood is left out. */
export function filterFrom(params: URLSearchParams): ApplicationFilter {
  const wanted = params.get('status')?.toUpperCase()
  const status = applicationStatuses.find(one => one === wanted)
  const range = applicationRanges.find(one => one === params.get('range')?.toUpperCase())
  const search = params.get('search')?.trim()
  const order = params.get('order')
  return {
    ...(status && { status }),
    ...(range && { range }),
    ...(search && { search }),
    ...(order === 'oldest' && { order }),
  }
}

/** The address's parameters with one of them changed; an empty value, the choice of all, or the usual order takes it out. */
export function withParam(
  params: URLSearchParams,
  name: 'status' | 'range' | 'search' | 'order',
  value: string,
): URLSearchParams {
  const changed = new URLSearchParams(params)
  const usual = { status: 'ALL', range: 'ALL', search: '', order: 'newest' }[name]
  if (value === '' || value === usual) changed.delete(name)
  else changed.set(name, name === 'search' ? value : value.toLowerCase())
  return changed
}

/** How many stand under a tab; undefined while it is not known. */
export function tabCount(counts: StatusCounts | null, tab: ApplicationTab): number | undefined {
  if (counts === null) return undefined
  if (tab === 'ALL') return Object.values(counts).reduce((sum, count) => sum + count, 0)
  return counts[tab] ?? 0
}
