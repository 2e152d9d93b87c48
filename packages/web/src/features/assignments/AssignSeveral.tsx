import { t } from '@parley/core/text/translate'
import type { AgentEntity } from '@parley/core/agents/api'
import { ChevronDown } from 'lucide-react'
import { useAgents } from '../../data/agents/queries.ts'
import { useSession } from '../../data/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { AgentItems } from './AgentItems.tsx'
import { agentChoices } from './agent-choices.ts'

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
