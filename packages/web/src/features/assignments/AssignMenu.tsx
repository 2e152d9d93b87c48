import type { AgentEntity } from '@parley/core/entities/agent'
import type { Standing } from '@parley/core/entities/conversation'
import { RotateCw, UserCheck } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { AgentList } from '../../data/agents/queries.ts'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { AgentChoiceLine } from './AgentChoiceLine.tsx'
import { agentChoices } from './agent-choices.ts'
import { GiveBackItem, GiveBackQuestion } from './GiveBack.tsx'
import { OutgoingAssignment } from './OutgoingAssignment.tsx'

interface AssignMenuProps {
  readonly trigger: ReactElement<Record<string, unknown>>
  /** The press that asked for the menu came before its code did. */
  readonly openAtOnce: boolean
  readonly conversation: Standing
  readonly agents: AgentList
  readonly viewer: { readonly id: string; readonly name: string }
}

/** Whom to assign the conversation to; choosing asks once more before anything is sent. */
export function AssignMenu({ trigger, openAtOnce, conversation, agents, viewer }: AssignMenuProps) {
  const [chosen, setChosen] = useState<AgentEntity | null>(null)
  const [givesBack, setGivesBack] = useState(false)
  const choices = agentChoices(agents, conversation, viewer)
  const own = choices.find(choice => choice.isViewer && choice.choosable)
  return (
    <>
      <Menu trigger={trigger} align="end" defaultOpen={openAtOnce}>
        {own !== undefined && (
          <>
            <MenuItem icon={<UserCheck size={15} aria-hidden="true" />} onSelect={() => setChosen(own.agent)}>
              Assign to me
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
              onSelect={() => setChosen(choice.agent)}
            >
              <AgentChoiceLine choice={choice} />
            </MenuItem>
          ))}
        </MenuGroup>
        {agents.stale && (
          <>
            <MenuSeparator />
            <MenuItem icon={<RotateCw size={14} aria-hidden="true" />} onSelect={agents.retry} staysOpen>
              Try again
            </MenuItem>
          </>
        )}
        <GiveBackItem conversation={conversation} viewerId={viewer.id} onSelect={() => setGivesBack(true)} />
      </Menu>
      {givesBack && <GiveBackQuestion conversationId={conversation.id} onClose={() => setGivesBack(false)} />}
      {chosen !== null && (
        <OutgoingAssignment
          conversation={conversation}
          agent={choices.find(choice => choice.agent.id === chosen.id)?.agent ?? chosen}
          known={agents.state === 'ready'}
          viewerId={viewer.id}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}

function headingOf({ state, stale }: AgentList): string {
  if (state === 'unavailable') return 'Agent list unavailable'
  if (state === 'loading') return 'Loading agents'
  return stale ? 'Agents, not refreshed lately' : 'Agents'
}
