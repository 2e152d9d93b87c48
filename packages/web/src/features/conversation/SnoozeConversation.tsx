import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import { calendar, momentLabel } from '@parley/core/text/format'
import { snoozeProblem } from '@parley/core/conversations/queue'
import { AlarmClock } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { runCommand, useCommand } from '../../commands/live.ts'
import { keysLabel } from '../../commands/catalogue.ts'
import { type SnoozeControl, useSnooze } from '../../data/conversations/waits.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyWithRetry, usePreloaded } from '../../ui/hooks/lazy-part.ts'
import { closeToast } from '../../ui/states/toasts.ts'
import { useNotedAction } from './finish/use-noted-action.ts'
import type { AdvanceToNext } from './along-the-queue.ts'

const dialog = lazyWithRetry(async () => (await import('./SnoozeDialog.tsx')).SnoozeDialog)

const local = calendar()

/** Snoozing the conversation: it is said and can be undone, and what `plan` chose opens. */
export function useSnoozeControl(conversation: ConversationMeta, plan: AdvanceToNext['plan']): SnoozeControl {
  'use memo'
  const note = useNotedAction()
  const goOn = useRef<(() => void) | null>(null)
  const { id } = conversation
  const control = useSnooze(conversation, ({ until }, undo) => {
    const key = `snoozed ${id}`
    const name = customerNameOf(conversation)
    if (until === null) {
      closeToast(key)
      return note({ key, done: t('Unsnoozed {name}', { name }), conversationId: id, undo, told: null })
    }
    const time = momentLabel(local, until, new Date())
    const done = t('Snoozed {name} until {time}', { name, time })
    note({ key, done, conversationId: id, undo, told: {} })
    goOn.current?.()
    goOn.current = null
  })
  const change: SnoozeControl['change'] = wanted => {
    goOn.current = wanted.until === null ? null : plan()
    control.change(wanted)
  }
  return { ...control, change }
}

interface SnoozeConversationProps {
  readonly conversation: ConversationMeta
  readonly control: SnoozeControl
}

/** When an open conversation is to come back, asked by its button, its key or the palette. */
export function SnoozeConversation({ conversation, control }: SnoozeConversationProps) {
  const [open, setOpen] = useState(false)
  const canSnooze = snoozeProblem(conversation) === null
  usePreloaded(dialog)
  useCommand('conversation.snooze', canSnooze ? () => setOpen(true) : null)
  if (!canSnooze || !open) return null
  return (
    <Suspense fallback={null}>
      <dialog.Part
        title={t('Snooze {conversation}', { conversation: customerNameOf(conversation) })}
        onClose={() => setOpen(false)}
        onSnooze={control.change}
      />
    </Suspense>
  )
}

/** The button that puts an open conversation off. */
export function SnoozeButton({ conversation, control }: SnoozeConversationProps) {
  if (snoozeProblem(conversation) !== null) return null
  return (
    <IconButton
      label={t('Snooze')}
      shortcut={keysLabel('conversation.snooze')}
      disabled={control.busy}
      onClick={() => void runCommand('conversation.snooze')}
    >
      <AlarmClock size={16} strokeWidth={1.7} aria-hidden="true" />
    </IconButton>
  )
}
