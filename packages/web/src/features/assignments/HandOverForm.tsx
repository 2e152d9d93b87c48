import type { AgentEntity } from '@parley/core/agents/api'
import type { AssignWay } from '@parley/core/assignments/constants'
import { assigneeWarnings, assigningSentence } from '@parley/core/assignments/rules'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { isOfferedTo } from '@parley/core/conversations/rules'
import { noteLimits } from '@parley/core/notes/constants'
import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { newId } from '../../client/client.ts'
import { assignTo, type HandedOver, type WrittenNote } from '../../data/assignments/actions.ts'
import { useMay } from '../../data/capabilities/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Grid, HStack, Text, VStack } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import styles from './AssignPopover.module.css'
import type { Answering } from './offers/use-answer.ts'

interface HandOverFormProps {
  readonly conversation: ConversationMeta
  readonly agent: AgentEntity
  /** Told apart from a namesake's. */
  readonly name: string
  /** Whether anything is known of the agent's load and presence. */
  readonly known: boolean
  readonly viewerId: string
  readonly note: WrittenNote
  readonly onNote: (note: WrittenNote) => void
  readonly answering: Answering
  readonly onCancel: () => void
  readonly onDone: (handed: HandedOver) => void
}

/** What is done with the conversation, and words for the agent who gets it; until a button is pressed nothing is sent. */
export function HandOverForm(props: HandOverFormProps) {
  'use memo'
  const { conversation, agent, name, known, viewerId, note, onNote, answering, onCancel } = props
  const now = useNow()
  const isOwn = agent.id === viewerId
  const mayAssign = useMay('colleague-assignments') && !isOwn
  const { asked, load, give } = useGiving(props)
  const { failure, working } = answering
  const isWorking = working !== null
  const form = useRef<HTMLDivElement>(null)
  const isTouch = useMediaQuery('(pointer: coarse)')
  useLayoutEffect(() => {
    const box = isTouch ? null : form.current?.querySelector('textarea')
    const target = box ?? form.current?.querySelector<HTMLElement>('[data-first]')
    target?.focus()
  }, [isTouch])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void give('offer')
  }
  const button = (as: AssignWay, label: string, isFirst: boolean) => (
    <Button
      variant={isFirst ? 'primary' : 'secondary'}
      data-first={isFirst || undefined}
      busy={isWorking && asked?.as === as}
      onClick={() => void give(as)}
    >
      {isWorking && asked?.as === as ? t('Assigning...') : label}
    </Button>
  )
  return (
    <VStack ref={form} className={styles.form}>
      <Grid gap={3} className={styles.body}>
        <div>
          <p>{assigningSentence(conversation.id, name)}</p>
          <Text as="p" size="meta" tone="muted">
            {explanation(name, isOwn, mayAssign)}
          </Text>
        </div>
        {known &&
          assigneeWarnings(agent, isOwn, now.getTime()).map(warning => (
            <Notice key={warning} tone="warn">
              {warning}
            </Notice>
          ))}
        {!isOwn && (
          <TextArea
            label={t('Note for {name} (optional)', { name })}
            hint={t(
              'Your colleagues read it in the conversation, the customer never. Shift+Enter breaks the line.',
            )}
            rows={2}
            maxLength={noteLimits.text}
            value={note.text}
            onChange={event => onNote({ clientId: newId(), text: event.target.value })}
            onKeyDown={onKeyDown}
          />
        )}
        {failure !== null && (
          <Notice tone="danger">
            <p>{failure.text}</p>
            <p>{failure.reason}</p>
          </Notice>
        )}
        {load !== null && failure === null && (
          <Notice tone="danger">{t('{load}. Assign anyway?', { load })}</Notice>
        )}
      </Grid>
      <HStack gap={2} flex="none" justify="end" wrap rule="top" className={styles.foot}>
        <Button variant="quiet" disabled={isWorking} onClick={onCancel}>
          {t('Cancel')}
        </Button>
        {mayAssign && button('owner', load === null ? t('Assign now') : t('Assign now anyway'), false)}
        {button('offer', firstLabel(mayAssign, load !== null), true)}
      </HStack>
    </VStack>
  )
}

/** Gives the conversation away at a press; where the agent has no room, `load` says so, and the next press goes on. */
function useGiving({ conversation, agent, name, viewerId, note, answering, onDone }: HandOverFormProps) {
  'use memo'
  const client = useQueryClient()
  /** What was asked last, and how much the agent has, where that was too much. */
  const [asked, setAsked] = useState<{ readonly as: AssignWay; readonly load: string | null } | null>(null)
  const load = asked?.load ?? null
  const { failure } = answering
  const isViewer = agent.id === viewerId
  // The answer was lost, but not the assignment.
  const arrived =
    failure !== null && (isOfferedTo(conversation, agent.id) || conversation.agent?.id === agent.id)
  const offerId = conversation.offer?.id ?? null
  const askedAs = asked?.as ?? 'offer'
  useEffect(() => {
    if (arrived) onDone({ to: { name, isViewer, as: askedAs }, assignmentId: offerId })
  }, [arrived, onDone, name, isViewer, askedAs, offerId])
  const give = async (as: AssignWay) => {
    const giving = { conversationId: conversation.id, agent, viewerId, as, note }
    await answering.answer('accept', async () => {
      setAsked({ as, load })
      const assigned = await assignTo(client, { ...giving, isConfirmed: load !== null })
      if (assigned.is === 'full') setAsked({ as, load: assigned.load })
      else onDone({ to: { name, isViewer, as }, assignmentId: assigned.assignmentId })
    })
  }
  return { asked, load, give }
}

const firstLabel = (isOffer: boolean, isOver: boolean): string => {
  if (isOffer) return isOver ? t('Offer anyway') : t('Offer')
  return isOver ? t('Assign anyway') : t('Assign')
}

function explanation(name: string, isOwn: boolean, mayAssign: boolean): string {
  if (isOwn) return t('Press Assign to take this conversation.')
  return mayAssign
    ? t('Offer: the owner changes only when {name} accepts. Assign now: {name} has it at once.', { name })
    : t('Offer to {name}? The owner changes only when {name} accepts.', { name })
}
