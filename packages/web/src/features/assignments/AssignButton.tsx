import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { ChevronDown } from 'lucide-react'
import { ariaKeys, keysLabel } from '../../commands/catalogue.ts'
import { useButtonCommand } from '../../commands/live.ts'
import type { HandedOver } from '../../data/assignments/actions.ts'
import { useAgents } from '../../data/agents/queries.ts'
import { useSession } from '../../data/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { useLate } from '../../ui/hooks/use-late.ts'

interface AssignButtonProps {
  readonly conversation: ConversationMeta
  /** The conversation is not loaded, or not a real one. */
  readonly off: boolean
  /** Told once somebody was offered the conversation or has it, or the bot has it. */
  readonly onHandedOver: (handed: HandedOver) => void
}

/** "Assign", which opens the list of agents. The list is kept current from the moment the conversation opens. */
export function AssignButton({ conversation, off, onHandedOver }: AssignButtonProps) {
  const { Loaded: AssignPopover, pressed, place, near } = useLate(loadPopover, true)
  const agents = useAgents()
  const viewer = useSession()?.user
  const reason = off
    ? t('You can assign when the conversation is loaded')
    : conversation.status === 'ARCHIVED'
      ? t('An archived conversation cannot be assigned')
      : undefined
  const disabled = reason !== undefined
  const button = (
    <Button
      disabled={disabled}
      title={reason ?? t('Assign ({keys})', { keys: keysLabel('conversation.assign') })}
      aria-keyshortcuts={ariaKeys('conversation.assign')}
    >
      {t('Assign')}
      <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
    </Button>
  )
  const toPress = useButtonCommand('conversation.assign')
  if (disabled || viewer === undefined) return <span ref={toPress}>{button}</span>
  return (
    <span ref={toPress}>
      <div ref={place}>
        {AssignPopover ? (
          <AssignPopover
            // A note that was begun is of one conversation.
            key={conversation.id}
            trigger={button}
            openAtOnce={pressed}
            conversation={conversation}
            agents={agents}
            viewer={viewer}
            onHandedOver={onHandedOver}
          />
        ) : (
          <span {...near}>{button}</span>
        )}
      </div>
    </span>
  )
}

const loadPopover = async () => (await import('./AssignPopover.tsx')).AssignPopover
