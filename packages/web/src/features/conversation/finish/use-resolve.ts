import { isUnanswered, resolveStep } from '@parley/core/conversations/finish'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, statusLabel, ticketLabel } from '@parley/core/conversations/rules'
import { plural, t } from '@parley/core/text/translate'
import { useRef, useState } from 'react'
import { useCommand } from '../../../commands/live.ts'
import {
  type StatusChange,
  type StatusControlState,
  useConversationStatus,
} from '../../../data/conversations/status.ts'
import { closeToast } from '../../../ui/states/toasts.ts'
import type { AdvanceToNext } from '../writing/use-advance.ts'
import { useNotedAction } from './use-noted-action.ts'

/** The status of a conversation, and the one press that resolves it or opens it again. */
export interface ResolveControl {
  readonly status: StatusControlState
  /** Null: the conversation is neither resolved nor opened again by a press. */
  readonly step: 'resolve' | 'reopen' | null
  readonly isOff: boolean
  /** The customer waits for an answer, and the next press resolves all the same. */
  readonly isAsking: boolean
  readonly press: () => void
  /** The question is answered with no. */
  readonly cancel: () => void
}

/**
 * @param waitsSince since when the customer waits for an answer; null: they do not
 * @param isReal its status can be changed
 * @param plan what opens once it is resolved
 */
export function useResolve(
  conversation: ConversationMeta,
  waitsSince: string | null,
  isReal: boolean,
  plan: AdvanceToNext['plan'],
): ResolveControl {
  'use memo'
  const note = useNotedAction()
  const goOn = useRef<(() => void) | null>(null)
  const [asked, setAsked] = useState(false)
  const control = useConversationStatus(conversation, change => {
    const { id } = conversation
    const key = `status ${id}`
    const isResolved = change.status === 'RESOLVED'
    if (!isResolved) closeToast(key)
    const told = isResolved ? stillOpen(conversation) : null
    note({ key, done: doneWords(conversation, change), conversationId: id, undo: change.undo, told })
    goOn.current?.()
    goOn.current = null
  })
  const { area, busy } = control
  const step = isReal ? resolveStep(control) : null
  const isOff = busy || (area !== 'served' && area !== 'sample')
  const isWaiting = isUnanswered({ status: control.status, waiting_since: waitsSince })
  const isAsking = asked && isWaiting && step === 'resolve'
  const set: StatusControlState['set'] = status => {
    goOn.current = null
    setAsked(false)
    control.set(status)
  }
  const press = () => {
    if (isOff || step === null) return
    if (step === 'reopen') return set('ACTIVE')
    if (isWaiting && !isAsking) return setAsked(true)
    set('RESOLVED')
    goOn.current = plan()
  }
  useCommand('conversation.resolve', step !== null && !isOff ? press : null)
  return { status: { ...control, set }, step, isOff, isAsking, press, cancel: () => setAsked(false) }
}

function doneWords(conversation: ConversationMeta, { status, before }: StatusChange): string {
  const name = customerNameOf(conversation)
  if (status === 'RESOLVED') return t('Resolved {name}', { name })
  return status === 'ACTIVE' && before === 'RESOLVED'
    ? t('Reopened {name}', { name })
    : t('Set {name} to {status}', { name, status: statusLabel(status) })
}

/** What of a resolved conversation is open all the same. */
function stillOpen({ ticket, open_issues: issues }: ConversationMeta): { readonly description?: string } {
  const open = [
    ...(ticket === null ? [] : [`ticket ${ticketLabel(ticket)}`]),
    ...(issues === 0 ? [] : [plural(issues, { one: 'an issue', other: '{count} issues' })]),
  ]
  return open.length === 0 ? {} : { description: t('Still open: {open}', { open: open.join(', ') }) }
}
