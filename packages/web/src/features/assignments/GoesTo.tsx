import { loadLabel, statusWord } from '@parley/core/agents/rules'
import { assigneeWarnings } from '@parley/core/assignments/rules'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import { t } from '@parley/core/text/translate'
import type { GoesTo as Place } from '@parley/core/work/rules'
import type { AgentList } from '../../data/agents/queries.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { type AgentChoice, agentChoices } from './agent-choices.tsx'
import styles from './assignments.module.css'

/** Nothing was chosen: the field says the default, which is no entry of the list. */
const unsaid = 'default'

interface GoesToProps {
  readonly row: ConversationEntity
  /** Null: nothing was chosen. */
  readonly chosen: Place | null
  /** Where it goes when the viewer goes offline, unless something is chosen. */
  readonly fallback: Place
  readonly onChange: (to: Place) => void
  readonly agents: AgentList
  readonly viewer: { readonly id: string; readonly name: string }
  /** How many conversations go to each agent, this one among them. */
  readonly planned: ReadonlyMap<string, number>
  readonly disabled: boolean
}

/** Who gets a conversation at the end of a shift: nobody else, the queue, or a colleague, by the rules of assigning. */
export function GoesTo(props: GoesToProps) {
  const { row, chosen: said, fallback, onChange, agents, viewer, planned, disabled } = props
  const now = useNow()
  const choices = agentChoices(agents, row, viewer)
    .filter(({ isViewer, agent }) => !isViewer && !agent.placeholder)
    .toSorted((a, b) => Number(b.agent.is_online) - Number(a.agent.is_online))
  const value = said ?? row.offer?.agent_id ?? unsaid
  const chosen = choices.find(({ agent }) => agent.id === value)
  const before = chosen === undefined ? 0 : (planned.get(chosen.agent.id) ?? 1) - 1
  return (
    <Grid gap={1} flex="shrink" className={styles.place}>
      <Select
        label={t('Who gets {row}', { row: customerNameOf(row) })}
        labelHidden
        value={value}
        onChange={onChange}
        disabled={disabled}
        unchosen={fallback === 'none' ? t('Queue (default)') : t('Me (default)')}
        choices={[
          { value: 'keep', label: t('Me') },
          { value: 'none', label: t('Queue') },
          ...choices.map(choice => ({
            value: choice.agent.id,
            label: labelOf(choice),
            disabled: !choice.choosable,
          })),
          // Chosen before, and not in the list now.
          ...(['keep', 'none', unsaid].includes(value) || chosen !== undefined
            ? []
            : [{ value, label: t('An agent who has left'), disabled: true }]),
        ]}
        {...(chosen !== undefined && { shown: <bdi>{chosen.name}</bdi> })}
      />
      {chosen?.known === true &&
        assigneeWarnings(
          { ...chosen.agent, current_workload: chosen.agent.current_workload + before },
          false,
          now.getTime(),
        ).map(warning => (
          <Text as="p" key={warning} size="meta" tone="warn">
            {warning}
          </Text>
        ))}
    </Grid>
  )
}

/** "Carol · 2/5", and what there is to know: who is not there, who has no room, to whom it is offered already. */
function labelOf({ agent, name, known, mark }: AgentChoice): string {
  if (!known) return name
  const load = loadLabel(agent.availability_percentage)
  const facts = [
    name,
    `${agent.current_workload}/${agent.max_capacity}`,
    !agent.is_online && t(statusWord(agent)),
    load === 'Heavy Load' && t(load),
    mark && t(mark),
  ]
  return facts.filter(Boolean).join(' · ')
}
