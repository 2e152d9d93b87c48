import { t } from '@parley/core/text/translate'
import type { TicketEntity, TicketPriority, UpdateTicketBody } from '@parley/core/tickets/api'
import { priorityLabel } from '@parley/core/tickets/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { logFailure } from '../../../client/action-messages.ts'
import { isChanged, type Resolving, ticketActions } from '../../../data/tickets/actions.ts'
import type { TicketDraft } from '../../../data/tickets/drafts.ts'
import {
  baseOf,
  canSendResolution,
  changesSince,
  editOf,
  ticketDraft,
  type TicketDraftsState,
} from './ticket-draft.ts'

/** How long a success is said (TICKET-21). */
const saidForMs = 3_000

export type TicketEdit = ReturnType<typeof useTicketEdit>

/**
 * The work on one ticket: what is begun, each write with its failure, and what to say when one succeeded.
 * @param onUpdated called once the status and the note were saved
 */
export function useTicketEdit(
  ticket: TicketEntity,
  { drafts, setEdit }: Pick<TicketDraftsState, 'drafts' | 'setEdit'>,
  onUpdated?: () => void,
) {
  'use memo'
  const client = useQueryClient()
  const actions = ticketActions(client)
  const [said, say] = useShownFor()
  const draft = drafts.edits[ticket.id] ?? ticketDraft(ticket)
  const setDraft = (change: (now: TicketDraft | null) => TicketDraft | null) => setEdit(ticket.id, change)
  const write = (change: Partial<TicketDraft>) => setDraft(now => ({ ...(now ?? draft), ...change }))
  /** Our own edit is not a change by somebody else. */
  const rebase = (before: TicketEntity, after: TicketEntity) =>
    setDraft(now => (now?.base.version === before.version ? { ...now, base: after } : now))

  const update = useMutation({
    mutationFn: ({ base, edit }: { base: TicketEntity; edit: UpdateTicketBody }) =>
      actions.update(base, edit),
    onSuccess: after => {
      setDraft(now => now && { ...now, base: after, note: '', status: null })
      say(t('Ticket updated!'))
      onUpdated?.()
    },
    onError: cause => logFailure('updateTicket', cause),
  })
  const priority = useMutation({
    mutationFn: ({ base, to }: { base: TicketEntity; to: TicketPriority }) => actions.setPriority(base, to),
    onSuccess: (after, { base }) => {
      rebase(base, after)
      say(t('Priority set to {priority}', { priority: priorityLabel(after.priority) }))
    },
    onError: cause => logFailure('setPriority', cause),
  })
  const reopen = useMutation({
    mutationFn: (base: TicketEntity) => actions.reopen(base),
    onSuccess: (after, base) => {
      rebase(base, after)
      say(t('Ticket updated!'))
    },
    onError: cause => logFailure('reopenTicket', cause),
  })
  const resolve = useMutation({
    mutationFn: ({ base, text }: { base: TicketEntity; text: string }) =>
      actions.resolve(base, text, new Date()),
    onSuccess: ({ outcome, ticket: after, cause }: Resolving) => {
      // What a colleague changed is still to be looked at.
      if (!isChanged(cause)) write({ base: after })
      if (outcome !== 'resolved') return
      setDraft(now => now && { ...now, base: after, resolution: null })
      say(t('Ticket updated!'))
    },
  })

  const isBusy = update.isPending || priority.isPending || reopen.isPending || resolve.isPending
  const changes = isBusy ? [] : changesSince(draft, ticket)
  const send = (base: TicketEntity) => {
    const edit = editOf(ticket, draft)
    if (edit !== null && !isBusy) update.mutate({ base, edit })
  }
  const sendResolution = (base: TicketEntity) => {
    const text = draft.resolution ?? ''
    if (canSendResolution(text) && !isBusy) resolve.mutate({ base, text })
  }
  return {
    ticket,
    draft,
    write,
    said,
    isBusy,
    changes,
    update,
    priority,
    reopen,
    resolve,
    save: () => send(baseOf(draft, ticket)),
    saveResolution: () => sendResolution(baseOf(draft, ticket)),
    setPriority: (to: TicketPriority) => {
      if (!isBusy) priority.mutate({ base: ticket, to })
    },
    reopenIt: () => {
      if (!isBusy) reopen.mutate(ticket)
    },
    /** The changes were looked at: what is begun goes onto the newer version, and is saved if it can be. */
    applyToNewest: () => {
      write({ base: ticket })
      if (editOf(ticket, draft) !== null) send(ticket)
      else sendResolution(ticket)
    },
  }
}

/** Words that vanish by themselves; saying something again begins anew. */
export function useShownFor(): readonly [string | null, (words: string) => void] {
  'use memo'
  const [said, setSaid] = useState<{ readonly words: string } | null>(null)
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(() => setSaid(null), saidForMs)
    return () => clearTimeout(timer)
  }, [said])
  const say = (words: string) => setSaid({ words })
  return [said?.words ?? null, say]
}
