import { t } from '@parley/core/text/translate'
import type { AgentEntity } from '@parley/core/agents/api'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { ArrowLeft } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { HandedOver, WrittenNote } from '../../data/assignments/actions.ts'
import type { AgentList } from '../../data/agents/queries.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { AgentPicker } from './AgentPicker.tsx'
import { agentChoices } from './agent-choices.ts'
import { GiveBackButton, GiveBackQuestion } from './GiveBack.tsx'
import { HandOverForm } from './HandOverForm.tsx'
import { useAnswer } from './offers/use-answer.ts'

interface AssignPopoverProps {
  readonly trigger: ReactElement<Record<string, unknown>>
  /** The press that asked for it came before its code did. */
  readonly openAtOnce: boolean
  readonly conversation: ConversationMeta
  readonly agents: AgentList
  readonly viewer: { readonly id: string; readonly name: string }
  readonly onHandedOver: (handed: HandedOver) => void
}

const noNote: WrittenNote = { clientId: '', text: '' }

/** Whom to assign the conversation to, then in the same place what to tell them. The note stays while the conversation is open. */
export function AssignPopover(props: AssignPopoverProps) {
  'use memo'
  const { trigger, openAtOnce, conversation, agents, viewer, onHandedOver } = props
  const [open, setOpen] = useState(openAtOnce)
  const [chosen, setChosen] = useState<AgentEntity | null>(null)
  const [note, setNote] = useState(noNote)
  const [givesBack, setGivesBack] = useState(false)
  const answering = useAnswer()
  const choices = agentChoices(agents, conversation, viewer)
  const current = choices.find(({ agent }) => agent.id === chosen?.id)
  const isWorking = answering.working !== null
  const choose = (agent: AgentEntity | null) => {
    answering.forget()
    setChosen(agent)
  }
  const onOpenChange = (next: boolean) => {
    if (isWorking) return
    setOpen(next)
    choose(null)
  }
  const onDone = (handed: HandedOver) => {
    setOpen(false)
    choose(null)
    setNote(noNote)
    onHandedOver(handed)
  }
  return (
    <>
      <Popover
        trigger={trigger}
        open={open}
        onOpenChange={onOpenChange}
        title={chosen === null ? t('Assign') : t('New Assignment')}
        actions={
          chosen !== null && (
            <IconButton label={t('Choose another agent')} disabled={isWorking} onClick={() => choose(null)}>
              <ArrowLeft size={16} strokeWidth={1.8} aria-hidden="true" />
            </IconButton>
          )
        }
      >
        {chosen === null ? (
          <>
            <AgentPicker agents={agents} choices={choices} onChoose={choose} />
            <GiveBackButton
              conversation={conversation}
              viewerId={viewer.id}
              onPress={() => {
                setOpen(false)
                setGivesBack(true)
              }}
            />
          </>
        ) : (
          <HandOverForm
            conversation={conversation}
            agent={current?.agent ?? chosen}
            name={current?.name ?? chosen.name}
            known={agents.state === 'ready'}
            viewerId={viewer.id}
            note={note}
            onNote={setNote}
            answering={answering}
            onCancel={() => onOpenChange(false)}
            onDone={onDone}
          />
        )}
      </Popover>
      {givesBack && (
        <GiveBackQuestion
          conversationId={conversation.id}
          onGiven={() => onHandedOver({ to: null, assignmentId: null })}
          onClose={() => setGivesBack(false)}
        />
      )}
    </>
  )
}
