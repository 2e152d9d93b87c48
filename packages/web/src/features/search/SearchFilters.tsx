import { t } from '@parley/core/text/translate'
import { conversationStatuses } from '@parley/core/conversations/constants'
import { namesApart, statusLabel } from '@parley/core/conversations/rules'
import { useAgents } from '../../data/agents/queries.ts'
import { DateRange, type TypedDates } from '../../ui/fields/DateRange.tsx'
import { anyChoice, FilterSelect } from '../../ui/fields/Select.tsx'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { dateChoices, type FilterName, filterNames, isDateChoice, writerChoices } from './filters.ts'
import styles from './search.module.css'

interface SearchFiltersProps {
  readonly params: URLSearchParams
  readonly onChange: (changes: Partial<Readonly<Record<FilterName, string | null>>>) => void
}

const statusChoices = [
  { value: anyChoice as string, label: t('Any') },
  ...conversationStatuses.map(status => ({ value: status as string, label: statusLabel(status) })),
]

/** What narrows a search; each stands in the address. */
export function SearchFilters({ params, onChange }: SearchFiltersProps) {
  const { agents, state } = useAgents()
  const named = params.get('date')
  const date = isDateChoice(named) ? named : anyChoice
  const nameOf = namesApart(agents)
  const agentChoices = [
    { value: anyChoice, label: t('Anyone') },
    { value: 'none', label: t('Unassigned') },
    ...(state === 'ready' ? agents.map(agent => ({ value: agent.id, label: nameOf(agent) })) : []),
  ]
  const days: TypedDates = { from: params.get('from') ?? '', to: params.get('to') ?? '' }
  const isWrong = days.from !== '' && days.to !== '' && days.from > days.to
  const isSet = filterNames.some(name => params.has(name))
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
      <FilterSelect
        label={t('Agent')}
        value={params.get('agent') ?? anyChoice}
        choices={agentChoices}
        onChange={agent => onChange({ agent })}
      />
      <FilterSelect
        label={t('Status')}
        value={params.get('status') ?? anyChoice}
        choices={statusChoices}
        onChange={status => onChange({ status })}
      />
      <FilterSelect
        label={t('Written by')}
        value={params.get('by') ?? anyChoice}
        choices={writerChoices}
        onChange={by => onChange({ by })}
      />
      {isSet && (
        <Text
          as="button"
          type="button"
          size="meta"
          tone="accent"
          className={styles.clear}
          onClick={() => onChange(Object.fromEntries(filterNames.map(name => [name, null])))}
        >
          {t('Clear filters')}
        </Text>
      )}
    </HStack>
  )
}
