import type { Standing } from '@parley/core/entities/conversation'
import { ChevronDown } from 'lucide-react'
import { memo, Suspense, useState } from 'react'
import { ariaKeys, keysLabel } from '../../commands/catalogue.ts'
import { useButtonCommand } from '../../commands/live.ts'
import { useAgents } from '../../data/agents/queries.ts'
import { useSession } from '../../data/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPart, usePreloaded } from '../../ui/lazy-part.ts'

const assignMenu = lazyPart(async () => (await import('./AssignMenu.tsx')).AssignMenu)

interface AssignButtonProps {
  readonly conversation: Standing
  /** The conversation is not loaded, or not a real one. */
  readonly off: boolean
}

/** "Assign", which opens the list of agents. The list is kept current from the moment the conversation opens. */
export const AssignButton = memo(function AssignButton({ conversation, off }: AssignButtonProps) {
  usePreloaded(assignMenu)
  const agents = useAgents()
  const viewer = useSession()?.user
  const [pressed, setPressed] = useState(false)
  const reason = off
    ? 'Assigning is off until the conversation is loaded'
    : conversation.status === 'ARCHIVED'
      ? 'An archived conversation cannot be assigned'
      : undefined
  const disabled = reason !== undefined
  // The button that was pressed goes when the menu’s code comes: what stands in its place has the focus then, before the menu
  // opens, which gives it back to who had it.
  const focused = pressed ? focus : undefined
  const button = (
    <Button
      ref={focused}
      disabled={disabled}
      title={reason ?? `Assign (${keysLabel('conversation.assign')})`}
      aria-keyshortcuts={ariaKeys('conversation.assign')}
    >
      Assign
      <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
    </Button>
  )
  const place = useButtonCommand('conversation.assign')
  if (disabled || viewer === undefined) return <span ref={place}>{button}</span>
  return (
    <span ref={place}>
      <Suspense fallback={<span onClickCapture={() => setPressed(true)}>{button}</span>}>
        <assignMenu.Part
          trigger={button}
          openAtOnce={pressed}
          conversation={conversation}
          agents={agents}
          viewer={viewer}
        />
      </Suspense>
    </span>
  )
})

const focus = (button: HTMLButtonElement | null) => button?.focus()
