import { t } from '@parley/core/text/translate'
import type { TicketEntity } from '@parley/core/tickets/api'
import { creationChoices, priorityChoices } from '@parley/core/tickets/edit'
import { maxTicketText, maxTicketTitle } from '@parley/core/tickets/constants'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangeEvent, RefObject } from 'react'
import { rich } from '../../../ui/rich.ts'
import { logFailure } from '../../../client/action-messages.ts'
import { ApiFailure, isUnanswered } from '../../../client/api-failure.ts'
import { ticketActions } from '../../../data/tickets/actions.ts'
import type { NewTicketDraft } from '../../../data/tickets/drafts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import styles from '../TicketEntry.module.css'
import type { TicketWork } from '../use-ticket-work.ts'
import { faint, TicketFailure } from './EditParts.tsx'
import { canCreate, tooLong } from './ticket-draft.ts'

interface CreateTicketFormProps {
  readonly work: TicketWork
  readonly draft: NewTicketDraft
  readonly titleField: RefObject<HTMLInputElement | null>
  readonly onCreated: (ticket: TicketEntity) => void
}

/** Who has a new ticket: it is with the owner of its conversation. */
function assigneeOf({ conversation: { agent }, viewerId }: TicketWork): string {
  if (agent === null) return t('Assignee: nobody, until this conversation has an owner')
  if (agent.id === viewerId) return t('Assignee: you, as the owner of this conversation')
  const name = agent.name ?? t('Agent {id}', { id: agent.id })
  return t('Assignee: {name}, as the owner of this conversation', { name })
}

/**
 * A new ticket. However often it is sent it is one: a press whose answer is missing is repeated with the same id and the
 * same words, which is why those stay as they are until an answer comes.
 */
export function CreateTicketForm(props: CreateTicketFormProps) {
  'use memo'
  const { work, draft, titleField, onCreated } = props
  const { conversation, setCreating: setDraft } = work
  const off = work.view.state === 'ready' ? null : t('You can create a ticket when the tickets are loaded')
  const client = useQueryClient()
  const actions = ticketActions(client)
  const create = useMutation({
    mutationFn: ({ clientId, title, description, priority, status }: NewTicketDraft) =>
      actions.create({
        conversation_id: conversation.id,
        title: title.trim(),
        description: description.trim(),
        priority,
        status,
        client_ticket_id: clientId,
      }),
    onSuccess: ticket => {
      setDraft(null)
      onCreated(ticket)
    },
    onError: (cause, sent) => {
      logFailure('createTicket', cause)
      setDraft({ ...sent, isUndecided: isUnanswered(cause) })
    },
  })
  const isFixed = create.isPending || draft.isUndecided
  const isSendable = canCreate(draft) && off === null
  const change = (changed: Partial<NewTicketDraft>) => setDraft({ ...draft, ...changed })
  const text = (name: 'title' | 'description', most: number) => ({
    value: draft[name],
    readOnly: isFixed,
    error: tooLong(draft[name], most),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: target.value }),
  })
  return (
    <Grid
      as="form"
      aria-label={t('New Ticket')}
      gap={3.5}
      narrow
      className={styles.create}
      onSubmit={event => {
        event.preventDefault()
        if (isSendable && !create.isPending) create.mutate(draft)
      }}
    >
      <TextField
        ref={titleField}
        label={t('Title')}
        placeholder={t('Brief ticket title')}
        autoComplete="off"
        dir="auto"
        {...text('title', maxTicketTitle)}
      />
      <TextArea
        label={rich('Description {optional}', { optional: faint(t('optional')) })}
        placeholder={t('Detailed description')}
        {...text('description', maxTicketText)}
      />
      <Grid gap={3} className={styles.pair}>
        <Select
          label={t('Priority')}
          value={draft.priority}
          disabled={isFixed}
          onChange={priority => change({ priority })}
          choices={priorityChoices}
        />
        <Select
          label={t('Status')}
          value={draft.status}
          disabled={isFixed}
          onChange={status => change({ status })}
          choices={creationChoices}
        />
      </Grid>
      <Text as="p" size="meta" tone="muted">
        {assigneeOf(work)}
      </Text>
      {create.isError && !draft.isUndecided && <NotCreated cause={create.error} />}
      {draft.isUndecided && !create.isPending && (
        <Notice tone="danger">
          {t(
            'We do not know whether this ticket was created. Press Create Ticket again. You will not get two tickets.',
          )}
        </Notice>
      )}
      {off !== null && <Notice tone="warn">{off}</Notice>}
      <HStack gap={2} justify="end" wrap>
        <Button onClick={() => setDraft(null)}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={create.isPending} disabled={!isSendable}>
          {t('Create Ticket')}
        </Button>
      </HStack>
    </Grid>
  )
}

function NotCreated({ cause }: { cause: unknown }) {
  if (!(cause instanceof ApiFailure) || cause.code !== 'ticket.same-client-id') {
    return <TicketFailure action="createTicket" cause={cause} />
  }
  return (
    <Notice tone="danger">
      {t('This form already created a ticket. Press Cancel and open the ticket in the list below.')}
    </Notice>
  )
}
