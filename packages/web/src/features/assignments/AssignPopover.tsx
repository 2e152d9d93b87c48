import type { AgentEntity } from '@parley/core/agents/api'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Bot, RotateCw, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useLayoutEffect, useRef, useState } from 'react'
import type { AgentList } from '../../data/agents/queries.ts'
import { type HandedOver, type WrittenNote, giveToBot, useBrief } from '../../data/assignments/actions.ts'
import { Button } from '../../ui/Button.tsx'
import { useOptionList } from '../../ui/fields/use-option-list.ts'
import { useAction } from '../../ui/hooks/use-action.ts'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import styles from './AssignPopover.module.css'
import {
  type AgentChoice,
  AgentChoiceLine,
  agentChoices,
  headingOf,
  matchingChoices,
} from './agent-choices.tsx'
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

/** A field to find an agent with, and the agents under it, the best choice first: arrows choose, Enter takes the choice. */
function AgentPicker({
  agents,
  choices,
  onChoose,
}: {
  agents: AgentList
  choices: readonly AgentChoice[]
  onChoose: (agent: AgentEntity) => void
}) {
  'use memo'
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const isTouch = useMediaQuery('(pointer: coarse)')
  // As soon as it is there: what is typed right behind the key that opens it belongs here.
  useLayoutEffect(() => {
    if (!isTouch) field.current?.focus()
  }, [isTouch])
  const found = matchingChoices(choices, typed)
  const list = useOptionList(
    found.filter(({ choosable }) => choosable),
    ({ agent }) => agent.id,
    { typed, wraps: true },
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (list.step(event) || event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (list.chosen !== null) onChoose(list.chosen.agent)
  }
  return (
    <>
      <HStack gap={2} flex="none" tone="muted" rule="bottom" className={styles.search}>
        <Search size={15} strokeWidth={1.8} aria-hidden="true" />
        <input
          ref={field}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-label={t('Find an agent')}
          aria-expanded="true"
          aria-controls={list.id}
          aria-activedescendant={list.active}
          placeholder={t('Name or department')}
          className={styles.field}
          value={typed}
          onChange={event => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </HStack>
      <Text as="p" size="meta" tone="muted" className={styles.heading}>
        {headingOf(agents)}
      </Text>
      <div id={list.id} role="listbox" aria-label={t('Agents')} className={styles.list}>
        {found.map(choice => (
          <HStack
            key={choice.agent.id}
            role="option"
            id={list.idOf(choice)}
            tabIndex={-1}
            aria-selected={choice === list.chosen}
            aria-disabled={!choice.choosable || undefined}
            gap={2}
            size="list"
            className={styles.option}
            onPointerMove={() => choice.choosable && choice !== list.chosen && list.choose(choice)}
            onClick={() => choice.choosable && onChoose(choice.agent)}
            onKeyDown={onKeyDown}
          >
            <AgentChoiceLine choice={choice} />
          </HStack>
        ))}
      </div>
      <Text as="p" role="status" size="list" tone="muted" className={styles.status}>
        {found.length === 0 && typed !== '' && t('No agent matches “{typed}”', { typed })}
      </Text>
      {agents.stale && (
        <HStack flex="none" rule="top" className={styles.foot}>
          <Button
            size="small"
            variant="quiet"
            icon={<RotateCw size={14} aria-hidden="true" />}
            busy={agents.retrying}
            onClick={agents.retry}
          >
            {t('Try again')}
          </Button>
        </HStack>
      )}
    </>
  )
}

const giveBack = t('Return to bot')

interface GiveBackButtonProps {
  readonly conversation: ConversationMeta
  readonly viewerId: string
  readonly onPress: () => void
}

/** Stands last, so that nothing moves when it is known that the bot answers at this number. */
function GiveBackButton({ conversation, viewerId, onPress }: GiveBackButtonProps) {
  const { brief } = useBrief(conversation.id)
  const { agent, with_bot: withBot } = conversation
  if (brief?.bot_on !== true || withBot || (agent !== null && agent.id !== viewerId)) return null
  return (
    <HStack flex="none" rule="top" className={styles.foot}>
      <Button size="small" variant="quiet" icon={<Bot size={15} aria-hidden="true" />} onClick={onPress}>
        {giveBack}
      </Button>
    </HStack>
  )
}

const wordsOf = (cause: unknown): string =>
  t('Not returned to the bot. {message}.', {
    message: cause instanceof Error ? cause.message.replace(/\.$/, '') : '',
  })

/** Asks once before the bot has a conversation again. */
function GiveBackQuestion({
  conversationId,
  onGiven,
  onClose,
}: {
  conversationId: string
  onGiven: () => void
  onClose: () => void
}) {
  const client = useQueryClient()
  const giving = useAction(wordsOf)
  const give = async () => {
    if (!(await giving.run(() => giveToBot(client, conversationId)))) return
    onClose()
    onGiven()
  }
  return (
    <ConfirmDialog
      title={t('Return this conversation to the bot?')}
      action={giving.busy ? t('Returning...') : giveBack}
      busy={giving.busy}
      failure={giving.failure}
      onConfirm={() => void give()}
      onClose={() => !giving.busy && onClose()}
    >
      <p>{t('The bot answers from now on. You are no longer the owner.')}</p>
    </ConfirmDialog>
  )
}
