import { isUnanswered, resolveStep } from '@parley/core/conversations/finish'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, statusLabel, ticketLabel } from '@parley/core/conversations/rules'
import { plural, t } from '@parley/core/text/translate'
import { useEffect, useId, useRef, useState } from 'react'
import { CircleCheck, RotateCcw } from 'lucide-react'
import { useCommand } from '../../../commands/live.ts'
import {
  type StatusChange,
  type StatusControlState,
  useConversationStatus,
} from '../../../data/conversations/status.ts'
import { closeToast } from '../../../ui/states/toasts.ts'
import type { AdvanceToNext } from '../along-the-queue.ts'
import { useNotedAction } from './use-noted-action.ts'
import { ariaKeys, commandOf, keysLabel } from '../../../commands/catalogue.ts'
import { useChoice } from '../../../data/session/preferences.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { KeyMarks } from '../../../ui/marks/KeyMarks.tsx'
import { HStack } from '../../../ui/layout/Layout.tsx'
import { isFocusFree } from '../../../ui/overlays/free-focus.ts'
import { Notice } from '../../../ui/states/Notice.tsx'

export type ResolveControl = ReturnType<typeof useResolve>

/**
 * The status of a conversation, and the one press that resolves it or opens it again.
 * @param waitsSince since when the customer waits for an answer; null: they do not
 * @param isReal its status can be changed
 * @param plan what opens once it is resolved
 */
export function useResolve(
  conversation: ConversationMeta,
  waitsSince: string | null,
  isReal: boolean,
  plan: AdvanceToNext['plan'],
) {
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
  /** Null: the conversation is neither resolved nor opened again by a press. */
  const step = isReal ? resolveStep(control) : null
  const isOff = busy || (area !== 'served' && area !== 'sample')
  const isWaiting = isUnanswered({ status: control.status, waiting_since: waitsSince })
  /** The next press resolves all the same. */
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

/** What there is room for: the icon alone, the word, or the word with its key. */
export type ResolveRoom = 'icon' | 'word' | 'key'

/** The button that resolves a conversation, or opens it again. */
export function ResolveButton({ resolve, shows }: { resolve: ResolveControl; shows: ResolveRoom }) {
  const { step, isOff, press, status } = resolve
  const letters = useChoice('letterKeys')
  if (step === null) return null
  const isReopen = step === 'reopen'
  const label = isReopen ? t('Reopen') : t('Resolve')
  const Icon = isReopen ? RotateCcw : CircleCheck
  const icon = <Icon size={16} strokeWidth={1.7} aria-hidden="true" />
  if (shows === 'icon') {
    return (
      <IconButton label={label} shortcut={keysLabel('conversation.resolve')} disabled={isOff} onClick={press}>
        {icon}
      </IconButton>
    )
  }
  return (
    <Button
      disabled={isOff && !status.busy}
      busy={status.busy}
      icon={shows === 'key' && icon}
      title={`${label} (${keysLabel('conversation.resolve')})`}
      aria-keyshortcuts={ariaKeys('conversation.resolve')}
      onClick={press}
    >
      {label}
      {shows === 'key' && letters === 'on' && (
        <span aria-hidden="true">
          <KeyMarks keys={commandOf('conversation.resolve').keys[0] ?? []} />
        </span>
      )}
    </Button>
  )
}

interface UnansweredQuestionProps {
  readonly name: string
  readonly resolve: ResolveControl
  /** Puts the focus where a reply is written; null: none can be written. */
  readonly onReply: (() => void) | null
}

/** Asked before a conversation is resolved whose customer waits for an answer. Its first button has the focus. */
export function UnansweredQuestion({ name, resolve: { press, cancel }, onReply }: UnansweredQuestionProps) {
  const textId = useId()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    first.current?.focus()
    return () => {
      if (isFocusFree() && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is pressed on the buttons inside
    <div
      role="group"
      aria-labelledby={textId}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        cancel()
      }}
    >
      <Notice
        tone="warn"
        action={
          <HStack gap={2} wrap>
            <Button
              ref={first}
              size="small"
              title={t('Resolve anyway ({keys})', { keys: keysLabel('conversation.resolve') })}
              aria-keyshortcuts={ariaKeys('conversation.resolve')}
              onClick={press}
            >
              {t('Resolve anyway')}
            </Button>
            {onReply !== null && (
              <Button
                size="small"
                variant="quiet"
                onClick={() => {
                  cancel()
                  onReply()
                }}
              >
                {t('Reply')}
              </Button>
            )}
          </HStack>
        }
      >
        <span id={textId}>{t('{name}’s last message has no answer. Resolve anyway?', { name })}</span>
      </Notice>
    </div>
  )
}
