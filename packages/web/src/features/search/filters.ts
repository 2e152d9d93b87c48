import { t } from '@parley/core/text/translate'
import type { ConversationStatus } from '@parley/core/conversations/api'
import { addDays, dayOf } from '@parley/core/text/days'
import { conversationStatuses } from '@parley/core/conversations/constants'
import { type MessageWriter, messageWriters } from '@parley/core/search/constants'
import type { SearchFilter } from '../../data/search/search.ts'

/** Of which days: all, the last so many, or between two that stand in the address. */
export const dateChoices = [
  { value: 'any', label: t('Any time') },
  { value: '7', label: t('Last 7 days') },
  { value: '30', label: t('Last 30 days') },
  { value: '90', label: t('Last 90 days') },
  { value: '365', label: t('Last year') },
  { value: 'days', label: t('Between two days') },
] as const
export type DateChoice = (typeof dateChoices)[number]['value']

export const writerChoices = [
  { value: 'any', label: t('Anyone') },
  { value: 'CUSTOMER', label: t('Customer') },
  { value: 'AGENT', label: t('Agents') },
  { value: 'BOT', label: t('Bot') },
] as const

/** The names of the filters in the address. */
export const filterNames = ['date', 'from', 'to', 'agent', 'status', 'by'] as const
export type FilterName = (typeof filterNames)[number]

export const isDateChoice = (text: string | null): text is DateChoice =>
  dateChoices.some(({ value }) => value === text)
const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
const isStatus = (text: string | null): text is ConversationStatus =>
  conversationStatuses.some(status => status === text)
const isWriter = (text: string | null): text is MessageWriter =>
  messageWriters.some(writer => writer === text)

/** The search that an address names; what it says wrongly narrows nothing. */
export function filterOf(params: URLSearchParams, timeZone: string, now: Date): SearchFilter {
  const [date, from, to] = [params.get('date'), params.get('from'), params.get('to')]
  const [status, by] = [params.get('status'), params.get('by')]
  const today = dayOf(now, timeZone)
  const isSpan = isDateChoice(date) && date !== 'any' && date !== 'days'
  return {
    text: (params.get('q') ?? '').trim(),
    timeZone,
    from: isSpan ? addDays(today, 1 - Number(date)) : date === 'days' && isDay(from) ? from : undefined,
    to: date === 'days' && isDay(to) ? to : undefined,
    agent: params.get('agent') ?? undefined,
    status: isStatus(status) ? status : undefined,
    writtenBy: isWriter(by) ? by : undefined,
  }
}
