import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import { calendar, momentLabel } from '@parley/core/text/format'
import { snoozeProblem } from '@parley/core/conversations/queue'
import { AlarmClock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { runCommand, useCommand } from '../../commands/live.ts'
import { keysLabel } from '../../commands/catalogue.ts'
import { type SnoozeControl, undone, useSnooze } from '../../data/conversations/snooze.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyWithRetry, usePreloaded } from '../../ui/hooks/lazy-part.ts'
import { showToast } from '../../ui/states/toasts.ts'

const dialog = lazyWithRetry(async () => (await import('./SnoozeDialog.tsx')).SnoozeDialog)

const local = calendar()

/** Putting the conversation off; who did it hears that it is done, and can take it back by a press. */
export function useSnoozeControl(conversation: ConversationMeta): SnoozeControl {
  return useSnooze(conversation, ({ until }, change) => {
    if (until === null) return
    showToast({
      key: `snoozed ${conversation.id}`,
      title: t('Snoozed until {time}', { time: momentLabel(local, until, new Date()) }),
      description: customerNameOf(conversation),
      action: t('Undo'),
      onPress: () => change(undone),
    })
  })
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
