import { t } from '@parley/core/text/translate'
import { namesApart } from '@parley/core/conversations/rules'
import type { TicketStatus } from '@parley/core/tickets/api'
import { ticketPriorities, ticketStatuses } from '@parley/core/tickets/constants'
import { countOfStatus, priorityLabel, ticketStatusLabel } from '@parley/core/tickets/rules'
import { useAgents } from '../../../data/agents/queries.ts'
import { anyChoice, FilterSelect } from '../../../ui/fields/Select.tsx'
import { HStack } from '../../../ui/layout/Layout.tsx'
import { type ListParam, usual } from './list-filter.ts'

interface TicketFiltersProps {
  readonly params: URLSearchParams
  readonly viewerId: string
  readonly counts: Readonly<Partial<Record<TicketStatus, number>>> | null
  readonly onChange: (name: ListParam, value: string) => void
}

const any = { value: anyChoice, label: t('Any') }
const priorityChoices = [
  any,
  ...ticketPriorities
    .toReversed()
    .map(priority => ({ value: priority.toLowerCase(), label: priorityLabel(priority) })),
]

/** What narrows the list of tickets; each stands in the address. */
export function TicketFilters({ params, viewerId, counts, onChange }: TicketFiltersProps) {
  const { agents, state } = useAgents()
  const counted = (label: string, count: number) => (counts === null ? label : `${label} (${count})`)
  const statusChoices = [
    { value: usual.status, label: counted(t('Open'), countOfStatus(counts ?? {}, 'OPEN')) },
    ...ticketStatuses.map(status => ({
      value: status.toLowerCase(),
      label: counted(ticketStatusLabel(status), counts?.[status] ?? 0),
    })),
    { ...any, label: counted(t('Any'), countOfStatus(counts ?? {}, undefined)) },
  ]
  const colleagues = agents.filter(({ id }) => id !== viewerId)
  const nameOf = namesApart(colleagues)
  const agentChoices = [
    { value: usual.agent, label: t('Me') },
    { value: anyChoice, label: t('Anyone') },
    { value: 'none', label: t('Unassigned') },
    ...(state === 'ready' ? colleagues.map(agent => ({ value: agent.id, label: nameOf(agent) })) : []),
  ]
  const set = (name: ListParam) => (value: string | null) => onChange(name, value ?? anyChoice)
  return (
    <HStack gap={2} wrap role="group" aria-label={t('Filters')}>
      <FilterSelect
        label={t('Assigned to')}
        value={params.get('agent') ?? usual.agent}
        choices={agentChoices}
        onChange={set('agent')}
      />
      <FilterSelect
        label={t('Status')}
        value={params.get('status') ?? usual.status}
        choices={statusChoices}
        onChange={set('status')}
      />
      <FilterSelect
        label={t('Priority')}
        value={params.get('priority') ?? anyChoice}
        choices={priorityChoices}
        onChange={set('priority')}
      />
    </HStack>
  )
}
