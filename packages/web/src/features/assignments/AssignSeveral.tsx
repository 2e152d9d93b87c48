import { t } from '@parley/core/text/translate'
import type { AgentEntity } from '@parley/core/agents/api'
import { ChevronDown, RotateCw, UserCheck } from 'lucide-react'
import { type AgentList, useAgents } from '../../data/agents/queries.ts'
import { useSession } from '../../data/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/overlays/Menu.tsx'
import { type AgentChoice, agentChoices } from './agent-choices.ts'
import { AgentChoiceLine } from './AgentChoiceLine.tsx'

interface AssignSeveralProps {
  readonly disabled: boolean
  readonly onAssign: (agent: AgentEntity, isViewer: boolean) => void
}

/** Of no one conversation: nobody has it, and nobody was offered it. */
const anyone = { agent: null, offer: null }

/** "Assign", which opens the list of agents: to oneself at once, to others as an offer. */
export function AssignSeveral({ disabled, onAssign }: AssignSeveralProps) {
  const agents = useAgents()
  const viewer = useSession()?.user
  const choices = viewer === undefined ? [] : agentChoices(agents, anyone, viewer)
  return (
    <Menu
      trigger={
        <Button size="small" disabled={disabled || viewer === undefined}>
          {t('Assign')}
          <ChevronDown size={13} strokeWidth={2} aria-hidden="true" />
        </Button>
      }
    >
      <AgentItems agents={agents} choices={choices} onChoose={onAssign} />
    </Menu>
  )
}

interface AgentItemsProps {
  readonly agents: AgentList
  readonly choices: readonly AgentChoice[]
  readonly onChoose: (agent: AgentEntity, isViewer: boolean) => void
}

/** In a menu: oneself, then all agents to choose from, and another try where the list is not fresh. */
function AgentItems({ agents, choices, onChoose }: AgentItemsProps) {
  const own = choices.find(choice => choice.isViewer && choice.choosable)
  return (
    <>
      {own !== undefined && (
        <>
          <MenuItem
            icon={<UserCheck size={15} aria-hidden="true" />}
            onSelect={() => onChoose(own.agent, true)}
          >
            {t('Assign to me')}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuGroup label={headingOf(agents)}>
        {choices.map(choice => (
          <MenuItem
            key={choice.agent.id}
            typeAhead={choice.agent.name}
            disabled={!choice.choosable}
            onSelect={() => onChoose(choice.agent, choice.isViewer)}
          >
            <AgentChoiceLine choice={choice} />
          </MenuItem>
        ))}
      </MenuGroup>
      {agents.stale && (
        <>
          <MenuSeparator />
          <MenuItem icon={<RotateCw size={14} aria-hidden="true" />} onSelect={agents.retry} staysOpen>
            {t('Try again')}
          </MenuItem>
        </>
      )}
    </>
  )
}

/** How current the list of agents is. */
export function headingOf({ state, stale }: AgentList): string {
  if (state === 'unavailable') return t('Agent list unavailable')
  if (state === 'loading') return t('Loading agents')
  return stale ? t('Agents (may be out of date)') : t('Agents')
}
