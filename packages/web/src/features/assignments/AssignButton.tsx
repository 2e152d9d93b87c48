import type { ConversationMeta } from '@parley/core/conversations/api'
import { ChevronDown } from 'lucide-react'
import { ariaKeys, keysLabel } from '../../commands/catalogue.ts'
import { useButtonCommand } from '../../commands/live.ts'
import { useAgents } from '../../data/agents/queries.ts'
import { useSession } from '../../data/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { AssignMenu } from './AssignMenu.tsx'

interface AssignButtonProps {
  readonly conversation: ConversationMeta
  /** The conversation is not loaded, or not a real one. */
  readonly off: boolean
}

/** "Assign", which opens the list of agents. The list is kept current from the moment the conversation opens. */
export function AssignButton({ conversation, off }: AssignButtonProps) {
  const agents = useAgents()
  const viewer = useSession()?.user
  const reason = off
    ? 'You can assign when the conversation is loaded'
    : conversation.status === 'ARCHIVED'
      ? 'An archived conversation cannot be assigned'
      : undefined
  const disabled = reason !== undefined
  const button = (
    <Button
      disabled={disabled}
      title={reason ?? `Assign (${keysLabel('conversation.assign')})`}
      aria-keyshortcuts={ariaKeys('conversation.assign')}
    >
      Assign
      <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
    </Button>
  )
  const toPress = useButtonCommand('conversation.assign')
  if (disabled || viewer === undefined) return <span ref={toPress}>{button}</span>
  return (
    <span ref={toPress}>
      <AssignMenu trigger={button} conversation={conversation} agents={agents} viewer={viewer} />
    </span>
  )
}
