import type { AgentEntity } from '@parley/core/agents/api'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { type ReactElement, useState } from 'react'
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
}

/** Whom to assign the conversation to; choosing asks once more before anything is sent. */
export function AssignMenu({ trigger, openAtOnce, conversation, agents, viewer }: AssignMenuProps) {
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
      {givesBack && <GiveBackQuestion conversationId={conversation.id} onClose={() => setGivesBack(false)} />}
      {chosen !== null && (
        <OutgoingAssignment
          conversation={conversation}
          agent={current?.agent ?? chosen}
          name={current?.name ?? chosen.name}
          known={agents.state === 'ready'}
          viewerId={viewer.id}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
