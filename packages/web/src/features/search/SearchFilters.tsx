import { conversationStatuses } from '@parley/core/conversations/constants'
import { namesApart, statusLabel } from '@parley/core/conversations/rules'
import { messageWriters } from '@parley/core/search/constants'
import { addDays, dayOf } from '@parley/core/text/days'
import { t } from '@parley/core/text/translate'
import { useAgents } from '../../data/agents/queries.ts'
import type { SearchFilter } from '../../data/search/search.ts'
import { DateRange, type TypedDates } from '../../ui/fields/DateRange.tsx'
import { anyChoice, FilterSelect } from '../../ui/fields/Select.tsx'
import { HStack } from '../../ui/layout/Layout.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import styles from './search.module.css'

interface SearchFiltersProps {
  readonly params: URLSearchParams
  readonly onChange: (changes: Partial<Readonly<Record<FilterName, string | null>>>) => void
}

const statusChoices = [
  { value: anyChoice, label: t('Any') },
  ...conversationStatuses.map(status => ({ value: status, label: statusLabel(status) })),
]

/** What narrows a search; each stands in the address. */
export function SearchFilters({ params, onChange }: SearchFiltersProps) {
  const { agents, state } = useAgents()
  const date = dateOf(params)
  const nameOf = namesApart(agents)
  const agentChoices = [
    { value: anyChoice, label: t('Anyone') },
    { value: 'none', label: t('Unassigned') },
    ...(state === 'ready' ? agents.map(agent => ({ value: agent.id, label: nameOf(agent) })) : []),
  ]
  const days: TypedDates = { from: params.get('from') ?? '', to: params.get('to') ?? '' }
  const isWrong = days.from !== '' && days.to !== '' && days.from > days.to
  const isSet = filterNames.some(name => params.has(name))
  const choice = (label: string, name: FilterName, choices: readonly { value: string; label: string }[]) => (
    <FilterSelect
      label={label}
      value={params.get(name) ?? anyChoice}
      choices={choices}
      onChange={next => onChange({ [name]: next })}
    />
  )
  return (
    <HStack gap={2} wrap role="group" aria-label={t('Filters')}>
      <FilterSelect
        label={t('Date')}
        value={date}
        choices={dateChoices}
        onChange={next => onChange({ date: next, from: null, to: null })}
      />
      {date === 'days' && (
        <DateRange
          label={t('Days')}
          value={days}
          onChange={({ from, to }) => onChange({ from, to })}
          ordered
          problem={isWrong ? t('The first day is after the last') : null}
        />
      )}
      {choice(t('Agent'), 'agent', agentChoices)}
      {choice(t('Status'), 'status', statusChoices)}
      {choice(t('Written by'), 'by', writerChoices)}
      {isSet && (
        <TextButton
          size="meta"
          className={styles.clear}
          onClick={() => onChange(Object.fromEntries(filterNames.map(name => [name, null])))}
        >
          {t('Clear filters')}
        </TextButton>
      )}
    </HStack>
  )
}

/** Of which days: all, the last so many, or between two that stand in the address. */
const dateChoices = [
  { value: 'any', label: t('Any time') },
  { value: '7', label: t('Last 7 days') },
  { value: '30', label: t('Last 30 days') },
  { value: '90', label: t('Last 90 days') },
  { value: '365', label: t('Last year') },
  { value: 'days', label: t('Between two days') },
] as const

const writerChoices = [
  { value: 'any', label: t('Anyone') },
  { value: 'CUSTOMER', label: t('Customer') },
  { value: 'AGENT', label: t('Agents') },
  { value: 'BOT', label: t('Bot') },
] as const

/** The names of the filters in the address. */
const filterNames = ['date', 'from', 'to', 'agent', 'status', 'by'] as const
type FilterName = (typeof filterNames)[number]

const dateOf = (params: URLSearchParams) =>
  dateChoices.find(({ value }) => value === params.get('date'))?.value ?? anyChoice
const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** The search that an address names; what it says wrongly narrows nothing. */
export function filterOf(params: URLSearchParams, timeZone: string, now: Date): SearchFilter {
  const date = dateOf(params)
  const [from, to] = [params.get('from'), params.get('to')]
  const today = dayOf(now, timeZone)
  const isSpan = date !== 'any' && date !== 'days'
  return {
    text: (params.get('q') ?? '').trim(),
    timeZone,
    from: isSpan ? addDays(today, 1 - Number(date)) : date === 'days' && isDay(from) ? from : undefined,
    to: date === 'days' && isDay(to) ? to : undefined,
    agent: params.get('agent') ?? undefined,
    status: conversationStatuses.find(status => status === params.get('status')),
    writtenBy: messageWriters.find(writer => writer === params.get('by')),
  }
}
