import type { AgentEntity } from '@parley/core/agents/api'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { type ReactElement, useState } from 'react'
import type { HandedOver } from '../../data/assignments/actions.ts'
import type { AgentList } from '../../data/agents/queries.ts'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { AgentItems } from './AgentItems.tsx'
import { agentChoices } from './agent-choices.ts'
import { GiveBackItem, GiveBackQuestion } from './GiveBack.tsx'
import { OutgoingAssignment } from './offers/OutgoingAssignment.tsx'

interface AssignMenuProps {
  readonly trigger: ReactElement<Record<string, unknown>>
  /** The press that asked for the menu came before its code did. */
  readonly openAtOnce: boolean
  readonly conversation: ConversationMeta
  readonly agents: AgentList
  readonly viewer: { readonly id: string; readonly name: string }
  readonly onHandedOver: ((handed: HandedOver) => void) | undefined
}

/** Whom to assign the conversation to; choosing asks once more before anything is sent. */
export function AssignMenu(props: AssignMenuProps) {
  const { trigger, openAtOnce, conversation, agents, viewer, onHandedOver } = props
  const [chosen, setChosen] = useState<AgentEntity | null>(null)
  const [givesBack, setGivesBack] = useState(false)
  const choices = agentChoices(agents, conversation, viewer)
  const current = choices.find(({ agent }) => agent.id === chosen?.id)
  return (
    <>
      <Menu trigger={trigger} align="end" defaultOpen={openAtOnce}>
        <AgentItems agents={agents} choices={choices} onChoose={setChosen} />
        <GiveBackItem conversation={conversation} viewerId={viewer.id} onSelect={() => setGivesBack(true)} />
      </Menu>
      {givesBack && (
        <GiveBackQuestion
          conversationId={conversation.id}
          onGiven={() => onHandedOver?.({ to: null, assignmentId: null })}
          onClose={() => setGivesBack(false)}
        />
      )}
      {chosen !== null && (
        <OutgoingAssignment
          conversation={conversation}
          agent={current?.agent ?? chosen}
          name={current?.name ?? chosen.name}
          known={agents.state === 'ready'}
          viewerId={viewer.id}
          onAssigned={onHandedOver}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
