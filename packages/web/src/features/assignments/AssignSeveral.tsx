import type { AgentEntity } from '@parley/core/agents/api'
import { t } from '@parley/core/text/translate'
import { ChevronDown, RotateCw, UserCheck } from 'lucide-react'
import { useAgents } from '../../data/agents/queries.ts'
import { useSession } from '../../data/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/overlays/Menu.tsx'
import { AgentChoiceLine, agentChoices, headingOf } from './agent-choices.tsx'

interface AssignSeveralProps {
  readonly disabled: boolean
  readonly onAssign: (agent: AgentEntity, isViewer: boolean) => void
}

/** Of no one conversation: nobody has it, and nobody was offered it. */
const anyone = { agent: null, offer: null }

/** "Assign", which opens the list of agents: oneself, then all to choose from, and another try where the list is not fresh. */
export function AssignSeveral({ disabled, onAssign }: AssignSeveralProps) {
  const agents = useAgents()
  const viewer = useSession()?.user
  const choices = viewer === undefined ? [] : agentChoices(agents, anyone, viewer)
  const own = choices.find(choice => choice.isViewer && choice.choosable)
  return (
    <Menu
      trigger={
        <Button size="small" disabled={disabled || viewer === undefined}>
          {t('Assign')}
          <ChevronDown size={13} strokeWidth={2} aria-hidden="true" />
        </Button>
      }
    >
      {own !== undefined && (
        <>
          <MenuItem
            icon={<UserCheck size={15} aria-hidden="true" />}
            onSelect={() => onAssign(own.agent, true)}
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
            onSelect={() => onAssign(choice.agent, choice.isViewer)}
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
    </Menu>
  )
}
